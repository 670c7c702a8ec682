"""What a position is probably worth: a sum over what can be seen on the board.

Each pit is worth something by its distance from its owner's store and by its count of seeds: in
Kalah a pit whose seeds end in the store is worth more than one with a seed more. Having the move is
worth something, and so are four features of the game's own, two for each side, by their weights.
All are fitted to games of the engine against itself (docs/engine.md).
"""

from naqala.engine.kernels.board import seeds_in
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import (
    GAME,
    KALAH,
    PITS,
    SEED,
    WEIGHTS,
    WORTH_COUNTS,
    WORTHS,
)
from naqala.engine.kernels.weights import PARTS_OF_A_SEED


@kernel
def evaluate(mine, rival, tables):
    """The margin that the mover may expect from what is in the pits, in SEED parts."""
    pits = tables[PITS]
    value = tables[WEIGHTS]
    for distance in range(pits):
        pit = pits - 1 - distance
        count = min(seeds_in(mine, pit), WORTH_COUNTS - 1)
        value += tables[WORTHS + distance * WORTH_COUNTS + count]
        count = min(seeds_in(rival, pit), WORTH_COUNTS - 1)
        value += tables[WORTHS + (6 + distance) * WORTH_COUNTS + count]
    if tables[GAME] == KALAH:
        extra_turns, capture = chances(mine, rival, pits)
        rival_extra_turns, rival_capture = chances(rival, mine, pits)
        value += extra_turns * tables[WEIGHTS + 1] + capture * tables[WEIGHTS + 2]
        value += rival_extra_turns * tables[WEIGHTS + 3] + rival_capture * tables[WEIGHTS + 4]
    else:
        empty, weak = weaknesses(mine)
        rival_empty, rival_weak = weaknesses(rival)
        value += empty * tables[WEIGHTS + 1] + weak * tables[WEIGHTS + 2]
        value += rival_empty * tables[WEIGHTS + 3] + rival_weak * tables[WEIGHTS + 4]
    return value // (PARTS_OF_A_SEED // SEED)


@kernel
def chances(mine, rival, pits):
    """In Kalah: how many moves give an extra turn, and the seeds that the best capture takes.

    Sowings that leave the own side are not looked at.
    """
    extra_turns = 0
    best = 0
    for pit in range(pits):
        seeds = seeds_in(mine, pit)
        last = pit + seeds
        if seeds == 0 or last > pits:
            continue
        if last == pits:
            extra_turns += 1
        elif seeds_in(mine, last) == 0:
            captured = seeds_in(rival, pits - 1 - last)
            if captured >= best:
                best = captured + 1 if captured else best
    return extra_turns, best


@kernel
def weaknesses(side):
    """In wari and oware: how many pits of a side are empty, and how many hold 1 or 2 seeds."""
    empty = 0
    weak = 0
    for pit in range(6):
        seeds = seeds_in(side, pit)
        if seeds == 0:
            empty += 1
        elif seeds <= 2:
            weak += 1
    return empty, weak
