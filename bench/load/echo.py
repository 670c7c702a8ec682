"""Sockets that get back what they send: the least that a message can cost."""

import asyncio
from collections.abc import Sequence

from load.lines import Ply
from load.sockets import Socket
from load.tables import Table, WrongAnswer

_AT_ONCE = 8


class Players:
    """One socket, whose messages are as long as a move's."""

    def __init__(self, port: int, line: Sequence[Ply]) -> None:
        self._port = port
        self.table = Table(line, self._send, answers=1)
        self._sent = b""
        self._socket = Socket(self._hear, self.table.fail)

    async def sit_down(self) -> None:
        await self._socket.open(self._port, "/")

    def leave(self) -> None:
        self._socket.close()

    def _send(self, ply: Ply) -> None:
        self._sent = b'{"type":"sow","id":"move-%04d","seat":%d,"after":%d,"pit":%d}' % (
            self.table.plies,
            ply.seat,
            self.table.plies,
            ply.pit,
        )
        self._socket.send(self._sent)

    def _hear(self, text: bytes) -> None:
        if text != self._sent:
            raise WrongAnswer(f"{text!r} for {self._sent!r}")
        self.table.answered()


async def sit_down(port: int, count: int, lines: Sequence[Sequence[Ply]]) -> list[Players]:
    """Opens as many sockets."""
    everybody = [Players(port, lines[number % len(lines)]) for number in range(count)]
    waiting = iter(everybody)

    async def open_some() -> None:
        for players in waiting:
            await players.sit_down()

    await asyncio.gather(*(open_some() for _ in range(_AT_ONCE)))
    return everybody
