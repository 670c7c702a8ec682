"""How fast endgame databases are built: `python bench/endgames.py [--seeds 18]`.

Prints positions a second, the best of three, on one thread and on all cores; tables and memory
included, compiling not. Public generators build 2 to 7 million positions a second.
"""

import argparse
import os
import time

from naqala.engine.endgames import build_endgames
from naqala.rules import Variant

_RUNS = 3


def main() -> None:
    """Builds and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=18)
    parser.add_argument("--variant", default="kalah(6,4)")
    options = parser.parse_args()
    variant = Variant.parse(options.variant)
    build_endgames(variant, 2)  # compiles
    rates = {}
    for threads in sorted({1, os.cpu_count() or 1}):
        best = 0.0
        for _ in range(_RUNS):
            began = time.perf_counter()
            database = build_endgames(variant, options.seeds, threads=threads)
            best = max(best, len(database.values) / (time.perf_counter() - began))
        rates[threads] = best
        print(
            f"{variant}, up to {options.seeds} seeds, {len(database.values):,} positions, "
            f"{threads} thread{'s' * (threads > 1)}: {best / 1e6:.1f} M positions/s "
            f"({best / rates[1]:.2f} of one)"
        )


if __name__ == "__main__":
    main()
