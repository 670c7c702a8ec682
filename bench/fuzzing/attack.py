"""Many pages that send mutated frames to the whole site in this process."""

import asyncio
import gc
import itertools
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import structlog
from starlette.applications import Starlette

from fuzzing.mutations import Fields, dump, junk, mutated
from fuzzing.pages import Disconnected, ask, serve_page
from naqala.play import fold
from naqala.site import protocol
from naqala.site.app import create_app
from naqala.site.client_address import parse_networks
from naqala.site.limits import Limits
from naqala.site.pages import Bundle
from naqala.site.settings import Settings
from naqala.site.storage import GameId, Store, migrate

BUNDLE = Bundle("/assets/main.js", ("/assets/main.css",), "/assets/read.css", "/assets/read.js")
FRAMES_OF_A_SOCKET = 96
"""A socket has credits for a hundred."""
SHARES = {"mutated": 0.78, "valid": 0.12, "junk": 0.07, "http": 0.03}
VARIANTS = ("kalah(6,3)", "kalah(6,4)", "kalah(6,6)+pie", "wari", "oware", "kalah(6,4)+by-turns")

_SERVER_MESSAGE = msgspec.json.Decoder(protocol.ServerMessage)


@dataclass
class Report:
    """What was sent and what came of it."""

    sent: Counter[str] = field(default_factory=Counter)
    mutations: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    """Commands that were accepted, each counted once (200 of a game at most)."""
    codes: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    games: int = 0
    finished: int = 0
    seconds: float = 0.0

    @property
    def frames(self) -> int:
        return self.sent.total()

    def fault(self, what: str) -> None:
        if len(self.faults) < 50:
            self.faults.append(what)


@dataclass(eq=False)
class Table:
    """A game and who sits at it; `acknowledged` is the last event that anybody was told of."""

    game_id: str
    cookies: tuple[str, str]
    token: str | None
    acknowledged: int = 1
    is_over: bool = False
    accepted_ids: list[str] = field(default_factory=list)


class Attack:
    """All pages of one run."""

    def __init__(self, app: Starlette, frames: int, chance: random.Random) -> None:
        self.report = Report()
        self.tables: list[Table] = []
        self._app = app
        self._frames = frames
        self._chance = chance
        self._numbers = itertools.count(1)

    async def run(self, places: int) -> None:
        """Plays at so many places at once until all frames are sent."""
        began_s = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            for number in range(places):
                play = self._lobby_and_rooms if number % 12 == 11 else self._tables
                tasks.create_task(play(number))
        self.report.seconds = time.perf_counter() - began_s

    async def finish(self) -> None:
        """Plays every game that is not over to its end, over HTTP."""
        for table in self.tables:
            await self._finish(table)
            self.report.finished += 1

    @property
    def _is_done(self) -> bool:
        return self.report.frames >= self._frames

    async def _tables(self, number: int) -> None:
        while not self._is_done:
            table = await self._new_table(number)
            if table is None:
                continue
            pages = [(table.cookies[0], 0), (table.cookies[1], 1), ("", None)]
            # One who sits on both seats needs one page.
            if table.cookies[0] == table.cookies[1]:
                del pages[1]
            while not table.is_over and not self._is_done:
                await asyncio.gather(*(self._page(table, *page) for page in pages))

    async def _new_table(self, number: int) -> Table | None:
        chance = self._chance
        variant = chance.choice(VARIANTS)
        clock = chance.choice((None, None, "1+0", "3+2"))
        if number % 3 == 0:
            wish = dump({"variant": variant, "clock": clock})
            _, room, ana = await ask(self._app, "POST", "/api/rooms", wish)
            path = f"/api/rooms/{room['token']}/join"
            _, game, beto = await ask(self._app, "POST", path, "{}")
            table = Table(game["id"], (ana, beto), room["token"])
        else:
            mode = {"mode": "local"} if number % 3 == 1 else {"mode": "cpu", "level": "easy"}
            wish = dump({"variant": variant, **mode})
            status, game, ana = await ask(self._app, "POST", "/api/games", wish)
            if status != 201:
                self.report.fault(f"no game: {status} {game}")
                return None
            table = Table(game["id"], (ana, ana), None)
        self.tables.append(table)
        self.report.games += 1
        return table

    async def _page(self, table: Table, cookie: str, seat: int | None) -> None:
        """One socket of a game, from its opening to its end."""
        page = _GamePage(self, table, cookie, seat)
        seen = self._chance.choice((0, 0, table.acknowledged, 10**8, "x", "-1", "٣", 1))
        query = f"seen={seen}"
        if table.token is not None and (seat is None or self._chance.random() < 0.3):
            query += f"&room={table.token}"
        path = f"/api/games/{table.game_id}/socket"
        await self._serve(path, query, cookie, page)

    async def _lobby_and_rooms(self, number: int) -> None:
        while not self._is_done:
            _, _, cookie = await ask(self._app, "POST", "/api/me", "{}")
            await self._serve("/api/lobby/socket", "", cookie, _Elsewhere(self, self._lobby_wish))
            _, room, cookie = await ask(self._app, "POST", "/api/rooms", '{"variant": "kalah"}')
            path = f"/api/rooms/{room['token']}/socket"
            await self._serve(path, "", cookie, _Elsewhere(self, self._room_wish))

    async def _serve(self, path: str, query: str, cookie: str, page: "_Page") -> None:
        try:
            code = await serve_page(self._app, path, query, cookie, page.next_frame, page.take)
        except Exception as error:
            self.report.fault(f"the site raised {error!r}")
        else:
            self.report.closes[code] += 1

    def _lobby_wish(self) -> Fields:
        if self._chance.random() < 0.3:
            return {"type": "cancel_seek", "id": self.new_id()}
        return {
            "type": "seek",
            "id": self.new_id(),
            "mode": self._chance.choice(("casual", "casual", "rated")),
            "variant": self._chance.choice(VARIANTS),
            "clock": self._chance.choice(("3+2", "5+5", "1+0")),
        }

    def _room_wish(self) -> Fields:
        return {"type": "sow", "id": self.new_id(), "seat": 0, "after": 1, "pit": 1}

    def new_id(self) -> str:
        return f"fuzz-{next(self._numbers):08}"

    def choose(self, valid: Fields, foreign: Fields) -> tuple[str, str]:
        """What kind of frame comes next, and the frame."""
        kind = self._chance.choices(list(SHARES), list(SHARES.values()))[0]
        if kind in ("mutated", "http"):
            name, frame = mutated(valid, self._chance, foreign)
            self.report.mutations[name] += 1
        else:
            frame = dump(valid) if kind == "valid" else junk(self._chance)
        self.report.sent[kind] += 1
        return kind, frame

    def heard(self, frame: str) -> Any:
        """A frame of the server, which must be one of the protocol."""
        try:
            message = _SERVER_MESSAGE.decode(frame)
        except msgspec.DecodeError as error:
            self.report.fault(f"no message of the protocol: {error}: {frame[:200]}")
            return None
        self.report.answers[type(message).__name__] += 1
        if isinstance(message, protocol.Rejected):
            self.report.codes[message.error.code] += 1
            if message.error.code in ("internal_error", "not_stored"):
                self.report.fault(f"rejected with {message.error}")
        return message

    async def command(self, table: Table, frame: str, cookie: str) -> tuple[int, Any]:
        path = f"/api/games/{table.game_id}/commands"
        try:
            status, answer, _ = await ask(self._app, "POST", path, frame, cookie)
        except Exception as error:
            self.report.fault(f"the site raised {error!r}")
            return 0, None
        self.report.statuses[status] += 1
        if status >= 500:
            self.report.fault(f"{status} {answer}")
        return status, answer

    async def _finish(self, table: Table) -> None:
        for _ in range(5_000):
            _, game, _ = await ask(
                self._app, "GET", f"/api/games/{table.game_id}", None, table.cookies[0]
            )
            board = game["board"]
            if board["outcome"] is not None:
                return
            seat = board["seat_to_move"]
            sitter = game["seats"][seat]
            if sitter["kind"] == "cpu":
                await asyncio.sleep(0.005)
                continue
            legal = [move["move"] for move in game["board"]["legal"]]
            move = self._chance.choice(legal)
            body: Fields = {"type": "sow", "pit": move} if move else {"type": "swap"}
            body |= {"id": self.new_id(), "seat": seat, "after": game["board"]["after"]}
            status, answer = await self.command(table, dump(body), table.cookies[seat])
            if status == 200:
                table.acknowledged = max(table.acknowledged, answer["seq"])
            elif answer["error"]["code"] == "game_too_long":
                return
            elif answer["error"]["code"] not in ("stale", "time_is_up", "game_over"):
                self.report.fault(f"a legal move was refused: {answer} in {game}")
                return
        self.report.fault(f"game {table.game_id} does not end")


class _Page:
    """What sends frames over one socket."""

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.left = FRAMES_OF_A_SOCKET

    async def next_frame(self) -> str | bytes:
        # The server's writer and the other pages get their turn.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        self.left -= 1
        if self.left < 0:
            raise Disconnected
        return await self.frame()

    async def frame(self) -> str | bytes:
        raise NotImplementedError

    def take(self, frame: str) -> None:
        self.attack.heard(frame)


class _Elsewhere(_Page):
    """A page of the lobby or before a room, with its wishes."""

    def __init__(self, attack: Attack, wish: Any) -> None:
        super().__init__(attack)
        self._wish = wish

    async def frame(self) -> str:
        return self.attack.choose(self._wish(), {"id": "fuzz-00000001"})[1]


class _GamePage(_Page):
    """A page of a game: it knows the board as far as it was told."""

    def __init__(self, attack: Attack, table: Table, cookie: str, seat: int | None) -> None:
        super().__init__(attack)
        self._table = table
        self._cookie = cookie
        self._seat = seat
        self._board: protocol.BoardView | None = None
        self._chance = attack._chance

    async def frame(self) -> str | bytes:
        if self._table.is_over and self._chance.random() < 0.1:
            raise Disconnected
        if self._chance.random() < 0.002:
            self.attack.report.sent["junk"] += 1
            return b"binary"  # ends the socket
        other = self._chance.choice(self.attack.tables)
        foreign: Fields = {"after": other.acknowledged, "seat": self._chance.randrange(2)}
        if other.accepted_ids:
            foreign["id"] = self._chance.choice(other.accepted_ids)
        kind, frame = self.attack.choose(self._wish(), foreign)
        if kind == "http":
            status, answer = await self.attack.command(self._table, frame, self._cookie)
            if status == 200:
                self._acknowledged(answer["id"], answer["seq"])
            return await self.frame()
        return frame

    def take(self, frame: str) -> None:
        message = self.attack.heard(frame)
        match message:
            case protocol.Snapshot():
                self._see(message.game.board)
            case protocol.Events():
                self._see(message.board)
                for event in message.events:
                    command = getattr(event, "command", None)
                    if command is not None:
                        self._acknowledged(command, event.seq)
            case protocol.Accepted():
                self._acknowledged(message.id, message.seq)
            case protocol.Rejected(game=protocol.GameView() as game):
                self._see(game.board)
            case _:
                pass

    def _see(self, board: protocol.BoardView) -> None:
        self._board = board
        self._table.acknowledged = max(self._table.acknowledged, board.seq)
        if board.outcome is not None:
            self._table.is_over = True

    def _acknowledged(self, command_id: str, seq: int) -> None:
        self._table.acknowledged = max(self._table.acknowledged, seq)
        # All who watch hear of a command.
        known = self._table.accepted_ids
        if len(known) < 200 and command_id not in known:
            known.append(command_id)
            self.attack.report.accepted += 1

    def _wish(self) -> Fields:
        """A valid message for this game: mostly a legal move, if it is one's own turn."""
        chance, board = self._chance, self._board
        seat = self._seat if self._seat is not None else chance.randrange(2)
        command: Fields = {"type": "sow", "id": self.attack.new_id(), "seat": seat}
        kind = chance.random()
        if board is None or kind < 0.03:
            return {"type": "pong", "n": chance.randrange(4)}
        is_my_turn = self._seat is None or self._seat == board.seat_to_move
        if board.legal and is_my_turn and kind < 0.85:
            move = chance.choice(board.legal).move
            command |= {"seat": board.seat_to_move, "after": board.after}
            return {**command, "pit": move} if move else {**command, "type": "swap"}
        if kind < 0.93:
            return {**command, "type": "undo", "after": board.after}
        if kind < 0.97:
            return {**command, "type": "say", "phrase": "hello"}
        rare = ("claim_abandonment", "hand_to_cpu", "claim_abandonment", "resign", "abort")
        return {**command, "type": chance.choice(rare if kind > 0.995 else rare[:3])}


async def fuzz(data: Path, frames: int, places: int, seed: int) -> Report:
    """A whole run on a data folder; the report's `faults` are empty if all went well."""
    settings = Settings(
        data=data, engine_threads=1, endgames=0, unlimited=parse_networks("127.0.0.1")
    )
    migrate(settings.database_url)
    left_alone: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, context: left_alone.append(f"{context.get('exception')!r}: {context}")
    )
    with structlog.testing.capture_logs() as logs:
        app = create_app(settings, BUNDLE, limits=Limits())
        async with app.router.lifespan_context(app):
            attack = Attack(app, frames, random.Random(seed))
            await attack.run(places)
            await attack.finish()
            gc.collect()
    report = attack.report
    for context in left_alone:
        report.fault(f"nobody caught {context}")
    for entry in logs:
        if entry["log_level"] in ("error", "critical"):
            report.fault(f"logged: {entry}")
    await _examine(settings, attack.tables, report)
    return report


async def _examine(settings: Settings, tables: list[Table], report: Report) -> None:
    """Reads every game from the store, as a restart does."""
    store = Store(settings.database_url)
    for table in tables:
        stored = await store.load(GameId(table.game_id))
        if stored is None:
            report.fault(f"game {table.game_id} is lost")
            continue
        state = fold(record.event for record in stored.records)
        if state.seq < table.acknowledged:
            report.fault(f"game {table.game_id}: {state.seq} of {table.acknowledged} events")
        if state.position.total != state.line.start.variant.total:
            report.fault(f"game {table.game_id} has {state.position.total} seeds")
    store.close()
