"""How fast databases of wari and oware are built, and how much of them is exact.

`python bench/cycles.py [--variant oware] [--seeds 12] [--runs 3]` prints positions a second, the
best of some runs, on one thread and on all cores, compiling not included; then for every number of
seeds the share of exact positions, of those whose winner is certain, and how far the bounds are
apart on average, in seeds.
"""

import argparse
import os
import time

import numpy as np

from naqala.engine.endgames import build_endgames
from naqala.engine.endgames.ranks import positions_up_to
from naqala.rules import Variant


def main() -> None:
    """Builds and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="oware")
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    variant = Variant.parse(options.variant)
    database = build_endgames(variant, 3)  # compiles
    rates = {}
    for threads in sorted({1, os.cpu_count() or 1}):
        seconds, worked = [], []
        for _ in range(options.runs):
            began, began_work = time.perf_counter(), time.process_time()
            database = build_endgames(variant, options.seeds, threads=threads)
            seconds.append(time.perf_counter() - began)
            worked.append(time.process_time() - began_work)
        rates[threads] = len(database.values) / min(seconds)
        print(
            f"{variant}, up to {options.seeds} seeds, {len(database.values):,} positions, "
            f"{threads} thread{'s' * (threads > 1)}: {min(seconds):.1f} s, "
            f"{min(worked):.1f} s of CPU, {rates[threads] / 1e6:.2f} M positions/s "
            f"({rates[threads] / rates[1]:.2f} of one)",
            flush=True,
        )
    print("seeds     positions   exact   winner   apart")
    for seeds in range(1, options.seeds + 1):
        layer = slice(positions_up_to(6, seeds - 1), positions_up_to(6, seeds))
        lower, upper = database.values[layer], database.upper[layer].astype(np.int16)
        exact = np.mean(lower == upper)
        certain = np.mean((lower > 0) | (upper < 0) | (lower == upper))
        apart = np.mean(upper - lower)
        print(f"{seeds:5} {len(lower):13,} {exact:7.1%} {certain:8.1%} {apart:7.2f}")


if __name__ == "__main__":
    main()
