"""Numbers for rows of pits: the place of a row among all rows with as many seeds.

The combinatorial number system: a row x of m pits has the rank

    sum over i < m - 1 of C(x[0] + ... + x[i] + i, i + 1)

which counts from 0 to C(k + m - 1, m - 1) - 1 over the rows of k seeds; moving seeds towards the
store lowers it. All positions with a and b seeds a side form a block of a matrix, rank by rank;
blocks follow each other by a + b, then by a. So the positions with at most N seeds have the
numbers 0 to C(N + 2m, 2m) - 1. Source: Knuth, The Art of Computer Programming 4A, 7.2.1.3.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

MOST_SEEDS = 120
"""A game has at most 2 * 6 * 10 seeds."""


def binomials(pits: int) -> NDArray[np.int64]:
    """int64[n, 6] of the binomials C(n, k) that ranks of rows of `pits` need, 0 for k >= pits."""
    rows = range(MOST_SEEDS + 7)
    return np.array([[comb(n, k) * (k < pits) for k in range(6)] for n in rows], np.int64)


def rows_of(pits: int, seeds: int) -> int:
    """How many rows of some pits hold exactly so many seeds."""
    return comb(seeds + pits - 1, pits - 1)


def rows_up_to(pits: int, seeds: int) -> int:
    """How many rows of some pits hold at most so many seeds."""
    return comb(seeds + pits, pits)


def positions_up_to(pits: int, seeds: int) -> int:
    """How many ways at most so many seeds lie in the pits of both sides."""
    return comb(seeds + 2 * pits, 2 * pits)


def block_offsets(pits: int, seeds: int) -> NDArray[np.int64]:
    """int64[a, b]: the number of the first position with a and b seeds a side, a + b <= seeds."""
    offsets = np.full((seeds + 1, seeds + 1), -1, np.int64)
    offset = 0
    for total in range(seeds + 1):
        for mine in range(total + 1):
            offsets[mine, total - mine] = offset
            offset += rows_of(pits, mine) * rows_of(pits, total - mine)
    return offsets


def rank_of(pits: tuple[int, ...]) -> int:
    """The rank of a row, given left to right."""
    seeds = rank = 0
    for pit, count in enumerate(pits[:-1]):
        seeds += count
        rank += comb(seeds + pit, pit + 1)
    return rank
