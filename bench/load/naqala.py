"""Games of friends at Naqala: two guests, a room, a socket for each."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from load.http import Answer, Http
from load.lines import Ply
from load.sockets import Socket
from load.tables import Table, WrongAnswer

_AT_ONCE = 8
"""Games that are begun at the same time."""


class _Board(msgspec.Struct):
    seq: int
    after: int
    places: list[int]
    seat_to_move: int | None


class _Game(msgspec.Struct):
    board: _Board


class _Event(msgspec.Struct):
    command: str | None = None


class _Message(msgspec.Struct):
    type: str
    events: list[_Event] = []
    board: _Board | None = None
    game: _Game | None = None
    n: int | None = None
    error: Any = None


_MESSAGES = msgspec.json.Decoder(_Message)


class _Room(msgspec.Struct):
    token: str


class _Joined(msgspec.Struct):
    id: str


@dataclass(frozen=True)
class Invitation:
    """A game that two friends have begun, and the cookies of both."""

    game_id: str
    cookies: tuple[str, str]


async def begin_games(port: int, count: int) -> list[Invitation]:
    """As many games, each between two new guests."""
    games: list[Invitation] = []
    left = iter(range(count))

    async def begin() -> None:
        async with Http(port) as http:
            for _ in left:
                made = await http.post("/api/rooms", b'{"variant":"kalah"}')
                token = msgspec.json.decode(made.body, type=_Room).token
                joined = await http.post(f"/api/rooms/{token}/join", b"")
                game_id = msgspec.json.decode(joined.body, type=_Joined).id
                games.append(Invitation(game_id, (cookie_of(made), cookie_of(joined))))

    await asyncio.gather(*(begin() for _ in range(_AT_ONCE)))
    return games


def cookie_of(answer: Answer) -> str:
    """The cookie that a guest was given."""
    return answer.headers["set-cookie"].partition(";")[0]


class Players:
    """The two players of one game and their sockets."""

    def __init__(self, port: int, game: Invitation, line: Sequence[Ply]) -> None:
        self._port = port
        self._game = game
        # Each seat hears of the move, and its sender that it is the one he sent.
        self.table = Table(line, self._send, answers=3)
        self._after = 1
        self._sender, self._sent = 0, ""
        self._numbers = itertools.count()
        self._snapshots = 0
        self._seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sockets = [Socket(partial(self._hear, seat), self._lose) for seat in (0, 1)]

    async def sit_down(self) -> None:
        """Opens both sockets and waits until both have been told of the game."""
        path = f"/api/games/{self._game.game_id}/socket"
        for socket, cookie in zip(self._sockets, self._game.cookies, strict=True):
            await socket.open(self._port, path, cookie)
        await self._seated

    def leave(self) -> None:
        for socket in self._sockets:
            socket.close()

    def _lose(self, error: Exception) -> None:
        if not self._seated.done():
            self._seated.set_exception(error)
        self.table.fail(error)

    def _send(self, ply: Ply) -> None:
        self._sender, self._sent = ply.seat, f"move-{next(self._numbers):04d}"
        self._sockets[ply.seat].send(
            b'{"type":"sow","id":"%b","seat":%d,"after":%d,"pit":%d}'
            % (self._sent.encode(), ply.seat, self._after, ply.pit)
        )

    def _hear(self, seat: int, text: bytes) -> None:
        message = _MESSAGES.decode(text)
        match message.type:
            case "events":
                assert message.board is not None
                self._after = message.board.after
                self.table.heard(message.board.places, message.board.seat_to_move)
                if seat == self._sender and message.events[0].command == self._sent:
                    self.table.answered()
            case "ping":
                self._sockets[seat].send(b'{"type":"pong","n":%d}' % (message.n or 0))
            case "snapshot":
                self._snapshots += 1
                if self._snapshots == 2:
                    self._seated.set_result(None)
            case "rejected":
                raise WrongAnswer(f"refused: {message.error}")
            case _:
                pass


async def sit_down(
    port: int, games: Sequence[Invitation], lines: Sequence[Sequence[Ply]]
) -> list[Players]:
    """Opens the sockets of all games."""
    everybody = [
        Players(port, game, line) for game, line in zip(games, itertools.cycle(lines), strict=False)
    ]
    waiting = iter(everybody)

    async def open_some() -> None:
        for players in waiting:
            await players.sit_down()

    await asyncio.gather(*(open_some() for _ in range(_AT_ONCE)))
    return everybody
