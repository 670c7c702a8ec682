"""What the server bears: moves, latencies, processor time and memory, beside two others.

    python bench/server.py                  friends' games, idle sockets; Naqala, echo, boardgame.io
    python bench/server.py --games 500      only so many games at once
    python bench/server.py --only naqala    one server: naqala, echo or boardgame.io
    python bench/server.py --idle 10000     so many idle sockets, and no games

Each server is a process of its own, played at over real sockets from this one. Every game is known
in advance, and every answer is compared with what the rules say. A move takes from being sent until
both seats have the new position and, at Naqala, its sender has been told that it is stored.

The machine has few cores and others use them, so what counts is the processor time that the server
has used (`/proc`), not the time that has passed.
"""

import argparse
import asyncio
import contextlib
import gc
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import uvloop
from load import boardgame, echo, naqala
from load.lines import Ply, random_lines
from load.processes import Process, running
from load.tables import Table, play_flat_out, play_paced

_HERE = Path(__file__).parent
_GAMES = (100, 500, 2_000)
_PACES = ("paced", "flat-out")
_LINES = 200
_PACED_S = 15.0
_FLAT_OUT_S = 20.0
_FEWEST_FLAT_OUT = 500
"""Games that are played flat out, so that a run takes more than a moment."""
_SETTLE_S = 1.0
_RNG_SEED = 7


class Players(Protocol):
    """The players of one game at some server."""

    table: Table

    def leave(self) -> None: ...


SitDown = Callable[[int, int, Sequence[Sequence[Ply]]], Awaitable[Sequence[Players]]]


@dataclass(frozen=True)
class Result:
    """What a server did in some seconds."""

    moves: int
    seconds: float
    cpu_s: float
    loop_s: float
    latencies_s: list[float]

    def line(self) -> str:
        ordered = sorted(self.latencies_s)
        p50, p99 = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
        return (
            f"{self.moves:7,} moves {self.moves / self.seconds:7,.0f}/s"
            f"   p50 {p50 * 1e3:7.2f} ms   p99 {p99 * 1e3:7.2f} ms"
            f"   {100 * self.cpu_s / self.seconds:5.1f} % of a core"
            f"   {1e6 * self.cpu_s / self.moves:6.1f} us each"
            f" ({1e6 * self.loop_s / self.moves:.0f} in the loop)"
            f"   {self.moves / self.cpu_s:7,.0f} a CPU-second"
        )


async def measured(process: Process, tables: Sequence[Table], play: Awaitable[None]) -> Result:
    """Plays, and tells what it cost."""
    await asyncio.sleep(_SETTLE_S)
    for table in tables:
        table.latencies_s.clear()
    gc.collect()
    gc.disable()
    print(f"  measuring {process.pid}", file=sys.stderr, flush=True)
    began_s, cpu_s, loop_s = time.perf_counter(), process.cpu_s(), process.main_thread_s()
    await play
    seconds, cpu_s = time.perf_counter() - began_s, process.cpu_s() - cpu_s
    loop_s = process.main_thread_s() - loop_s
    gc.enable()
    latencies_s = [latency for table in tables for latency in table.latencies_s]
    return Result(len(latencies_s), seconds, cpu_s, loop_s, latencies_s)


async def play_games(
    process: Process, name: str, sit_down: SitDown, games: int, paces: Sequence[str]
) -> list[str]:
    """Games at each pace."""
    lines = random_lines(_LINES, _RNG_SEED)
    report = []
    for kind in paces:
        count = games if kind == "paced" else max(games, _FEWEST_FLAT_OUT)
        everybody = await sit_down(process.port, count, lines)
        tables = [players.table for players in everybody]
        play = (
            play_paced(tables, _PACED_S)
            if kind == "paced"
            else play_flat_out(tables, games, _FLAT_OUT_S)
        )
        result = await measured(process, tables, play)
        report.append(f"  {name:22} {games:5,} games {kind:8} {result.line()}")
        print(report[-1], flush=True)
        for players in everybody:
            players.leave()
        await asyncio.sleep(_SETTLE_S)
    return report


async def sit_down_at_naqala(
    port: int, count: int, lines: Sequence[Sequence[Ply]]
) -> Sequence[Players]:
    games = await naqala.begin_games(port, count)
    return await naqala.sit_down(port, games, lines)


@contextlib.contextmanager
def naqala_server(*flags: str) -> Iterator[Process]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "naqala.cli", "serve", "--no-open", "--port", "0"]
        command += ["--data", data, "--endgames", "0", "--log-level", "warning"]
        command += ["--operator", "off", "--unlimited", "127.0.0.1", *flags]
        with running(command, "http://") as process:
            yield process


@contextlib.contextmanager
def echo_server() -> Iterator[Process]:
    with running([sys.executable, str(_HERE / "peers" / "echo.py")], "http://") as process:
        yield process


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=list(_GAMES))
    parser.add_argument("--only")
    parser.add_argument("--pace", nargs="+", default=list(_PACES), choices=_PACES)
    chosen = parser.parse_args()
    raise_limits()
    for games in chosen.games:
        if chosen.only in (None, "naqala"):
            with naqala_server() as process:
                uvloop.run(play_games(process, "naqala", sit_down_at_naqala, games, chosen.pace))
        if chosen.only in (None, "echo"):
            with echo_server() as process:
                uvloop.run(play_games(process, "echo", echo.sit_down, games, chosen.pace))
        if chosen.only in (None, "boardgame.io"):
            env = {"PORT": "8123"}
            with running(
                ["node", str(_HERE / "peers/boardgame/server.js")], "serving", 8123, env
            ) as process:
                uvloop.run(
                    play_games(process, "boardgame.io", boardgame.sit_down, games, chosen.pace)
                )
    return 0


def raise_limits() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main())
