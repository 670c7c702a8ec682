"""A beginner's way to play: take what is seen at once."""

from random import Random

from naqala.rules import SWAP, Line, Move


def greedy(line: Line, rng_seed: int) -> Move:
    """The move that gains most at once, an extra turn counting as 3 seeds; ties by lot."""
    rng = Random(rng_seed)
    position = line.position
    mover = position.to_move

    def gain(move: Move) -> float:
        if move == SWAP:
            return position.store(mover.other) - position.store(mover)
        sowing = position.sow(move)
        return sowing.after.store(mover) - position.store(mover) + 3 * sowing.extra_turn

    return max(position.legal_moves(), key=lambda move: (gain(move), rng.random()))
