"""Hundreds of people who play all kinds of games over real sockets and never give up."""

import asyncio
import itertools
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.http import Answer, ask
from tests.faults.page import THINK_S, Page

# Of a hundred games so many are of each kind.
CPU, LOCAL, FRIEND, CASUAL = 35, 15, 35, 15

VARIANTS = ("kalah(6,4)", "kalah(6,4)", "kalah(6,3)", "oware", "wari")
FRIENDS_CLOCKS = ("5+5", None)
CASUAL_CLOCK = "3+2"
CPU_CLOCKS = (None, "10+5")
LEVELS = ("easy", "easy", "medium")

BADNESS = (0.0, 0.0, 0.0, 0.1)
"""How bad the network of every fourth player is."""

_BREAKS = (OSError, WebSocketException, TimeoutError)


@dataclass
class Figures:
    """What was counted."""

    commands: int = 0
    acks: int = 0
    retries: int = 0
    refused: int = 0
    breaks: int = 0
    goodbyes: int = 0
    gaps: int = 0
    twisted: int = 0


@dataclass(eq=False)
class Seat:
    """Somebody who plays one game after the other; `page` is the one before him."""

    headers: dict[str, str]
    badness: float
    page: Page | None = None
    is_waiting: bool = True
    """Whether no game of his is going on."""
    began_s: float = field(default_factory=time.monotonic)

    @property
    def moved_s(self) -> float:
        """When something last happened to him."""
        return self.began_s if self.page is None else max(self.began_s, self.page.moved_s)


@dataclass
class Crowd:
    """All players of one server."""

    address: str
    chance: random.Random
    think_s: tuple[float, float] = THINK_S
    figures: Figures = field(default_factory=Figures)
    pages: list[Page] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    abandoned: list[ClientConnection] = field(default_factory=list)
    is_resting: bool = False
    """Whether nobody begins anything new: what was sent is still seen through."""
    half_open: int = 0
    """How many pages shall leave their socket open and never read it again."""
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def begin(self, games: int) -> None:
        """Sends everybody to play: so many games at once, of all kinds."""
        for kind, share in ((self._cpu, CPU), (self._local, LOCAL), (self._friends, FRIEND)):
            for _ in range(games * share // 100):
                self._begin(kind())
        for _ in range(2 * (games * CASUAL // 100)):
            self._begin(self._casual())

    async def all_play(self) -> None:
        """Waits until every game is going on."""
        await asyncio.sleep(0)  # until they have come
        while not all(seat.page is not None and seat.page.board for seat in self.seats):
            self._raise_what_failed()
            await asyncio.sleep(0.05)

    async def all_have_moved_since(self, moment_s: float, most_s: float) -> float:
        """Waits until every game has gone on after a moment; how long that was, in seconds."""
        until_s = moment_s + most_s
        while late := [s for s in self.seats if not s.is_waiting and s.moved_s <= moment_s]:
            self._raise_what_failed()
            if time.monotonic() > until_s:
                stuck = [(s.page.game_id, s.page.board, s.page.unanswered) for s in late if s.page]
                raise AssertionError(f"{len(late)} games do not go on: {stuck[:3]}")
            await asyncio.sleep(0.02)
        last_s = max((s.moved_s for s in self.seats if not s.is_waiting), default=moment_s)
        return min(time.monotonic(), last_s) - moment_s

    async def rest(self) -> None:
        """Waits until all that was sent has its answer; then every page reads what is stored."""
        self.is_resting = True
        while not all(task.done() for task in self._tasks):
            self._raise_what_failed()
            await asyncio.sleep(0.05)
        self._raise_what_failed()
        await asyncio.gather(*(self._read_to_the_end(page) for page in self.pages))
        for socket in self.abandoned:
            socket.transport.abort()

    async def play_on(self, pages: list[Page]) -> None:
        """Plays games that have begun elsewhere to their end."""
        self.pages += pages
        for page in pages:
            self._begin(page.play())
        while not all(task.done() for task in self._tasks):
            self._raise_what_failed()
            await asyncio.sleep(0.05)
        self._raise_what_failed()

    def on_twisted(self) -> None:
        self.figures.twisted += 1

    def wants_half_open(self, page: Page) -> bool:
        """Whether this page is one of those that leave their sockets behind."""
        if self.half_open > 0 and page.board is not None:
            self.half_open -= 1
            return True
        return False

    # What they do

    async def _cpu(self) -> None:
        seat = self._newcomer()
        while not self.is_resting:
            wish = {
                "variant": self.chance.choice(VARIANTS),
                "mode": "cpu",
                "level": self.chance.choice(LEVELS),
                "seat": self.chance.choice((0, 1)),
                "clock": self.chance.choice(CPU_CLOCKS),
            }
            game = (await self._post(seat, "/api/games", wish)).body
            await self._play(seat, game["id"], game["you"])

    async def _local(self) -> None:
        seat = self._newcomer()
        while not self.is_resting:
            wish = {"variant": self.chance.choice(VARIANTS), "mode": "local"}
            game = (await self._post(seat, "/api/games", wish)).body
            await self._play(seat, game["id"], game["you"])

    async def _friends(self) -> None:
        ana, beto = self._newcomer(), self._newcomer()
        while not self.is_resting:
            wish = {
                "variant": self.chance.choice(VARIANTS),
                "clock": self.chance.choice(FRIENDS_CLOCKS),
            }
            room = (await self._post(ana, "/api/rooms", wish)).body
            game = (await self._post(beto, f"/api/rooms/{room['token']}/join")).body
            await asyncio.gather(
                self._play(ana, game["id"], [0]), self._play(beto, game["id"], [1])
            )

    async def _casual(self) -> None:
        seat = self._newcomer()
        await self._post(seat, "/api/me")
        while not self.is_resting:
            game_id = await self._found(seat)
            if game_id is not None:
                game = (await self._ask(seat, "GET", f"/api/games/{game_id}")).body
                await self._play(seat, game_id, game["you"])

    async def _found(self, seat: Seat) -> str | None:
        """The game that the lobby finds, or that began while nobody could be told of it."""
        current = (await self._ask(seat, "GET", "/api/games/current")).body["game"]
        if current is not None and current["board"]["outcome"] is None:
            return str(current["id"])
        url = f"{self.address.replace('http', 'ws', 1)}/api/lobby/socket"
        wish = {"type": "seek", "id": self._id(), "mode": "casual", "variant": "kalah(6,4)"}
        try:
            async with connect(
                url, additional_headers=seat.headers, compression=None, ping_interval=None
            ) as socket:
                await socket.send(msgspec.json.encode({**wish, "clock": CASUAL_CLOCK}).decode())
                while not self.is_resting:
                    try:
                        frame = await asyncio.wait_for(socket.recv(), 0.5)
                    except TimeoutError:
                        continue
                    message = msgspec.json.decode(frame)
                    if message["type"] == "found":
                        return str(message["game_id"])
                    if message["type"] == "ping":
                        await socket.send(f'{{"type":"pong","n":{message["n"]}}}')
                    if message["type"] == "rejected":
                        raise AssertionError(message)
        except _BREAKS:
            await asyncio.sleep(self.chance.uniform(0.2, 1.0))
        return None

    async def _play(self, seat: Seat, game_id: str, seats: list[int]) -> None:
        page = Page(self, game_id, tuple(seats), seat.headers, seat.badness)
        self.pages.append(page)
        seat.page, seat.is_waiting = page, False
        seat.began_s = time.monotonic()
        await page.play()
        seat.is_waiting = True

    async def _read_to_the_end(self, page: Page) -> None:
        answer = await self._insist(
            lambda: ask(self.address, "GET", f"/api/games/{page.game_id}", page.headers)
        )
        await page.catch_up(answer.body["board"]["seq"])

    # How they ask

    def _newcomer(self) -> Seat:
        number = next(self._numbers)
        # Everybody comes from a network of his own, through a proxy.
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        seat = Seat({"x-forwarded-for": address}, BADNESS[number % len(BADNESS)])
        self.seats.append(seat)
        return seat

    async def _post(self, seat: Seat, path: str, body: Any = None) -> Answer:
        return await self._ask(seat, "POST", path, body)

    async def _ask(self, seat: Seat, method: str, path: str, body: Any = None) -> Answer:
        answer = await self._insist(lambda: ask(self.address, method, path, seat.headers, body))
        assert answer.status < 300, (path, answer)
        if answer.cookie is not None:
            seat.headers["cookie"] = answer.cookie
        return answer

    async def _insist(self, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """Asks until there is an answer other than that the server cannot store."""
        while True:
            try:
                answer = await attempt()
                if answer.status != 503:
                    return answer
                self.figures.refused += 1
            except _BREAKS:
                self.figures.breaks += 1
            await asyncio.sleep(self.chance.uniform(0.3, 1.0))

    def _id(self) -> str:
        return f"seek-{next(self._numbers):06}"

    def _begin(self, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work))

    def _raise_what_failed(self) -> None:
        for task in self._tasks:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error
