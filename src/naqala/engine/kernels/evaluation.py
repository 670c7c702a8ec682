"""What a position is probably worth: a weighted sum of what can be seen on the board.

The weights follow one another in the tables: of having the move; of a seed of mine by the distance
of its pit from my store (nearest first, six); of a seed of the rival, likewise; then four of the
game's own, two for each side. They are fitted to games of the engine against itself
(docs/engine.md).
"""

from naqala.engine.kernels.board import seeds_in
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import GAME, KALAH, PITS, SEED, WEIGHTS
from naqala.engine.kernels.weights import PARTS_OF_A_SEED


@kernel
def evaluate(mine, rival, tables):
    """The margin that the mover may expect from what is in the pits, in SEED parts."""
    pits = tables[PITS]
    value = tables[WEIGHTS]
    for distance in range(pits):
        pit = pits - 1 - distance
        value += seeds_in(mine, pit) * tables[WEIGHTS + 1 + distance]
        value += seeds_in(rival, pit) * tables[WEIGHTS + 7 + distance]
    if tables[GAME] == KALAH:
        extra_turns, capture = chances(mine, rival, pits)
        rival_extra_turns, rival_capture = chances(rival, mine, pits)
        value += extra_turns * tables[WEIGHTS + 13] + capture * tables[WEIGHTS + 14]
        value += rival_extra_turns * tables[WEIGHTS + 15] + rival_capture * tables[WEIGHTS + 16]
    else:
        empty, weak = weaknesses(mine)
        rival_empty, rival_weak = weaknesses(rival)
        value += empty * tables[WEIGHTS + 13] + weak * tables[WEIGHTS + 14]
        value += rival_empty * tables[WEIGHTS + 15] + rival_weak * tables[WEIGHTS + 16]
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
