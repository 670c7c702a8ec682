"""Ranks of rows in the kernels; `endgames/ranks.py` tells what they are."""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import PIT_BITS


@kernel
def rank_row(row, choose):
    """The rank of a row (int64, a byte a pit) and its seeds.

    `choose` has zeros where the board has no pit, so that the loop can always be unrolled.
    """
    seeds = 0
    rank = 0
    for pit in range(5):
        seeds += (row >> (PIT_BITS * pit)) & 255
        rank += choose[seeds + pit, pit + 1]
    return rank, seeds + ((row >> (PIT_BITS * 5)) & 255)
