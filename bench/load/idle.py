"""Sockets that do nothing but answer pings: what they cost in memory and processor time."""

import asyncio
import time
from dataclasses import dataclass

from load import naqala
from load.lines import random_lines
from load.processes import Process

_STEPS = 5
_SETTLE_S = 12.0
"""Longer than a heartbeat, so that every socket has been pinged."""


@dataclass(frozen=True)
class Held:
    """So many sockets were held; `bytes_each` is what memory grew by for each, games included."""

    sockets: int
    bytes_each: float
    cpu_share: float

    def line(self) -> str:
        return (
            f"{self.sockets:7,} sockets   {self.bytes_each / 1000:6.1f} kB each"
            f"   {100 * self.cpu_share:5.1f} % of a core"
        )


async def hold(process: Process, sockets: int) -> list[Held]:
    """Opens the sockets of half as many friends' games, in steps; all must stay open."""
    lines = random_lines(1, 1)
    # What the first ones bring with them is not theirs: worker threads, caches, statements.
    warmed = await naqala.sit_down(process.port, await naqala.begin_games(process.port, 50), lines)
    await asyncio.sleep(_SETTLE_S)
    before_bytes = process.memory_bytes()
    seated = []
    held = []
    for _ in range(_STEPS):
        games = await naqala.begin_games(process.port, sockets // 2 // _STEPS)
        seated += await naqala.sit_down(process.port, games, lines)
        await asyncio.sleep(_SETTLE_S)
        began_s, cpu_s = time.perf_counter(), process.cpu_s()
        await asyncio.sleep(_SETTLE_S)
        share = (process.cpu_s() - cpu_s) / (time.perf_counter() - began_s)
        grown = process.memory_bytes() - before_bytes
        held.append(Held(2 * len(seated), grown / (2 * len(seated)), share))
        print(f"  naqala idle {held[-1].line()}", flush=True)
        for players in seated:
            players.table.check()
    for players in (*warmed, *seated):
        players.leave()
    return held
