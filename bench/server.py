"""What the server bears: moves, latencies, processor time and memory, beside two others.

    python bench/server.py                    all of it: a quarter of an hour
    python bench/server.py games              friends who play each other, at four servers
    python bench/server.py games --games 500 --servers naqala boardgame.io --rounds 5
                                              these two in turns, and the medians
    python bench/server.py games --games 500 --servers echo --paces flat-out
    python bench/server.py idle               sockets that do nothing
    python bench/server.py cpu                people against the CPU, beside a flood of analyses too
    python bench/server.py cpu --players 400 --level perfect

Each server is a process of its own, played at over real sockets from this one: Naqala as it is run,
the same with SQLite's `synchronous = NORMAL`, a bare echo of Starlette as the limit, and
boardgame.io with Kalah in memory. Every game is known in advance, and every answer is compared with
what the rules say. A move takes from being sent until both seats have the new position and, at
Naqala, its sender has been told that it is stored.

The machine has few cores and others use them, so what counts is the processor time that the server
has used (`/proc`), not the time that has passed. Even that depends on what the others do, as a
yardstick tells: compare what was measured in turns (`--rounds`).
"""

import argparse
import asyncio
import contextlib
import gc
import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import uvloop
from load import boardgame, crowd, echo, naqala
from load.idle import hold
from load.lines import Ply, random_lines
from load.node import NoPeer, boardgame_command
from load.processes import START_S, Process, running
from load.tables import Table, play_flat_out, play_paced

_PEERS = Path(__file__).parent / "peers"
_GAMES = (100, 500, 2_000)
_PACES = ("paced", "flat-out")
_SOCKETS = 10_000
_PLAYERS = 100
_ASKERS = 30
_LINES = 200
_PACED_S = 15.0
_FLAT_OUT_S = 20.0
_CROWD_S = 40.0
_FEWEST_FLAT_OUT = 500
"""Games that are played flat out, so that a run takes more than a moment."""
_SETTLE_S = 1.5
_REST = 0.1
"""Part of a core that a server at rest takes at most, with pings to thousands of sockets."""
_RNG_SEED = 7


class Players(Protocol):
    """The players of one game at some server."""

    table: Table

    def leave(self) -> None: ...


SitDown = Callable[[int, int, Sequence[Sequence[Ply]]], Awaitable[Sequence[Players]]]


@dataclass(frozen=True)
class Result:
    """What a server did in some seconds; `loop_s` is the processor time of its first thread, and
    `yardsticks_s` are how long the yardstick took before and after.
    """

    seconds: float
    cpu_s: float
    loop_s: float
    latencies_s: list[float]
    yardsticks_s: tuple[float, float]

    @property
    def moves(self) -> int:
        return len(self.latencies_s)

    def line(self) -> str:
        moves = self.moves
        return (
            f"{moves:7,} moves {moves / self.seconds:6,.0f}/s"
            f"   p50 {_at(self.latencies_s, 50):7.1f} ms   p99 {_at(self.latencies_s, 99):7.1f} ms"
            f"   {100 * self.cpu_s / self.seconds:5.1f} % of a core"
            f"   {1e6 * self.cpu_s / moves:5.0f} us each ({1e6 * self.loop_s / moves:.0f} in the"
            f" loop)   {moves / self.cpu_s:6,.0f} a CPU-second   yardstick"
            f" {', '.join(f'{1e3 * each:.1f}' for each in self.yardsticks_s)} ms"
        )


def _at(times_s: Sequence[float], percent: int) -> float:
    """A percentile, in milliseconds."""
    ordered = sorted(times_s)
    return 1e3 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def yardstick_s() -> float:
    """Processor time of a loop that does the same each time: how fast the machine is just now."""
    times_s = []
    for _ in range(5):
        began_s = time.thread_time()
        for _ in range(100_000):
            pass
        times_s.append(time.thread_time() - began_s)
    return statistics.median(times_s)


async def settle(process: Process) -> None:
    """Waits until a server has done what it does behind its first page: Naqala loads its engine.

    Raises:
        TimeoutError: if it never comes to rest.

    """
    async with asyncio.timeout(START_S):
        busy = 1.0
        while busy > _REST:
            cpu_s = process.cpu_s()
            await asyncio.sleep(_SETTLE_S)
            busy = (process.cpu_s() - cpu_s) / _SETTLE_S


async def measured(process: Process, tables: Sequence[Table], play: Awaitable[None]) -> Result:
    """Plays, and tells what it cost."""
    await settle(process)
    gc.collect()
    gc.disable()
    yardstick_before_s = yardstick_s()
    began_s, cpu_s, loop_s = time.perf_counter(), process.cpu_s(), process.main_thread_s()
    await play
    seconds, cpu_s = time.perf_counter() - began_s, process.cpu_s() - cpu_s
    loop_s = process.main_thread_s() - loop_s
    gc.enable()
    latencies_s = [each for table in tables for each in table.latencies_s]
    return Result(seconds, cpu_s, loop_s, latencies_s, (yardstick_before_s, yardstick_s()))


async def play_games(process: Process, sit_down: SitDown, games: int, pace: str) -> Result:
    """Games at a pace."""
    lines = random_lines(_LINES, _RNG_SEED)
    count = games if pace == "paced" else max(games, _FEWEST_FLAT_OUT)
    everybody = await sit_down(process.port, count, lines)
    tables = [players.table for players in everybody]
    play = (
        play_paced(tables, _PACED_S)
        if pace == "paced"
        else play_flat_out(tables, games, _FLAT_OUT_S)
    )
    result = await measured(process, tables, play)
    for players in everybody:
        players.leave()
    await asyncio.sleep(_SETTLE_S)
    return result


def play_in_turns(games: int, names: Sequence[str], paces: Sequence[str], rounds: int) -> None:
    """Games at each server and pace, again and again, each time at a server started anew.

    Raises:
        NoPeer: if a server cannot be had here.

    """
    results: dict[tuple[str, str], list[Result]] = {}
    for _ in range(rounds):
        for pace in paces:
            for name in names:
                serve, sit_down = _SERVERS[name]
                with serve() as process:
                    result = uvloop.run(play_games(process, sit_down, games, pace))
                print(f"{name:14} {games:5,} games {pace:8} {result.line()}", flush=True)
                results.setdefault((name, pace), []).append(result)
    if rounds > 1:
        for (name, pace), several in results.items():
            print(f"{name:14} {games:5,} games {pace:8} in {rounds} turns: {_medians(several)}")


def _medians(results: Sequence[Result]) -> str:
    """The medians, each with the least and the most."""
    figures = {
        "us of processor a move": ([1e6 * each.cpu_s / each.moves for each in results], 0),
        "% of a core": ([100 * each.cpu_s / each.seconds for each in results], 1),
        "ms p99": ([_at(each.latencies_s, 99) for each in results], 1),
    }
    said = []
    for unit, (several, digits) in figures.items():
        least, median, most = min(several), statistics.median(several), max(several)
        said.append(f"{median:.{digits}f} {unit} ({least:.{digits}f}-{most:.{digits}f})")
    return ", ".join(said)


async def play_the_cpu(process: Process, players: int, level: str) -> None:
    """People against the CPU, alone and then while others ask for analyses."""
    await settle(process)
    cookies: list[str] = []
    for is_flooded in (False, True):
        times = crowd.Times()
        cpu_s = process.cpu_s()
        playing = asyncio.create_task(
            crowd.play(process.port, players, level, _CROWD_S, times), name="players"
        )
        if is_flooded:
            got = await crowd.flood(process.port, cookies[:_ASKERS], _CROWD_S)
        cookies = [player.cookie for player in await playing]
        busy = (process.cpu_s() - cpu_s) / _CROWD_S
        print(
            f"{players} players, {level}{', flood of analyses' if is_flooded else ''}: "
            f"{len(times.moves_s):,} moves p50 {_at(times.moves_s, 50):.1f} ms "
            f"p99 {_at(times.moves_s, 99):.1f} ms, "
            f"{len(times.answers_s):,} answers p50 {_at(times.answers_s, 50):.0f} ms "
            f"p95 {_at(times.answers_s, 95):.0f} ms p99 {_at(times.answers_s, 99):.0f} ms, "
            f"told of the crowd {times.crowded} times, {100 * busy:.0f} % of a core, "
            f"{process.memory_bytes() / 1e6:.0f} MB",
            flush=True,
        )
        if is_flooded:
            print("  analyses: " + ", ".join(f"{n} {what}" for what, n in sorted(got.items())))


async def sit_down_at_naqala(
    port: int, count: int, lines: Sequence[Sequence[Ply]]
) -> Sequence[Players]:
    """Games of friends, each between two new guests."""
    return await naqala.sit_down(port, await naqala.begin_games(port, count), lines)


@contextlib.contextmanager
def _naqala(*program: str) -> Iterator[Process]:
    data = tempfile.mkdtemp()
    try:
        command = [sys.executable, *program, "serve", "--no-open", "--port", "0", "--data", data]
        command += ["--endgames", "0", "--log-level", "warning", "--operator", "off"]
        # All players come from one address.
        command += ["--unlimited", "127.0.0.1"]
        with running(command, "http://") as process:
            yield process
    finally:
        shutil.rmtree(data, ignore_errors=True)


def naqala_server() -> AbstractContextManager[Process]:
    """Naqala as it is run, in a new data folder where temporary files are kept (`TMPDIR`)."""
    return _naqala("-m", "naqala.cli")


def normal_server() -> AbstractContextManager[Process]:
    """The same, but that a power cut may cost the last moves."""
    return _naqala(str(_PEERS / "naqala_normal.py"))


def echo_server() -> AbstractContextManager[Process]:
    """Starlette and uvicorn, echoing."""
    return running([sys.executable, str(_PEERS / "echo.py")], "http://")


def boardgame_server() -> AbstractContextManager[Process]:
    """boardgame.io with Kalah in memory.

    Raises:
        NoPeer: if it cannot be had here.

    """
    return running(boardgame_command(), "http://")


_SERVERS: dict[str, tuple[Callable[[], AbstractContextManager[Process]], SitDown]] = {
    "naqala": (naqala_server, sit_down_at_naqala),
    "naqala-normal": (normal_server, sit_down_at_naqala),
    "echo": (echo_server, echo.sit_down),
    "boardgame.io": (boardgame_server, boardgame.sit_down),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=("all", "games", "idle", "cpu"), default="all")
    parser.add_argument("--games", type=int, nargs="+", default=list(_GAMES), metavar="N")
    parser.add_argument("--servers", nargs="+", choices=_SERVERS, default=list(_SERVERS))
    parser.add_argument("--paces", nargs="+", choices=_PACES, default=list(_PACES))
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--sockets", type=int, default=_SOCKETS, metavar="N")
    parser.add_argument("--players", type=int, default=_PLAYERS, metavar="N")
    parser.add_argument("--level", default="hard")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error("--rounds: at least 1")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    if chosen.what in ("all", "games"):
        for games in chosen.games:
            try:
                play_in_turns(games, chosen.servers, chosen.paces, chosen.rounds)
            except NoPeer as error:
                print(f"boardgame.io cannot be had here: {error}", file=sys.stderr)
                return 1
    if chosen.what in ("all", "idle"):
        with naqala_server() as process:
            uvloop.run(hold(process, chosen.sockets))
    if chosen.what in ("all", "cpu"):
        with naqala_server() as process:
            uvloop.run(play_the_cpu(process, chosen.players, chosen.level))
    return 0


if __name__ == "__main__":
    sys.exit(main())
