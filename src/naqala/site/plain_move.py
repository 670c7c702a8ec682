"""A move without any search, for when the engine cannot make one."""

from naqala.rules import SWAP, Move, Position


def plain_move(position: Position) -> Move:
    """The legal move after which the mover is furthest ahead; of equals one that moves again."""

    def worth(move: Move) -> tuple[int, bool, int]:
        after = position.play(move)
        own, other = _stores(after, position)
        return own - other, after.to_move is position.to_move, -move

    return max((move for move in position.legal_moves() if move != SWAP), key=worth)


def _stores(after: Position, before: Position) -> tuple[int, int]:
    south, north = after.stores
    return (south, north) if before.to_move is before.to_move.SOUTH else (north, south)
