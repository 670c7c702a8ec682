"""One player's page: it follows a game event by event, checks all that it is told, and plays."""

import asyncio
import hashlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from naqala.rules import Line, Position, Variant
from tests.faults.wire import Wire

if TYPE_CHECKING:
    from tests.faults.crowd import Crowd

# As the browser's client waits (`client/src/connection.ts`).
ANSWER_S = 5.0
FIRST_DELAY_S = 0.5
LAST_DELAY_S = 3.0
JITTER_S = 3.0

THINK_S = (0.3, 1.5)
"""Least and most time before a move."""
LOOK_S = 0.5
"""Longest wait for a frame before a page looks at what else there is to do."""
UNDO_SHARE = 0.03

_BREAKS = (OSError, WebSocketException, TimeoutError)


class Gap(Exception):
    """Events are missing: the page connects anew."""


class Goodbye(Exception):
    """The server stops; it said when to come back."""

    def __init__(self, retry_s: float) -> None:
        super().__init__()
        self.retry_s = retry_s


@dataclass(eq=False)
class Page:
    """A page of a player who holds `seats` of a game.

    `hashes` are the states that it has seen, by `seq`; `accepted` the `seq` of what was
    acknowledged, by command id; `sent` all commands that it ever sent.
    """

    crowd: "Crowd"
    game_id: str
    seats: tuple[int, ...]
    headers: dict[str, str]
    badness: float = 0.0
    seen: int = 0
    line: Line | None = None
    board: dict[str, Any] | None = None
    unanswered: dict[str, Any] | None = None
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    hashes: dict[int, str] = field(default_factory=dict)
    began_s: float = field(default_factory=time.monotonic)
    moved_s: float = 0.0
    """When something last happened in the game."""
    _failures: int = 0
    _act_s: float | None = None
    _answer_s: float = 0.0
    _goal: int | None = None

    @property
    def is_over(self) -> bool:
        return self.board is not None and self.board["outcome"] is not None

    @property
    def _is_done(self) -> bool:
        if self._goal is not None:
            return self.seen >= self._goal and self.unanswered is None
        return self.is_over or (self.crowd.is_resting and self._is_settled)

    @property
    def _is_settled(self) -> bool:
        return self.board is not None and self.unanswered is None

    async def play(self) -> None:
        """Plays until the game is over or all rest, over as many sockets as it takes."""
        while not self._is_done:
            try:
                await self._visit()
            except Gap:
                self.crowd.figures.gaps += 1
            except Goodbye as goodbye:
                self.crowd.figures.goodbyes += 1
                await asyncio.sleep(goodbye.retry_s + self.crowd.chance.random() * JITTER_S)
            except _BREAKS:
                self.crowd.figures.breaks += 1
                most_s = min(LAST_DELAY_S, FIRST_DELAY_S * 2**self._failures)
                self._failures += 1
                await asyncio.sleep(most_s * (0.5 + self.crowd.chance.random() / 2))

    async def catch_up(self, seq: int) -> None:
        """Reads the game until an event that there is."""
        self._goal = seq
        await self.play()

    async def _visit(self) -> None:
        crowd = self.crowd
        address = crowd.address.replace("http", "ws", 1)
        url = f"{address}/api/games/{self.game_id}/socket?seen={self.seen}"
        socket = await connect(
            url, additional_headers=self.headers, compression=None, ping_interval=None
        )
        wire = Wire(socket, crowd.chance, self.badness, crowd.on_twisted)
        abandoned = crowd.abandoned
        try:
            if self.unanswered is not None:
                crowd.figures.retries += 1
                await self._send(wire)
            while not self._is_done:
                frame = await self._next(wire)
                if frame is not None:
                    await self._take(msgspec.json.decode(frame), wire)
                if crowd.wants_half_open(self):
                    abandoned.append(socket)
                    return
                await self._act(wire)
        finally:
            wire.close()
            if socket not in abandoned:
                await _close(socket)

    async def _next(self, wire: Wire) -> str | None:
        """The next frame, or None when it is time to do something."""
        now_s = time.monotonic()
        if self.unanswered is not None and now_s >= self._answer_s:
            raise TimeoutError("no answer: the page connects anew")
        waits_s = [LOOK_S]
        if self._act_s is not None:
            waits_s.append(max(0.0, self._act_s - now_s))
        try:
            return await asyncio.wait_for(wire.recv(), min(waits_s))
        except TimeoutError:
            return None

    async def _take(self, message: dict[str, Any], wire: Wire) -> None:
        match message["type"]:
            case "hello":
                self._failures = 0
            case "ping":
                await wire.send(f'{{"type":"pong","n":{message["n"]}}}')
            case "snapshot":
                self._take_snapshot(message["game"])
            case "events":
                self._take_events(message["events"], message["board"])
                for event in message["events"]:
                    if event.get("command") in self.sent:
                        self._take_accepted(event["command"], event["seq"])
            case "accepted":
                self._take_accepted(message["id"], message["seq"])
            case "rejected":
                await self._take_rejected(message)
            case "goodbye":
                raise Goodbye(message["retry_ms"] / 1_000)

    def _take_snapshot(self, game: dict[str, Any]) -> None:
        board = game["board"]
        if board["seq"] < self.seen:
            return
        moves = tuple(ply["move"] for ply in game["plies"])
        self.line = Line.of(Position.start(Variant.parse(game["variant"])), moves)
        self.seen = board["seq"]
        self._note(board)

    def _take_events(self, events: list[dict[str, Any]], board: dict[str, Any]) -> None:
        for event in events:
            if event["seq"] <= self.seen:
                continue
            if event["seq"] != self.seen + 1:
                raise Gap
            self.seen += 1
            match event["type"]:
                case "started":
                    self.line = Line.begin(Position.start(Variant.parse(event["variant"])))
                case "played":
                    assert self.line is not None
                    self.line = self.line.play(event["ply"]["move"])
                case "undone":
                    assert self.line is not None
                    self.line = self.line.take_back(event["plies"])
            self._remember()
        if board["seq"] == self.seen:
            self._note(board)

    def _note(self, board: dict[str, Any]) -> None:
        """Takes a board that must be what the page's own rules have come to."""
        assert self.line is not None
        position = self.line.position
        assert board["places"] == list(position.board), f"another board in {self.game_id}"
        total = sum(board["places"]) + board["unscored"]
        assert total == position.variant.total, f"seeds are lost in {self.game_id}"
        self.board = board
        self._remember()
        self._plan()

    def _remember(self) -> None:
        assert self.line is not None
        known = self.hashes.setdefault(self.seen, hash_of(self.seen, self.line))
        assert known == hash_of(self.seen, self.line)
        self.moved_s = time.monotonic()

    def _take_accepted(self, command_id: str, seq: int) -> None:
        assert self.accepted.setdefault(command_id, seq) == seq, "one command, two answers"
        assert command_id in self.sent
        if self.unanswered is not None and self.unanswered["id"] == command_id:
            self.unanswered = None
            self.crowd.figures.acks += 1
            self.moved_s = time.monotonic()
            self._plan()

    async def _take_rejected(self, message: dict[str, Any]) -> None:
        code, command_id = message["error"]["code"], message["id"]
        if self.unanswered is None or self.unanswered["id"] != command_id:
            assert command_id in self.sent, message  # late, or of a frame that came twice
            return
        if code == "not_stored" or code == "busy":
            self.crowd.figures.refused += 1
            # The same command once more, in a while.
            self._answer_s = time.monotonic() + ANSWER_S
            self._act_s = time.monotonic() + self.crowd.chance.uniform(0.5, 1.0)
            return
        if code == "game_over" and message["game"] is None:
            # Only the server ends games here: its reason is judged when all is over.
            self.unanswered = None
            return
        raise AssertionError(f"{self.unanswered} was refused: {message['error']}")

    def _plan(self) -> None:
        """When the page moves next, if it is its turn."""
        board = self.board
        self._act_s = None
        if board is None or self.unanswered is not None or self.is_over:
            return
        if self.accepted and self.seen < max(self.accepted.values()):
            return
        if board["seat_to_move"] in self.seats and board["seq"] == self.seen and board["legal"]:
            self._act_s = time.monotonic() + self.crowd.chance.uniform(*self.crowd.think_s)

    async def _act(self, wire: Wire) -> None:
        if self._act_s is None or time.monotonic() < self._act_s:
            return
        self._act_s = None
        if self.unanswered is None:
            if self.crowd.is_resting or self._goal is not None:
                return
            self.unanswered = self._command()
            self.sent[self.unanswered["id"]] = self.unanswered
            self.crowd.figures.commands += 1
        else:
            self.crowd.figures.retries += 1
        await self._send(wire)

    async def _send(self, wire: Wire) -> None:
        self._answer_s = time.monotonic() + ANSWER_S
        await wire.send(msgspec.json.encode(self.unanswered).decode())

    def _command(self) -> dict[str, Any]:
        board, chance = self.board, self.crowd.chance
        assert board is not None
        seat = board["seat_to_move"]
        head = {"id": f"{self.game_id}-{seat}-{len(self.sent):04}", "seat": seat}
        if board["can_undo"] and chance.random() < UNDO_SHARE:
            return {"type": "undo", **head, "after": board["after"]}
        move = chance.choice([legal["move"] for legal in board["legal"]])
        return {"type": "sow", **head, "after": board["after"], "pit": move}


def hash_of(seq: int, line: Line) -> str:
    """What two who have the same game at the same event agree on."""
    position = line.position
    text = f"{seq} {line.moves} {position.board} {position.to_move} {position.unscored}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def _close(socket: ClientConnection) -> None:
    try:
        async with asyncio.timeout(1):
            await socket.close()
    except _BREAKS:
        socket.transport.abort()
