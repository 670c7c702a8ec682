"""Which pits may be sown. Source: docs/rules.md."""

from naqala.engine.kernels.board import filled_pits, seeds_in
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import GAME, GAME_OVER, KALAH, ROW, WARI
from naqala.engine.kernels.sowing import reaching_pits, sow_oware


@kernel
def legal_pits(mine, rival, forced, tables):
    """A bit for every legal pit, bit 0 for pit 0; no bit when the game is over."""
    pits = filled_pits(mine)
    if tables[GAME] == KALAH:
        return pits
    if tables[GAME] == WARI:
        if forced:
            return 1 << (forced - 1)
        return feeding_pits(mine, rival, pits, tables)
    if rival & ROW:
        return pits
    return reaching_pits(mine)


@kernel
def feeding_pits(mine, rival, pits, tables):
    """Of some pits of wari those that leave the rival a seed; all of them if none does."""
    # A pit of 3 or more can never be captured, so with one the rival keeps a seed whatever
    # happens: 0x7D + 3 sets the high bit of its byte.
    if ((rival & ROW) + 0x7D7D7D7D7D7D) & 0x808080808080:
        return pits
    feeding = 0
    for pit in range(6):
        if pits >> pit & 1 and seeds_in(mine, pit):
            follows = sow_oware(mine, rival, pit, tables)[2]
            if follows != GAME_OVER:
                feeding |= 1 << pit
    return feeding if feeding else pits
