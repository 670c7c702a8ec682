"""How fast endgame databases are built, and in how much memory.

    python bench/endgames.py                 20 seeds, on one thread and on all cores, best of three
    python bench/endgames.py --seeds 24 --runs 1

Prints positions a second, tables and memory included, compiling not, and the peak of the memory
that building took, beside what it was said to take: two bytes a position, and tables. Each run is a
process of its own. Public generators build 2 to 7 million positions a second.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from naqala.engine.endgames import build_endgames, bytes_to_build
from naqala.rules import Variant

_RUNS = 3


@dataclass(frozen=True)
class Build:
    """What one run took; the peak is that of the process, less what it had before."""

    positions: int
    wall_s: float
    cpu_s: float
    peak_bytes: int


def build(variant: Variant, seeds: int, threads: int) -> Build:
    """Builds once, in this process."""
    build_endgames(variant, 2)  # compiles
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    before = pages * resource.getpagesize()
    began, cpu_began = time.perf_counter(), time.process_time()
    database = build_endgames(variant, seeds, threads=threads)
    wall_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Build(len(database.values), wall_s, cpu_s, peak - before)


def build_apart(variant: Variant, seeds: int, threads: int) -> Build:
    """Builds once, in a process of its own, whose peak is therefore that of this build."""
    command = [sys.executable, __file__, "--variant", str(variant), "--seeds", str(seeds)]
    command += ["--once", str(threads)]
    told = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.split()
    return Build(int(told[0]), float(told[1]), float(told[2]), int(told[3]))


def main() -> None:
    """Builds and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--variant", default="kalah(6,4)")
    parser.add_argument("--runs", type=int, default=_RUNS)
    parser.add_argument("--once", type=int, metavar="THREADS", help=argparse.SUPPRESS)
    options = parser.parse_args()
    variant = Variant.parse(options.variant)
    if options.once:
        done = build(variant, options.seeds, options.once)
        print(done.positions, done.wall_s, done.cpu_s, done.peak_bytes)
        return
    one = 0.0
    for threads in sorted({1, os.cpu_count() or 1}):
        builds = [build_apart(variant, options.seeds, threads) for _ in range(options.runs)]
        best = min(builds, key=lambda run: run.wall_s)
        rate = best.positions / best.wall_s
        one = one or rate
        cpu_rate = best.positions / min(run.cpu_s for run in builds)
        said = bytes_to_build(variant, options.seeds)
        print(
            f"{variant}, up to {options.seeds} seeds, {best.positions:,} positions, "
            f"{threads} thread{'s' * (threads > 1)}: {best.wall_s:.1f} s, {rate / 1e6:.1f} M/s "
            f"({rate / one:.2f} of one), {cpu_rate / 1e6:.1f} M a CPU second, peak "
            f"{best.peak_bytes / best.positions:.2f} bytes a position "
            f"({best.peak_bytes / said:.1%} of what was said)",
            flush=True,
        )


if __name__ == "__main__":
    main()
