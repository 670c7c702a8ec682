"""One move in every game. Source: docs/rules.md; `naqala.rules` is the readable reference."""

from naqala.engine.kernels.board import row_total, seeds_in
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import (
    ADD_MINE,
    ADD_RIVAL,
    BY_TURNS,
    EMPTY_CAPTURE,
    EXTRA_TURN,
    GAME,
    GAME_OVER,
    HALF,
    KALAH,
    LAST,
    MAX_SEEDS,
    PIT_BITS,
    PITS,
    REMAINDER,
    ROW,
    SOWING_FIELDS,
    SOWINGS,
    STORE,
    STORE_SHIFT,
    TO_EMPTIER,
    TO_OWNER,
    TURN_PASSES,
    WARI,
)


@kernel
def sow(mine, rival, pit, tables):
    """Sows a legal pit.

    Returns the mover's side and the rival's (still the mover's first, whoever is next), what
    follows (TURN_PASSES, EXTRA_TURN, GAME_OVER) and the pit that the rival must play (1 to 6, 0
    when he is free). A finished game is swept.
    """
    if tables[GAME] == KALAH:
        mine, rival, follows = sow_kalah(mine, rival, pit, tables)
        return mine, rival, follows, 0
    return sow_oware(mine, rival, pit, tables)


@kernel
def sow_kalah(mine, rival, pit, tables):
    """Sows in Kalah; returns what `sow` does, without the forced pit."""
    # 1. Sow: one addition for each side.
    seeds = seeds_in(mine, pit)
    sowing = SOWINGS + (pit * MAX_SEEDS + seeds) * SOWING_FIELDS
    mine += tables[sowing + ADD_MINE] - (seeds << (PIT_BITS * pit))
    rival += tables[sowing + ADD_RIVAL]
    last = tables[sowing + LAST]

    # 2. The last seed alone in an own pit captures the facing pit and itself.
    if last < STORE and seeds_in(mine, last) == 1:
        facing = tables[PITS] - 1 - last
        captured = seeds_in(rival, facing)
        if captured or tables[EMPTY_CAPTURE]:
            rival -= captured << (PIT_BITS * facing)
            mine += ((captured + 1) << STORE_SHIFT) - (1 << (PIT_BITS * last))

    # 3. The end: a row is empty, or that of the player to move.
    follows = EXTRA_TURN if last == STORE else TURN_PASSES
    if tables[BY_TURNS]:
        is_over = ((mine if follows == EXTRA_TURN else rival) & ROW) == 0
    else:
        is_over = (mine & ROW) == 0 or (rival & ROW) == 0
    if not is_over:
        return mine, rival, follows

    # 4. The rest goes to its owners, to whoever emptied his row, or to nobody.
    my_rest = row_total(mine) << STORE_SHIFT
    rival_rest = row_total(rival) << STORE_SHIFT
    if tables[REMAINDER] == TO_OWNER:
        mine += my_rest
        rival += rival_rest
    elif tables[REMAINDER] == TO_EMPTIER:
        if my_rest:
            rival += my_rest
        else:
            mine += rival_rest
    return mine & ~ROW, rival & ~ROW, GAME_OVER


@kernel
def sow_oware(mine, rival, pit, tables):
    """Sows in wari and in oware; returns what `sow` does."""
    # 1. Sow past the origin and the stores.
    seeds = seeds_in(mine, pit)
    sowing = SOWINGS + (pit * MAX_SEEDS + seeds) * SOWING_FIELDS
    mine += tables[sowing + ADD_MINE] - (seeds << (PIT_BITS * pit))
    rival += tables[sowing + ADD_RIVAL]
    last = tables[sowing + LAST] - STORE - 1

    # 2. Capture 2 or 3 in the rival's last pit, and in an unbroken run backwards.
    before = rival
    captured = 0
    place = last
    while place >= 0 and 2 <= seeds_in(rival, place) <= 3:
        captured += seeds_in(rival, place)
        rival &= ~(255 << (PIT_BITS * place))
        place -= 1

    if tables[GAME] == WARI:
        # 3. Wari: a capture forces the pit after the last one; a rival without seeds ends it.
        mine += captured << STORE_SHIFT
        forced = 0
        if captured and last < STORE - 1 and seeds_in(rival, last + 1):
            forced = last + 2
        if (rival & ROW) == 0:
            mine = (mine & ~ROW) + (row_total(mine) << STORE_SHIFT)
            return mine, rival, GAME_OVER, 0
        return mine, rival, TURN_PASSES, forced

    # 4. Oware: a grand slam captures nothing; a majority, an even split or no move ends it.
    if (rival & ROW) == 0:
        rival = before
        captured = 0
    mine += captured << STORE_SHIFT
    half = tables[HALF]
    my_store = mine >> STORE_SHIFT
    rival_store = rival >> STORE_SHIFT
    is_over = my_store > half or rival_store > half or (my_store == half and rival_store == half)
    if not is_over and not can_move(rival, mine):
        is_over = True
    if is_over:
        mine = (mine & ~ROW) + (row_total(mine) << STORE_SHIFT)
        rival = (rival & ~ROW) + (row_total(rival) << STORE_SHIFT)
        return mine, rival, GAME_OVER, 0
    return mine, rival, TURN_PASSES, 0


@kernel
def can_move(mine, rival):
    """Whether a player of oware has a legal move: any seed, or one that feeds an empty rival."""
    if rival & ROW:
        return (mine & ROW) != 0
    return reaching_pits(mine) != 0


@kernel
def reaching_pits(mine):
    """A bit for every pit of six from which a sowing reaches the rival's row."""
    pits = 0
    for pit in range(6):
        if seeds_in(mine, pit) > 5 - pit:
            pits |= 1 << pit
    return pits
