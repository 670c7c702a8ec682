"""What sowing a pit does to a row, for every row: computed once, so that a block is filled by
nothing but passes over bytes.

A *row* here is one side's pits, named by its number: all rows of 0 seeds, then of 1 seed, ...,
each group in the order of its ranks (`ranks.py`).
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from naqala.engine.endgames.ranks import binomials, block_offsets, rows_of

# Kinds of sowing.
EMPTY = 0
"""The pit is empty."""
STAY = 1
"""All seeds stay in the own row, the last one not alone in its pit."""
CAPTURE = 2
"""All seeds stay in the own row, the last one alone in its pit."""
EXTRA = 3
"""The last seed falls into the own store, without a lap."""
PASS = 4
"""One seed in the own store, some to the rival, at most one each; no capture."""
LAP = 5
"""Anything else: a capture after a lap, more than one lap. Rare, and sown seed by seed."""


class EndgameTables(NamedTuple):
    """All tables of a board, for up to some number of seeds on one side."""

    digits: NDArray[np.int8]
    """[row, pit]: the seeds."""
    first_row: NDArray[np.int64]
    """[seeds]: the first row with so many seeds; one more entry than there are numbers of seeds."""
    offsets: NDArray[np.int64]
    """[a, b]: the first position of a block."""
    choose: NDArray[np.int64]
    """[n, k]: binomials."""
    kind: NDArray[np.int8]
    """[pit, row]: the kind of sowing."""
    after: NDArray[np.int32]
    """[pit, row]: the rank of the own row after sowing."""
    after_capture: NDArray[np.int32]
    """[pit, row]: CAPTURE: the rank when the last seed is taken out again."""
    reach: NDArray[np.int8]
    """[pit, row]: CAPTURE: the facing pit; PASS: how many pits of the rival get a seed."""
    added: NDArray[np.uint32]
    """[n, row]: the rank when each of the first n pits gets a seed."""
    emptied: NDArray[np.uint32]
    """[pit, row]: the rank when a pit is emptied."""
    second_source: NDArray[np.uint32]
    """[row, pit]: where in the scratch of `fill_block` the second side finds a sowing's value."""
    plain_source: NDArray[np.uint32]
    """[capture]: the rank after a CAPTURE that takes nothing."""
    taken_source: NDArray[np.uint32]
    """[capture]: the rank after a CAPTURE that takes."""
    first_capture: NDArray[np.int64]
    """[seeds, pit]: the first capture of the rows with so many seeds that faces a pit."""
    regions: NDArray[np.int64]
    """[seeds, region]: where the regions of the scratch begin: a CAPTURE by facing pit (0 ...
    pits - 1), EXTRA (pits), a PASS of n seeds (pits + n), the end (2 pits + 1)."""
    facing_source: NDArray[np.uint32]
    """[pit, row]: where in the scratch the first side finds its capture from a rival's pit."""
    lap_row: NDArray[np.int64]
    """[lap]: the row of a LAP, in rising order."""
    lap_pit: NDArray[np.int64]
    """[lap]: its pit."""
    first_lap: NDArray[np.int64]
    """[seeds]: the first LAP of the rows with so many seeds; one more entry at the end."""


def endgame_tables(pits: int, seeds: int) -> EndgameTables:
    """The tables for a board with at most so many seeds in its pits."""
    choose = binomials(pits)
    counts = [rows_of(pits, number) for number in range(seeds + 1)]
    first_row = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    rows = int(first_row[-1])
    digits = np.zeros((rows, pits), np.int8)
    _enumerate(seeds, first_row, choose, digits)

    kind = np.zeros((pits, rows), np.int8)
    after, after_capture = np.zeros((2, pits, rows), np.int32)
    reach = np.zeros((pits, rows), np.int8)
    added = np.zeros((pits + 1, rows), np.uint32)
    emptied = np.zeros((pits, rows), np.uint32)
    _sow_all(digits, choose, kind, after, after_capture, reach, added, emptied)

    captures = int(np.count_nonzero(kind == CAPTURE))
    second_source = np.zeros((rows, pits), np.uint32)
    plain_source, taken_source = np.zeros((2, captures), np.uint32)
    first_capture = np.zeros((seeds + 1, pits + 1), np.int64)
    regions = np.zeros((seeds + 1, 2 * pits + 2), np.int64)
    facing_source = np.zeros((pits, rows), np.uint32)
    _point(
        first_row, digits, kind, after, after_capture, reach, emptied,
        second_source, plain_source, taken_source, first_capture, regions, facing_source,
    )  # fmt: skip
    lap_row, lap_pit = np.nonzero(kind.T == LAP)
    return EndgameTables(
        digits,
        first_row,
        block_offsets(pits, seeds),
        choose,
        kind,
        after,
        after_capture,
        reach,
        added,
        emptied,
        second_source,
        plain_source,
        taken_source,
        first_capture,
        regions,
        facing_source,
        lap_row.astype(np.int64),
        lap_pit.astype(np.int64),
        np.searchsorted(lap_row, first_row).astype(np.int64),
    )


def scratch_bytes(tables: EndgameTables) -> int:
    """How many bytes of scratch `fill_block` needs."""
    counts = np.diff(tables.first_row)
    return int(max(tables.regions[:, -1].max(), counts.sum())) + 64


@njit(cache=True, nogil=True)
def rank_digits(row: Any, choose: Any) -> Any:
    """The rank of a row that is given pit by pit."""
    seeds = 0
    rank = 0
    for pit in range(row.shape[0] - 1):
        seeds += row[pit]
        rank += choose[seeds + pit, pit + 1]
    return rank


@njit(cache=True, nogil=True)
def sow_digits(mine, rival, pit):
    """Sows a pit seed by seed; returns what fell into the own store, and the last place.

    Places are the own pits, the own store (pits), then the rival's pits.
    """
    pits = mine.shape[0]
    seeds = mine[pit]
    mine[pit] = 0
    stored = 0
    place = pit
    for _ in range(seeds):
        place = place + 1 if place < 2 * pits else 0
        if place < pits:
            mine[place] += 1
        elif place == pits:
            stored += 1
        else:
            rival[place - pits - 1] += 1
    return stored, place


@njit(cache=True, nogil=True)
def _enumerate(seeds, first_row, choose, digits):
    """Writes the pits of every row."""
    pits = digits.shape[1]
    row = np.zeros(pits, np.int64)
    for total in range(seeds + 1):
        row[:] = 0
        row[0] = total
        while True:
            number = first_row[total] + rank_digits(row, choose)
            for pit in range(pits):
                digits[number, pit] = row[pit]
            # The next composition: one seed of the first filled pit moves on, the rest goes back.
            pit = 0
            while pit < pits and row[pit] == 0:
                pit += 1
            if pit >= pits - 1:
                break
            carried = row[pit]
            row[pit] = 0
            row[0] = carried - 1
            row[pit + 1] += 1


@njit(cache=True, nogil=True)
def _sow_all(digits, choose, kind, after, after_capture, reach, added, emptied):
    """Sows every pit of every row, and finds the rows with a pit emptied or with seeds added."""
    rows, pits = digits.shape
    row = np.zeros(pits, np.int64)
    rival = np.zeros(pits, np.int64)
    for number in range(rows):
        for pit in range(pits):
            row[:] = digits[number]
            row[pit] = 0
            emptied[pit, number] = rank_digits(row, choose)
        row[:] = digits[number]
        added[0, number] = rank_digits(row, choose)
        for count in range(1, pits + 1):
            row[count - 1] += 1
            added[count, number] = rank_digits(row, choose)
        for pit in range(pits):
            if digits[number, pit] == 0:
                continue
            row[:] = digits[number]
            rival[:] = 0
            stored, place = sow_digits(row, rival, pit)
            passed = rival.sum()
            after[pit, number] = rank_digits(row, choose)
            is_alone = place < pits and row[place] == 1
            if stored == 0:
                kind[pit, number] = CAPTURE if is_alone else STAY
                if is_alone:
                    reach[pit, number] = pits - 1 - place
                    row[place] = 0
                    after_capture[pit, number] = rank_digits(row, choose)
            elif passed == 0:
                kind[pit, number] = EXTRA
            elif stored == 1 and passed <= pits and not is_alone:
                kind[pit, number] = PASS
                reach[pit, number] = passed
            else:
                kind[pit, number] = LAP


@njit(cache=True, nogil=True)
def _point(
    first_row, digits, kind, after, after_capture, reach, emptied,
    second_source, plain_source, taken_source, first_capture, regions, facing_source,
):  # fmt: skip
    """Lays out the scratch of `fill_block` and points every sowing into it."""
    pits = digits.shape[1]
    captures = 0
    for seeds in range(first_row.shape[0] - 1):
        begin = first_row[seeds]
        end = first_row[seeds + 1]
        # 1. The regions: one place that says "no sowing", the own row, then by kind.
        counts = np.zeros(pits, np.int64)
        for number in range(begin, end):
            for pit in range(pits):
                if kind[pit, number] == CAPTURE:
                    counts[reach[pit, number]] += 1
        place = 1 + end - begin
        for facing in range(pits):
            regions[seeds, facing] = place
            first_capture[seeds, facing] = captures
            place += counts[facing]
            captures += counts[facing]
        first_capture[seeds, pits] = captures
        for passed in range(pits + 1):
            regions[seeds, pits + passed] = place
            left = seeds - 1 - passed
            if left >= 0:
                place += first_row[left + 1] - first_row[left]
        regions[seeds, 2 * pits + 1] = place
        # 2. Every sowing of the second side.
        filled = first_capture[seeds, :pits].copy()
        for number in range(begin, end):
            for pit in range(pits):
                sowing = kind[pit, number]
                source = 0
                if sowing == STAY:
                    source = 1 + after[pit, number]
                elif sowing == CAPTURE:
                    facing = reach[pit, number]
                    capture = filled[facing]
                    filled[facing] += 1
                    plain_source[capture] = after[pit, number]
                    taken_source[capture] = after_capture[pit, number]
                    source = regions[seeds, facing] + capture - first_capture[seeds, facing]
                elif sowing == EXTRA:
                    source = regions[seeds, pits] + after[pit, number]
                elif sowing == PASS:
                    source = regions[seeds, pits + reach[pit, number]] + after[pit, number]
                second_source[number, pit] = source
        # 3. Every capture of the first side: rows with fewer seeds follow each other.
        for number in range(begin, end):
            for pit in range(pits):
                taken = digits[number, pit]
                place = 0
                for fewer in range(taken):
                    place += first_row[seeds - fewer + 1] - first_row[seeds - fewer]
                facing_source[pit, number] = place + emptied[pit, number]
