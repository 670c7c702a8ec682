"""People who play the CPU at a human pace, and others who flood the site with analyses."""

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from load.http import Http, RequestFailed
from load.naqala import cookie_of
from load.sockets import Socket
from load.tables import WrongAnswer

THINK_S = (2.0, 6.0)
"""How long a person thinks about a move."""


class _Transfer(msgspec.Struct):
    pit: int
    seeds: int
    store: int


class _Sowing(msgspec.Struct):
    origin: int
    visited: list[int]
    captures: list[_Transfer]
    sweep: list[_Transfer]

    def after(self, places: list[int]) -> list[int]:
        """The board that it makes of another one."""
        board = list(places)
        board[self.origin] = 0
        for place in self.visited:
            board[place] += 1
        for transfer in [*self.captures, *self.sweep]:
            board[transfer.pit] = 0
            board[transfer.store] += transfer.seeds
        return board


class _Legal(msgspec.Struct):
    move: int
    sowing: _Sowing


class _Board(msgspec.Struct):
    after: int
    places: list[int]
    seat_to_move: int | None
    legal: list[_Legal]


class _Game(msgspec.Struct):
    id: str
    board: _Board


class _Event(msgspec.Struct):
    type: str
    ply: Any = None


class _Message(msgspec.Struct):
    type: str
    board: _Board | None = None
    game: _Game | None = None
    events: list[_Event] = []
    n: int | None = None
    error: Any = None
    is_crowded: bool = False


_MESSAGES = msgspec.json.Decoder(_Message)


@dataclass
class Times:
    """What all players of a crowd have waited for, in seconds."""

    moves_s: list[float] = field(default_factory=list)
    answers_s: list[float] = field(default_factory=list)
    crowded: int = 0
    """How often a player was told that the CPU thinks less."""


class Player:
    """A guest who plays one game after the other."""

    def __init__(self, port: int, level: str, chance: random.Random, times: Times) -> None:
        self._port = port
        self._level = level
        self._chance = chance
        self._times = times
        self._messages: asyncio.Queue[_Message | Exception] = asyncio.Queue()
        self.cookie = ""

    async def play(self, until_s: float) -> None:
        """Plays until a moment of the loop's clock."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._chance.uniform(0, THINK_S[1]))
        while loop.time() < until_s:
            wish = {"variant": "kalah", "mode": "cpu", "level": self._level, "seat": 0}
            async with Http(self._port) as http:
                made = await http.post("/api/games", msgspec.json.encode(wish), self.cookie)
            if "set-cookie" in made.headers:
                self.cookie = cookie_of(made)
            game_id = msgspec.json.decode(made.body, type=_Game).id
            await self._play_game(game_id, until_s)

    async def _play_game(self, game_id: str, until_s: float) -> None:
        self._messages = asyncio.Queue()
        socket = Socket(self._take, self._messages.put_nowait)
        await socket.open(self._port, f"/api/games/{game_id}/socket", self.cookie)
        try:
            board = await self._next_board(socket)
            number = 0
            while board.seat_to_move is not None:
                if asyncio.get_running_loop().time() >= until_s:
                    return
                if board.seat_to_move == 1:
                    began_s = time.perf_counter()
                    board = await self._next_board(socket)
                    self._times.answers_s.append(time.perf_counter() - began_s)
                    continue
                await self._think(socket)
                choice = self._chance.choice(board.legal)
                number += 1
                foreseen = choice.sowing.after(board.places)
                began_s = time.perf_counter()
                socket.send(
                    b'{"type":"sow","id":"move-%04d","seat":0,"after":%d,"pit":%d}'
                    % (number, board.after, choice.move)
                )
                board = await self._next_board(socket)
                self._times.moves_s.append(time.perf_counter() - began_s)
                if board.places != foreseen:
                    raise WrongAnswer(f"{board.places} for {choice}")
        finally:
            socket.close()

    async def _think(self, socket: Socket) -> None:
        """Thinks, and hears meanwhile what needs no answer but a pong."""
        until_s = asyncio.get_running_loop().time() + self._chance.uniform(*THINK_S)
        while (left_s := until_s - asyncio.get_running_loop().time()) > 0:
            try:
                message = await asyncio.wait_for(self._messages.get(), left_s)
            except TimeoutError:
                return
            if self._hear(socket, message) is not None:
                raise WrongAnswer("the board has changed while a person thought")

    async def _next_board(self, socket: Socket) -> _Board:
        while True:
            board = self._hear(socket, await self._messages.get())
            if board is not None:
                return board

    def _hear(self, socket: Socket, message: _Message | Exception) -> _Board | None:
        if isinstance(message, Exception):
            raise message
        match message.type:
            case "ping":
                socket.send(b'{"type":"pong","n":%d}' % (message.n or 0))
            case "presence":
                self._times.crowded += message.is_crowded
            case "rejected":
                raise WrongAnswer(f"refused: {message.error}")
            case "snapshot":
                assert message.game is not None
                return message.game.board
        return message.board

    def _take(self, text: bytes) -> None:
        self._messages.put_nowait(_MESSAGES.decode(text))


async def play(port: int, players: int, level: str, seconds: float, times: Times) -> list[Player]:
    """So many people play for some time."""
    until_s = asyncio.get_running_loop().time() + seconds
    everybody = [Player(port, level, random.Random(n), times) for n in range(players)]
    async with asyncio.TaskGroup() as tasks:
        for player in everybody:
            tasks.create_task(player.play(until_s))
    return everybody


async def flood(port: int, cookies: list[str], seconds: float) -> Counter[str]:
    """Each of some guests asks for one analysis after the other; what they got."""
    until_s = asyncio.get_running_loop().time() + seconds
    got: Counter[str] = Counter()
    question = {"variant": "kalah", "position": "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S"}

    async def ask(number: int, cookie: str) -> None:
        chance = random.Random(number)
        async with Http(port) as http:
            while asyncio.get_running_loop().time() < until_s:
                pits = [str(chance.randrange(5)) for _ in range(12)]
                position = f"{','.join(pits[:6])}/{','.join(pits[6:])} 0,0 S"
                body = msgspec.json.encode({**question, "position": position})
                try:
                    await http.post("/api/analysis", body, cookie)
                    got["answered"] += 1
                except RequestFailed as error:
                    got[f"refused with {error.status}"] += 1

    await asyncio.gather(*(ask(number, cookie) for number, cookie in enumerate(cookies)))
    return got
