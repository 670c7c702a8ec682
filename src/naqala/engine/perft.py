"""Counting the leaves of the game tree, fast."""

from naqala.rules import Position
from naqala.rules.swap import Swap

_DEEPEST_KERNEL = 11


def perft(position: Position, depth: int) -> int:
    """Leaves `depth` plies below a position; a finished game is one leaf wherever it ends.

    The same numbers as `naqala.rules.perft`, through the kernels. Repetition is not looked at.

    Raises:
        ValueError: if the depth is negative.

    """
    from naqala.engine import kernels
    from naqala.engine.encoding import encode

    if depth < 0:
        raise ValueError(f"depth must be at least 0, not {depth}")
    if depth == 0 or position.is_over:
        return 1
    if position.swap is not Swap.NONE or depth > _DEEPEST_KERNEL:
        # Kernels know no pie, which concerns the few positions of the first turn; and they cannot
        # be interrupted, so none of them should take long.
        return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
    board = encode(position)
    tables = kernels.tables_of(position.variant)
    return int(kernels.perft(board.mine, board.rival, board.forced, depth, tables))
