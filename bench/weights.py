"""Fits the weights of the evaluation to games of the engine against itself.

    python bench/weights.py --seconds 60 "kalah(6,4)" "kalah(6,6)"

Every position of every game is one equation: the weighted features ought to be what the mover
still gained, half by what the search thought there and half by how the game ended. Prints the
weights for `naqala/engine/kernels/weights.py`, in its order. One move in ten is random.
"""

import argparse
import time
from random import Random

import numpy as np

from naqala.engine import Bounds, Engine, Limits, opening
from naqala.engine.encoding import encode_rows
from naqala.engine.kernels.board import seeds_in
from naqala.engine.kernels.evaluation import chances, weaknesses
from naqala.engine.kernels.weights import PARTS_OF_A_SEED
from naqala.rules import SOUTH, Game, Position, Variant

_NODES = 4_000
_RANDOM_MOVES = 0.1
_RIDGE = 5.0


def features(position: Position) -> list[float]:
    """What `evaluation.py` looks at, in the order of its weights."""
    board = encode_rows(position)
    pits = position.variant.pits
    found = [1.0]
    for side in (board.mine, board.rival):
        row = [float(seeds_in(side, pit)) for pit in reversed(range(pits))]
        found += row + [0.0] * (6 - pits)
    if position.variant.game is Game.KALAH:
        return [
            *found,
            *chances(board.mine, board.rival, pits),
            *chances(board.rival, board.mine, pits),
        ]
    return [*found, *weaknesses(board.mine), *weaknesses(board.rival)]


def play(variant: Variant, engine: Engine, rng: Random) -> list[tuple[list[float], float]]:
    """One game: for each of its positions the features and what the mover gained from there."""
    line = opening(variant, rng)
    seen = []
    while line.outcome is None:
        position = line.position
        decision = engine.search(position, Limits(nodes=_NODES), line.keys)
        mover = position.to_move
        lead = position.store(mover) - position.store(mover.other)
        if not isinstance(decision.score, Bounds):
            seen.append((features(position), decision.score.margin - lead, mover, lead))
        is_random = rng.random() < _RANDOM_MOVES
        line = line.play(rng.choice(position.legal_moves()) if is_random else decision.move)
    margin = line.outcome.margin
    return [
        (found, (thought + (margin if mover is SOUTH else -margin) - lead) / 2)
        for found, thought, mover, lead in seen
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("variants", nargs="+", help="of one game; they take turns")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to play")
    options = parser.parse_args()
    variants = [Variant.parse(text) for text in options.variants]
    engine, rng = Engine(memory_bytes=4 << 20), Random(5)
    equations: list[tuple[list[float], float]] = []
    ends = time.monotonic() + options.seconds
    games = 0
    while time.monotonic() < ends:
        equations += play(variants[games % len(variants)], engine, rng)
        games += 1
    known = np.array([found for found, _ in equations])
    wanted = np.array([gained for _, gained in equations])
    damped = known.T @ known + _RIDGE * np.eye(known.shape[1])
    weights = np.linalg.solve(damped, known.T @ wanted)
    print(f"{games} games, {len(wanted)} positions")
    print(f"spread {wanted.std():.2f} seeds, unexplained {(wanted - known @ weights).std():.2f}")
    print(np.round(weights * PARTS_OF_A_SEED).astype(int).tolist())


if __name__ == "__main__":
    main()
