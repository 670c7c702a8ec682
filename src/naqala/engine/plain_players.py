"""Two players that do not search, to measure the others by."""

from random import Random

from naqala.rules import SWAP, Line, Move

_EXTRA_TURN_SEEDS = 3


def play_randomly(line: Line, rng_seed: int) -> Move:
    """Any legal move, each as likely as the others."""
    return Random(rng_seed).choice(line.position.legal_moves())


def play_greedily(line: Line, rng_seed: int) -> Move:
    """What a beginner sees: the largest gain at once, an extra turn counting as 3 seeds.

    Ties are broken by lot.
    """
    rng = Random(rng_seed)
    position = line.position
    mover = position.to_move

    def gain(move: Move) -> float:
        if move == SWAP:
            return position.store(mover.other) - position.store(mover)
        sowing = position.sow(move)
        gained = sowing.after.store(mover) - position.store(mover)
        return gained + _EXTRA_TURN_SEEDS * sowing.extra_turn

    return max(position.legal_moves(), key=lambda move: (gain(move), rng.random()))
