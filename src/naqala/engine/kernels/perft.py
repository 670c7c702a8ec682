"""Counting the leaves of the game tree. Source of known values: docs/rules.md."""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import EXTRA_TURN, GAME_OVER
from naqala.engine.kernels.legality import legal_pits
from naqala.engine.kernels.sowing import sow


@kernel
def perft(mine, rival, forced, depth, tables):
    """Leaves `depth` plies (at least 1) below a position that is not over.

    A finished game is one leaf wherever it ends. The last ply is counted without being sown.
    """
    pits = legal_pits(mine, rival, forced, tables)
    leaves = 0
    if depth == 1:
        while pits:
            pits &= pits - 1
            leaves += 1
        return leaves
    for pit in range(6):
        if pits >> pit & 1:
            next_mine, next_rival, follows, next_forced = sow(mine, rival, pit, tables)
            if follows == GAME_OVER:
                leaves += 1
            elif follows == EXTRA_TURN:
                leaves += perft(next_mine, next_rival, next_forced, depth - 1, tables)
            else:
                leaves += perft(next_rival, next_mine, next_forced, depth - 1, tables)
    return leaves
