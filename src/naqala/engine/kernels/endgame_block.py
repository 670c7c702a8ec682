"""Fills one block of an endgame database: all positions with a and b seeds a side.

Two values are kept for each pair of rows: the margin for the first side when it is to move, and
the margin for the second side when that one is. Every sowing leads to a block with fewer seeds,
or to a row of lower rank in the same block. So one pass over the rows of the first side fills
both: its own values first, from the second side's values of lower rows, then the second side's
along the same row. Stores play no part: a value counts what is still to be won, sweep included.
"""

import numpy as np
from numba import njit

from naqala.engine.kernels.endgame_tables import (
    CAPTURE,
    EMPTY,
    EXTRA,
    PASS,
    STAY,
    rank_digits,
    sow_digits,
)

NO_VALUE = -127


@njit(cache=True, nogil=True)
def fill_block(a, b, first_moves, second_moves, tables, empty_capture, by_turns, rest, scratch):
    """Fills the block of a and b seeds; all blocks with fewer seeds are filled already.

    `first_moves` and `second_moves` are int8[positions] (`ranks.py` numbers them), `rest` is 1
    when each keeps his own row at the end, 0 when nobody gets it, -1 when it goes to the player
    whose row is empty. `scratch` is int8[`scratch_bytes`], one for each thread.
    """
    # The tables, taken apart here: as one they would be copied at every call below.
    digits = tables.digits
    first_row = tables.first_row
    offsets = tables.offsets
    kind = tables.kind
    after = tables.after
    after_capture = tables.after_capture
    reach = tables.reach
    emptied = tables.emptied
    first_capture = tables.first_capture[b]
    regions = tables.regions[b]
    pits = digits.shape[1]

    begin_a = first_row[a]
    begin_b = first_row[b]
    end_b = first_row[b + 1]
    rows_b = end_b - begin_b
    fewer_b = rows_b if b == 0 else begin_b - first_row[b - 1]
    block = offsets[a, b]
    added = tables.added[:, begin_b:end_b]
    facing_source = tables.facing_source[:, begin_b:end_b]
    second_source = tables.second_source[begin_b:end_b]
    choose = tables.choose
    mine, rival = np.empty((2, pits), np.int64)
    for row in range(first_row[a + 1] - begin_a):
        number = begin_a + row
        first = first_moves[block + row * rows_b : block + (row + 1) * rows_b]
        second = second_moves[block + row * rows_b : block + (row + 1) * rows_b]

        # 1. The first side is to move: every pit raises the whole row of values.
        if a == 0 or (b == 0 and not by_turns):
            first[:] = rest * (a - b)
        else:
            first[:] = NO_VALUE
            for pit in range(pits):
                sowing = kind[pit, number]
                rank = np.int64(after[pit, number])
                if sowing == STAY:
                    begin = block + rank * rows_b
                    _raise_to_negated(first, 0, second_moves[begin : begin + rows_b])
                elif sowing == EXTRA:
                    begin = offsets[a - 1, b] + rank * rows_b
                    _raise_to(first, 1, first_moves[begin : begin + rows_b])
                elif sowing == PASS:
                    passed = np.int64(reach[pit, number])
                    size = first_row[b + passed + 1] - first_row[b + passed]
                    begin = offsets[a - 1 - passed, b + passed] + rank * size
                    source = second_moves[begin : begin + size]
                    _raise_to_gathered_negated(first, 1, source, added[passed])
                elif sowing == CAPTURE:
                    # The values after taking 0, 1, 2, ... seeds, one after the other; each column
                    # knows its place among them.
                    place = 0
                    for taken in range(b + 1):
                        size = first_row[b - taken + 1] - first_row[b - taken]
                        if taken == 0 and not empty_capture:
                            gain = 0
                            source_row = block + rank * size
                        else:
                            gain = taken + 1
                            source_row = offsets[a - 1, b - taken]
                            source_row += np.int64(after_capture[pit, number]) * size
                        source = second_moves[source_row : source_row + size]
                        _negate(scratch[place : place + size], gain, source)
                        place += size
                    places = facing_source[np.int64(reach[pit, number])]
                    _raise_to_gathered(first, scratch, places)
                elif sowing != EMPTY:
                    for column in range(rows_b):
                        mine[:] = digits[number]
                        rival[:] = digits[begin_b + column]
                        gain, again = _sow_lap(mine, rival, pit, empty_capture)
                        position = _position(mine, rival, first_row, offsets, choose)
                        value = first_moves[position] if again else -second_moves[position]
                        value = np.int8(gain + value)
                        first[column] = max(first[column], value)

        # 2. The second side is to move.
        if b == 0 or (a == 0 and not by_turns):
            second[:] = rest * (b - a)
            continue
        # 2.1 All values that its sowings can lead to, region by region: no sowing, and sowings
        #     that stay in the own row;
        scratch[0] = NO_VALUE
        _negate(scratch[1 : 1 + rows_b], 0, first)
        #     captures, by the pit that they would take;
        for facing in range(pits):
            captures = first_capture[facing + 1] - first_capture[facing]
            target = scratch[regions[facing] : regions[facing] + captures]
            seeds = np.int64(digits[number, facing])
            if seeds == 0 and not empty_capture:
                places = tables.plain_source[first_capture[facing] : first_capture[facing + 1]]
                _negate_gathered(target, 0, first, places)
            else:
                places = tables.taken_source[first_capture[facing] : first_capture[facing + 1]]
                source_row = offsets[a - seeds, b - 1]
                source_row += np.int64(emptied[facing, number]) * fewer_b
                source = first_moves[source_row : source_row + fewer_b]
                _negate_gathered(target, seeds + 1, source, places)
        #     extra turns;
        source_row = offsets[a, b - 1] + row * fewer_b
        target = scratch[regions[pits] : regions[pits] + fewer_b]
        _add(target, 1, second_moves[source_row : source_row + fewer_b])
        #     sowings that pass seeds to the first side.
        for given in range(1, min(pits, b - 1) + 1):
            size = first_row[b - given] - first_row[b - given - 1]
            source_row = offsets[a + given, b - 1 - given]
            source_row += np.int64(tables.added[given, number]) * size
            target = scratch[regions[pits + given] : regions[pits + given] + size]
            _negate(target, 1, first_moves[source_row : source_row + size])
        # 2.2 Each column picks the best of its sowings.
        for column in range(rows_b):
            best = scratch[second_source[column, 0]]
            for pit in range(1, pits):
                best = max(best, scratch[second_source[column, pit]])
            second[column] = best
        # 2.3 Laps.
        for lap in range(tables.first_lap[b], tables.first_lap[b + 1]):
            mover = tables.lap_row[lap]
            mine[:] = digits[mover]
            rival[:] = digits[number]
            gain, again = _sow_lap(mine, rival, tables.lap_pit[lap], empty_capture)
            position = _position(rival, mine, first_row, offsets, choose)
            value = second_moves[position] if again else -first_moves[position]
            second[mover - begin_b] = max(second[mover - begin_b], np.int8(gain + value))


@njit(cache=True, nogil=True)
def _raise_to(target, gain, source):
    for column in range(target.shape[0]):
        target[column] = max(target[column], np.int8(gain + source[column]))


@njit(cache=True, nogil=True)
def _raise_to_negated(target, gain, source):
    for column in range(target.shape[0]):
        target[column] = max(target[column], np.int8(gain - source[column]))


@njit(cache=True, nogil=True)
def _raise_to_gathered(target, source, places):
    for column in range(target.shape[0]):
        target[column] = max(target[column], source[places[column]])


@njit(cache=True, nogil=True)
def _raise_to_gathered_negated(target, gain, source, places):
    for column in range(target.shape[0]):
        target[column] = max(target[column], np.int8(gain - source[places[column]]))


@njit(cache=True, nogil=True)
def _add(target, gain, source):
    for column in range(target.shape[0]):
        target[column] = gain + source[column]


@njit(cache=True, nogil=True)
def _negate(target, gain, source):
    for column in range(target.shape[0]):
        target[column] = gain - source[column]


@njit(cache=True, nogil=True)
def _negate_gathered(target, gain, source, places):
    for column in range(target.shape[0]):
        target[column] = gain - source[places[column]]


@njit(cache=True, nogil=True)
def _sow_lap(mine, rival, pit, empty_capture):
    """Sows a pit of `mine`; returns the gain, and whether the mover goes on."""
    pits = mine.shape[0]
    gain, place = sow_digits(mine, rival, pit)
    if place < pits and mine[place] == 1:
        facing = pits - 1 - place
        if rival[facing] or empty_capture:
            gain += 1 + rival[facing]
            mine[place] = 0
            rival[facing] = 0
    return gain, place == pits


@njit(cache=True, nogil=True)
def _position(first, second, first_row, offsets, choose):
    """The number of a position, its sides given pit by pit."""
    width = first_row[second.sum() + 1] - first_row[second.sum()]
    block = offsets[first.sum(), second.sum()]
    return block + rank_digits(first, choose) * width + rank_digits(second, choose)
