"""Games at boardgame.io: two players and a socket.io socket for each.

Its protocol, as its own client speaks it: engine.io 4 over a WebSocket (`0` opens, `2` is a ping,
`4` a message), socket.io in it (`40` connects, `42` is an event).
"""

import asyncio
import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from load.lines import Ply
from load.sockets import Socket
from load.tables import Table, WrongAnswer

_PATH = "/socket.io/?EIO=4&transport=websocket"
_SPACE = b"/kalah,"
_AT_ONCE = 8
_MATCHES = itertools.count()
"""Each pace has matches of its own."""


class _Hollows(msgspec.Struct):
    board: list[int]


class _Turn(msgspec.Struct):
    currentPlayer: str
    gameover: Any = None


class _State(msgspec.Struct):
    G: _Hollows
    ctx: _Turn
    _stateID: int


_UPDATES = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])


class Players:
    """The two players of one match."""

    def __init__(self, port: int, number: int, line: Sequence[Ply]) -> None:
        self._port = port
        self._match = f"match-{number}"
        self.table = Table(line, self._send, answers=2)
        self._state_id = 0
        self._synced = 0
        self._seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sockets = [Socket(partial(self._hear, seat), self._lose) for seat in (0, 1)]

    async def sit_down(self) -> None:
        """Opens both sockets and waits until both have been told of the match."""
        for socket in self._sockets:
            await socket.open(self._port, _PATH)
        await self._seated

    def leave(self) -> None:
        for socket in self._sockets:
            socket.close()

    def _lose(self, error: Exception) -> None:
        if not self._seated.done():
            self._seated.set_exception(error)
        self.table.fail(error)

    def _emit(self, seat: int, event: list[Any]) -> None:
        self._sockets[seat].send(b"42" + _SPACE + msgspec.json.encode(event))

    def _send(self, ply: Ply) -> None:
        player = str(ply.seat)
        payload = {"type": "sow", "args": [ply.pit], "playerID": player}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit(ply.seat, ["update", action, self._state_id, self._match, player])

    def _hear(self, seat: int, text: bytes) -> None:
        if text.startswith(b"0"):
            self._sockets[seat].send(b"40" + _SPACE)
        elif text == b"2":
            self._sockets[seat].send(b"3")
        elif text.startswith(b"40"):
            self._emit(seat, ["sync", self._match, str(seat), None, 2])
        elif text.startswith(b'42/kalah,["sync"'):
            self._synced += 1
            if self._synced == 2:
                self._seated.set_result(None)
        elif text.startswith(b'42/kalah,["update"'):
            _, _, state, _ = _UPDATES.decode(text[9:])
            self._state_id = state._stateID
            over = state.ctx.gameover is not None
            self.table.heard(state.G.board, None if over else int(state.ctx.currentPlayer))
        elif not text.startswith(b'42/kalah,["matchData"'):
            raise WrongAnswer(text.decode())


async def sit_down(port: int, count: int, lines: Sequence[Sequence[Ply]]) -> list[Players]:
    """Begins as many matches."""
    chosen = itertools.islice(itertools.cycle(lines), count)
    everybody = [Players(port, next(_MATCHES), line) for line in chosen]
    waiting = iter(everybody)

    async def open_some() -> None:
        for players in waiting:
            await players.sit_down()

    await asyncio.gather(*(open_some() for _ in range(_AT_ONCE)))
    return everybody
