"""Many pairs of friends who play over real sockets and never give up, whatever the server does."""

import asyncio
import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

RETRY_S = 0.1
ANSWER_S = 5.0
"""After so long without an answer a page connects anew."""


@dataclass
class Crowd:
    """All players of one server; `chance` decides how they move."""

    address: str
    chance: random.Random
    variant: str
    clock: str
    players: list["Player"] = field(default_factory=list)
    acknowledged: int = 0
    on_acknowledged: Callable[[], None] = lambda: None

    async def gather(self, games: int) -> None:
        """Two friends for each game."""
        for _ in range(games):
            self.players += await self._pair()

    async def play(self) -> None:
        """Plays all games to their end."""
        async with asyncio.TaskGroup() as tasks:
            for player in self.players:
                tasks.create_task(player.play())

    async def _pair(self) -> tuple["Player", "Player"]:
        async with (
            httpx2.AsyncClient(base_url=self.address) as ana,
            httpx2.AsyncClient(base_url=self.address) as beto,
        ):
            wish = {"variant": self.variant, "clock": self.clock}
            room = (await ana.post("/api/rooms", json=wish)).raise_for_status().json()
            joined = await beto.post(f"/api/rooms/{room['token']}/join")
            game_id = joined.raise_for_status().json()["id"]
            return Player(self, game_id, 0, _cookie(ana)), Player(self, game_id, 1, _cookie(beto))


@dataclass
class Player:
    """A page that plays a game: it repeats what had no answer, and accepts no gap."""

    crowd: Crowd
    game_id: str
    seat: int
    cookie: str
    seen: int = 0
    board: dict[str, Any] | None = None
    unanswered: dict[str, Any] | None = None
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    breaks: int = 0

    @property
    def is_done(self) -> bool:
        return self.board is not None and self.board["outcome"] is not None

    async def play(self) -> None:
        """Plays until the game is over, over as many sockets as it takes."""
        numbers = itertools.count(1)
        while not self.is_done:
            try:
                await self._play_until_it_breaks(numbers)
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError):
                self.breaks += 1
                await asyncio.sleep(RETRY_S * (1 + self.crowd.chance.random()))

    async def _play_until_it_breaks(self, numbers: "itertools.count[int]") -> None:
        address = self.crowd.address.replace("http", "ws", 1)
        url = f"{address}/api/games/{self.game_id}/socket?seen={self.seen}"
        async with connect(url, additional_headers={"cookie": self.cookie}) as socket:
            if self.unanswered is not None:
                await socket.send(json.dumps(self.unanswered))
            while not self.is_done:
                # Nobody is heard of for long only if the server is gone or very busy.
                message = json.loads(await asyncio.wait_for(socket.recv(), 12 * ANSWER_S))
                self._take(message)
                if message["type"] == "ping":
                    await socket.send(json.dumps({"type": "pong", "n": message["n"]}))
                move = self._next_move()
                if move is not None:
                    self.unanswered = {
                        "type": "sow",
                        "id": f"{self.game_id}-{self.seat}-{next(numbers)}",
                        "seat": self.seat,
                        "after": self.board["after"] if self.board else 0,
                        "pit": move,
                    }
                    self.sent[self.unanswered["id"]] = self.unanswered
                    await socket.send(json.dumps(self.unanswered))

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot":
                self.board = message["game"]["board"]
                self.seen = self.board["seq"]
            case "events":
                for event in message["events"]:
                    assert event["seq"] == self.seen + 1, "a gap, or an event twice"
                    self.seen = event["seq"]
                self.board = message["board"]
            case "accepted":
                assert self.unanswered is not None
                assert message["id"] == self.unanswered["id"]
                self.accepted[message["id"]] = message["seq"]
                self.unanswered = None
                self.crowd.acknowledged += 1
                self.crowd.on_acknowledged()
            case "rejected":
                raise AssertionError(f"{self.unanswered} was refused: {message['error']}")

    def _next_move(self) -> int | None:
        """A legal move, once the answer to the last one and what it led to have both come."""
        if self.board is None or self.unanswered is not None or self.is_done:
            return None
        if self.accepted and self.seen < max(self.accepted.values()):
            return None
        legal = [move["move"] for move in self.board["legal"]]
        return self.crowd.chance.choice(legal) if legal else None


def _cookie(client: httpx2.AsyncClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())
