"""The pie rule in the search. Source: docs/rules.md, "Kalah" 10.

The second player may take the first player's side, stores included, when the turn first passes to
him. Where his whole margin would be v he has |v|: a first turn should leave him little to choose.
Unlike all others these values depend on the stores; the few positions of the first turn are
searched here, outside the kernels and the transposition table.

Values and leads are in SEED parts, from the view of the player to move; a lead is his store less
the rival's.
"""

import numpy as np
from numpy.typing import NDArray

from naqala.engine import kernels
from naqala.engine.encoding import Board
from naqala.engine.kernels import layout as at
from naqala.engine.workspace import Workspace


def value_of_offer(
    board: Board, lead: int, alpha: int, beta: int, depth: int, workspace: Workspace
) -> tuple[int, bool]:
    """The value, without the lead, of having the choice to sow or to swap; and completeness.

    Sowing is worth v, swapping -v - 2 lead, so the window must be open on both sides: it is
    widened until a v outside it decides the choice as well.
    """
    widened_alpha = min(alpha, -beta - 2 * lead)
    widened_beta = max(beta, -alpha - 2 * lead)
    value, complete = workspace.search(
        board, is_fresh=True, alpha=widened_alpha, beta=widened_beta, depth=depth
    )
    return max(value, -value - 2 * lead), complete


def value_before_offer(
    board: Board,
    lead: int,
    alpha: int,
    beta: int,
    depth: int,
    workspace: Workspace,
    tables: NDArray[np.int64],
) -> tuple[int, bool]:
    """The value, without the lead, of a position inside the first turn, and its completeness.

    The first turn is always searched to its end, however deep.
    """
    best = -(1 << 14)
    all_complete = True
    pits = int(kernels.legal_pits(board.mine, board.rival, 0, tables))
    for pit in range(5, -1, -1):
        if not pits >> pit & 1 or workspace.has_given_up:
            continue
        mine, rival, follows, _ = map(int, kernels.sow(board.mine, board.rival, pit, tables))
        gain = ((mine >> at.STORE_SHIFT) - (rival >> at.STORE_SHIFT)) * at.SEED
        mine, rival = mine & at.ROW, rival & at.ROW
        low = max(alpha, best)
        value, complete = 0, True
        if follows == at.EXTRA_TURN:
            value, complete = value_before_offer(
                Board(mine, rival), lead + gain, low - gain, beta - gain, depth - 1, workspace,
                tables,
            )  # fmt: skip
        elif follows == at.TURN_PASSES:
            value, complete = value_of_offer(
                Board(rival, mine), -(lead + gain), gain - beta, gain - low, depth - 1, workspace
            )
            value = -value
        best = max(best, gain + value)
        if best >= beta:
            return best, complete
        all_complete = all_complete and complete
    return best, all_complete
