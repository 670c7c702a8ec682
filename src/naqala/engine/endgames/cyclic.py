"""Builds the databases of wari and oware, whose positions can repeat.

Layer by layer of seeds, each in these steps (`kernels/cycles.py`; docs/engine.md has the proof):

1. Sow everything: where each sowing leads inside the layer, and what those out of it are worth.
2. Hold: the greatest bounds that a player can keep for ever, among positions where the rest is as
   good for him; it does not matter then what repeats.
3. Reach: the least bounds from which he gets there, or out of the layer, with never a repetition.
4. Hold and reach once more, where each position has one predecessor, its owner, from which one may
   sow to it whatever the rest: who always sows so never repeats it.

All are fixed points of monotone steps on bytes. So they are found after finitely many, in whatever
order: threads sweep over parts of the layer and read each other's newest values, until a whole
sweep changes nothing.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from naqala.engine.endgames.build_errors import BuildCancelled
from naqala.engine.endgames.database import EndgameDatabase
from naqala.engine.endgames.ranks import binomials, block_offsets, positions_up_to, rows_of
from naqala.rules import Variant

_PITS = 6
_LAYER_BYTES = 6 * 4 + 6 * 4 + 8 + 12
"""Successors, predecessors at most, where these begin, and twelve bytes for a position."""
_PARTS = 8
"""Parts of a layer for each thread: so few, that their ends do not matter."""


def bytes_to_build_cyclic(seeds: int) -> int:
    """The memory that building takes: two bytes a position, and what the largest layer needs."""
    positions = positions_up_to(_PITS, seeds)
    return 2 * positions + _LAYER_BYTES * (positions - positions_up_to(_PITS, seeds - 1))


def build_cyclic(
    rules: Variant,
    seeds: int,
    threads: int | None,
    on_progress: Callable[[int, int], None] | None,
    is_cancelled: Callable[[], bool],
) -> EndgameDatabase:
    """Computes the bounds of all positions with at most so many seeds.

    Raises:
        BuildCancelled: when `is_cancelled` has become true.

    """
    from naqala.engine import kernels

    total = positions_up_to(_PITS, seeds)
    lower, upper = np.zeros((2, total), np.int8)
    choose = binomials(_PITS)
    widths = np.array([rows_of(_PITS, number) for number in range(seeds + 1)], np.int64)
    rows = [np.empty(width, np.int64) for width in widths]
    for number, listed in enumerate(rows):
        kernels.list_rows(number, choose, listed)
    endgames = (seeds, block_offsets(_PITS, seeds), widths, choose, lower, upper)
    tables = kernels.tables_of(rules)
    workers = threads or os.cpu_count() or 1
    pool = ThreadPoolExecutor(workers, "endgames")
    try:
        for level in range(1, seeds + 1):
            begin, end = positions_up_to(_PITS, level - 1), positions_up_to(_PITS, level)

            def tell(share: float, begin: int = begin, end: int = end) -> None:
                if is_cancelled():
                    raise BuildCancelled
                if on_progress is not None:
                    on_progress(begin + int(share * (end - begin)), total)

            layer = _Layer.sown(level, rows, endgames, tables, pool)
            tell(0.1)
            lower[begin:end], upper[begin:end] = layer.bounds(pool, workers, tell)
            tell(1.0)
    finally:
        # After a fault or Ctrl-C only the parts that are being swept are waited for.
        pool.shutdown(cancel_futures=True)
    return EndgameDatabase(rules, seeds, lower, upper)


@dataclass(frozen=True, slots=True)
class _Layer:
    """All positions with one number of seeds, sown; `kernels/cycles.py` names the arrays."""

    seeds: int
    successors: NDArray[np.int32]
    exit_lower: NDArray[np.int8]
    exit_upper: NDArray[np.int8]
    rests: NDArray[np.int8]

    @classmethod
    def sown(
        cls,
        seeds: int,
        rows: list[NDArray[np.int64]],
        endgames: Any,
        tables: NDArray[np.int64],
        pool: ThreadPoolExecutor,
    ) -> "_Layer":
        from naqala.engine import kernels

        begin = positions_up_to(_PITS, seeds - 1)
        size = positions_up_to(_PITS, seeds) - begin
        layer = cls(
            seeds,
            np.empty((size, 6), np.int32),
            *(np.empty(size, np.int8) for _ in range(3)),
        )
        offsets = endgames[1]

        def sow(mine: int) -> None:
            kernels.sow_block(
                rows[mine], rows[seeds - mine], offsets[mine, seeds - mine] - begin, begin, tables,
                endgames, layer.successors, layer.exit_lower, layer.exit_upper, layer.rests,
            )  # fmt: skip

        # The blocks in the middle are the largest.
        list(pool.map(sow, sorted(range(seeds + 1), key=lambda mine: abs(2 * mine - seeds))))
        return layer

    def bounds(
        self, pool: ThreadPoolExecutor, workers: int, tell: Callable[[float], None]
    ) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What the mover gets at least and at most in every position of the layer."""
        from naqala.engine import kernels

        size = len(self.rests)
        first = np.zeros(size + 1, np.int64)
        kernels.count_predecessors(self.successors, first)
        np.cumsum(first, out=first)
        predecessors = np.empty(first[-1], np.int32)
        kernels.list_predecessors(self.successors, first, predecessors)
        # Each now stands where its predecessors end.
        first[1:] = first[:-1]
        first[0] = 0

        stale = np.ones(size, np.uint8)
        cuts = np.linspace(0, size, min(_PARTS * workers, size) + 1).astype(int)
        parts = list(zip(cuts[:-1], cuts[1:], strict=True))
        exits = self.successors, self.exit_lower, self.exit_upper, self.rests
        share = 0.1

        def settle(kernel: Callable[..., int], *arrays: Any) -> None:
            """Sweeps until nothing changes."""
            nonlocal share

            def sweep(part: tuple[int, int]) -> int:
                return int(kernel(*part, *exits, first, predecessors, stale, *arrays))

            is_settled = False
            while not is_settled:
                # Two threads may have missed each other's news; so the last sweep looks at all.
                stale[:] = 1
                is_settled = not sum(pool.map(sweep, parts))
                while sum(pool.map(sweep, parts)):
                    # How many sweeps there will be is not known.
                    share += (1 - share) / 100
                    tell(share)

        # 2. and 3. The rest must be as good wherever one stays; what is proven is a base. Nobody
        #    can hold more than the other is proven to leave him, so that is where holding begins.
        nothing = np.full(size, -self.seeds, np.int8), np.full(size, self.seeds, np.int8)
        nowhere = np.full(size, 127, np.int8)
        lower, upper = nothing[0].copy(), nothing[1].copy()
        settle(kernels.reach, nowhere, lower, upper)
        while True:
            held_lower, held_upper = upper.copy(), lower.copy()
            settle(kernels.hold, lower, upper, False, held_lower, held_upper)
            if np.array_equal(lower, held_lower) and np.array_equal(upper, held_upper):
                break
            lower, upper = held_lower, held_upper
            settle(kernels.reach, nowhere, lower, upper)

        # 4. Where the sower is the owner it need not be; but then one may not begin there.
        held_lower, held_upper = upper.copy(), nothing[0].copy()
        settle(kernels.hold, *nothing, True, held_lower, held_upper)
        np.maximum(lower, held_lower, out=lower)
        np.minimum(upper, np.maximum(self.rests, held_upper), out=upper)
        settle(kernels.reach, held_upper, lower, upper)
        return lower, upper
