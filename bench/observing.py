"""What measuring and logging cost: the same moves and requests with and without, in turns.

Prints processor time for a stored move and for a request, watched and unwatched, and their ratio.
Moves go through `Games`, as from any socket, into SQLite; a request is `GET /api/variants`
through the whole application.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import structlog
from starlette.types import Message

from naqala.play import Human, Mode, Played, PlayerId, Sow, Started, fold
from naqala.rules import Variant
from naqala.site.app import create_app
from naqala.site.bus import Bus
from naqala.site.games import Games
from naqala.site.identity import new_game_id, new_player_id, new_room_id
from naqala.site.limits import RATES, Limits, Rate
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.pages import Bundle
from naqala.site.presence import Presence
from naqala.site.settings import Settings
from naqala.site.storage import CommandId, Store, migrate

GAMES = 50
PLIES = 20
REQUESTS = 2_000


class Unwatched(Metrics):
    """Takes note of nothing."""

    def __init__(self) -> None:
        super().__init__()
        for name in _TOLD:
            setattr(self, name, _nothing)


_TOLD = frozenset(
    name for name in vars(Metrics) if not name.startswith(("_", "watch")) and name != "checked"
)


def _nothing(*_: object, **__: object) -> None:
    pass


async def play(games: Games, store: Store, player: PlayerId) -> int:
    """Plays a game on one device, always the first legal move; returns how many were played."""
    game_id = new_game_id()
    started = Started(Variant.parse("kalah(6,4)"), Mode.LOCAL, (Human(player), Human(player)))
    await store.create_game(game_id, started, new_room_id(), player, 1)
    game = await games.begun(game_id, started)
    for ply in range(PLIES):
        seat = game.state.seat_to_move
        if seat is None:
            return ply
        move = game.state.position.legal_moves()[0]
        command = Sow(seat, game.state.board_seq, move)
        await games.execute(game_id, command, Human(player), CommandId(f"command-{ply}"))
    return PLIES


async def move_us(folder: Path, metrics: Metrics) -> float:
    """Microseconds of processor time for a move, of `GAMES` games at once."""
    url = Settings(data=folder).database_url
    migrate(url)
    store = Store(url, metrics.committed, metrics.not_committed)
    games = Games(store, Bus(), Presence(lambda: 1), lambda: 1, Names(), metrics)
    players = [new_player_id() for _ in range(GAMES)]
    for player in players:
        await store.create_player(player, player, 1)
    began_s = time.process_time()
    moves = sum(await asyncio.gather(*(play(games, store, player) for player in players)))
    used_s = time.process_time() - began_s
    store.close()
    return used_s / moves * 1e6


async def request_us(folder: Path, metrics: Metrics, *, is_logged: bool) -> float:
    """Microseconds of processor time for a request."""
    settings = Settings(data=folder, engine_threads=1, endgames=0, access_log=is_logged)
    migrate(settings.database_url)
    bundle = Bundle("/a.js", ("/a.css",), "/b.css", "/b.js")
    limits = Limits({limit: (Rate(10**9, 60.0),) for limit in RATES})
    app = create_app(settings, bundle, metrics=metrics, limits=limits)

    async def ask() -> None:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/variants",
            "raw_path": b"/api/variants",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"user-agent", b"x" * 80)],
            "client": ("192.0.2.1", 4711),
        }
        await app(scope, _receive, _send)

    async with app.router.lifespan_context(app):
        began_s = time.process_time()
        for _ in range(REQUESTS):
            await ask()
        return (time.process_time() - began_s) / REQUESTS * 1e6


async def _receive() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _send(message: Message) -> None:
    pass


Measure = Callable[[Path], Coroutine[None, None, float]]


def compare(what: str, rounds: int, watched: Measure, bare: Measure) -> None:
    """Measures in turns, and prints the best of each, for whatever else runs only adds time."""
    figures: dict[bool, list[float]] = {True: [], False: []}
    for number in range(2 * rounds):
        is_watched = number % 2 == 0
        with tempfile.TemporaryDirectory() as folder:
            measure = watched if is_watched else bare
            figures[is_watched].append(asyncio.run(measure(Path(folder))))
    with_us, without_us = min(figures[True]), min(figures[False])
    print(
        f"{what}: {with_us:.1f} us watched, {without_us:.1f} us not, ratio "
        f"{with_us / without_us:.3f} (best of {rounds})"
    )


def told_us(metrics: Metrics) -> float:
    """Microseconds for all that one stored move tells, alone in its commit."""
    player = Human(new_player_id())
    started = Started(Variant.parse("kalah(6,4)"), Mode.LOCAL, (player, player))
    state, event, calls = fold([started]), Played(0, 1), 100_000
    began_s = time.process_time()
    for _ in range(calls):
        metrics.happened(state, event)
        metrics.accepted(player, 0.003)
        metrics.committed(1, 0.002)
    return (time.process_time() - began_s) / calls * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(30))
    compare(
        "a move",
        rounds,
        lambda folder: move_us(folder, Metrics()),
        lambda folder: move_us(folder, Unwatched()),
    )
    told = min(told_us(Metrics()) for _ in range(rounds))
    print(f"of that, what the move tells: {told:.1f} us")
    compare(
        "a request",
        rounds,
        lambda folder: request_us(folder, Metrics(), is_logged=True),
        lambda folder: request_us(folder, Unwatched(), is_logged=False),
    )


if __name__ == "__main__":
    main()
