"""What it pays to spend on solving one position, before it is known how hard that is."""

from naqala.engine.endgames.builder import MOST_SEEDS, available_memory_bytes, bytes_to_build
from naqala.engine.endgames.ranks import positions_up_to
from naqala.engine.solver import DEFAULT_MEMORY_BYTES
from naqala.rules import Variant

_SHARE = 0.42
_LITTLE_WORK = 5e6
"""Positions that are computed in a tenth of a second."""
_LARGE_BOARD_MEMORY_BYTES = 2 << 30
_LARGE_BOARD_POSITIONS = 5e12
"""Kalah(6,4) has 1.4e12 placements of its seeds, Kalah(6,5) 15e12."""


def usual_endgames(pits: int, total: int) -> int:
    """Up to how many seeds a database pays that is built for one position with `total` in its pits.

    About two fifths of the seeds: 20 for Kalah(6,4), 25 for Kalah(6,5), found by trial
    (docs/solving.md). More where that is little work, never more than a third of the free memory.
    """
    free = available_memory_bytes()
    seeds = 1
    while seeds < min(total, MOST_SEEDS):
        positions = positions_up_to(pits, seeds + 1)
        if seeds + 1 > _SHARE * total and positions > _LITTLE_WORK:
            break
        if free is not None and bytes_to_build(Variant(pits=pits), seeds + 1) > free / 3:
            break
        seeds += 1
    return seeds


def usual_memory_bytes(variant: Variant) -> int:
    """The memory for proofs that pays for solving one start, at most a quarter of what is free."""
    if positions_up_to(variant.pits, variant.total) < _LARGE_BOARD_POSITIONS:
        return DEFAULT_MEMORY_BYTES
    free = available_memory_bytes()
    return _LARGE_BOARD_MEMORY_BYTES if free is None else min(_LARGE_BOARD_MEMORY_BYTES, free // 4)
