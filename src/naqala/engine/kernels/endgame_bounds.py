"""Looking a position up in an endgame database, in every game.

`endgames` is (seeds, offsets, widths, choose, lower, upper): the positions with at most `seeds`
seeds are in the database, numbered as `endgames/ranks.py` tells, `widths` rows with so many seeds;
`lower` and `upper` are what the mover gets at least and at most, in seeds. Kalah has both in one.
"""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import GAME_OVER, ROW, STORE_SHIFT
from naqala.engine.kernels.ranks import rank_row
from naqala.engine.kernels.sowing import sow


@kernel
def endgame_bounds(mine, rival, forced, tables, endgames):
    """The least and the greatest margin of what is in the pits, for a mover without a past.

    In wari an obligation is followed until the mover is free: a position with one comes right
    after a capture and can never repeat, so it is worth what its only sowing leads to.
    """
    _, offsets, widths, choose, lower, upper = endgames
    gain = 0
    sign = 1
    while forced:
        after, rival_after, follows, forced = sow(mine, rival, forced - 1, tables)
        gain += sign * ((after >> STORE_SHIFT) - (rival_after >> STORE_SHIFT))
        if follows == GAME_OVER:
            return gain, gain
        mine = rival_after & ROW
        rival = after & ROW
        sign = -sign
    rank, seeds = rank_row(mine, choose)
    rival_rank, rival_seeds = rank_row(rival, choose)
    place = offsets[seeds, rival_seeds] + rank * widths[rival_seeds] + rival_rank
    if sign < 0:
        return gain - upper[place], gain - lower[place]
    return gain + lower[place], gain + upper[place]
