"""Counts the leaves of the game tree: the field's check that rules are right."""

from naqala.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """Leaves `depth` plies below a position; a finished game is one leaf wherever it ends.

    Repetition is not looked at. Source of known values: docs/rules.md, "Numbers to hold".
    """
    moves = position.legal_moves() if depth else ()
    if not moves:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in moves)
