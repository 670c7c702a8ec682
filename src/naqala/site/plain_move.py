"""A move without any search, for when the engine cannot make one."""

from naqala.rules import SWAP, Move, Position


def plain_move(position: Position) -> Move:
    """The legal move after which the mover is furthest ahead; of equals one that moves again."""

    me = position.to_move

    def worth(move: Move) -> tuple[int, bool, int]:
        after = position.play(move)
        return after.store(me) - after.store(me.other), after.to_move is me, -move

    return max((move for move in position.legal_moves() if move != SWAP), key=worth)
