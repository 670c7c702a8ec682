"""Fits the weights of the evaluation to games of the engine against itself.

    python bench/weights.py --seconds 60 "kalah(6,4)" "kalah(6,6)"

Every position of every game is one equation: what is added up ought to be what the mover still
gained, half by what the search thought there and half by how the game ended. In Kalah every count
of seeds in a pit has a worth of its own, which is drawn towards a straight line, since high counts
are rare. Prints the weights for `naqala/engine/kernels/weights.py`, in its order. One move in seven
is random.
"""

import argparse
import time
from random import Random

import numpy as np
from numpy.typing import NDArray

from naqala.engine import Bounds, Engine, Limits, opening
from naqala.engine.encoding import encode_rows
from naqala.engine.kernels.board import seeds_in
from naqala.engine.kernels.evaluation import chances, weaknesses
from naqala.engine.kernels.weights import PARTS_OF_A_SEED
from naqala.rules import SOUTH, Game, Position, Variant

_NODES = 20_000
_RANDOM_MOVES = 0.15
_RIDGE = 5.0
_COUNTS = 16
_COUNT_RIDGE = 20.0
_ROWS = 12


def features(position: Position) -> list[float]:
    """The move, the counts of all pits, nearest to the store first, and the game's own four."""
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


def counts_apart(known: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each pit and count below _COUNTS a column that says whether it is so."""
    apart = np.zeros((len(known), _ROWS * _COUNTS))
    for row in range(_ROWS):
        counts = np.minimum(known[:, 1 + row].astype(int), _COUNTS - 1)
        apart[np.arange(len(known)), row * _COUNTS + counts] = 1
    return apart


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
    ridge = np.full(known.shape[1], _RIDGE)
    if variants[0].game is Game.KALAH:
        known = np.hstack([known, counts_apart(known)])
        ridge = np.append(ridge, np.full(_ROWS * _COUNTS, _COUNT_RIDGE))
    weights = np.linalg.solve(known.T @ known + np.diag(ridge), known.T @ wanted)
    print(f"{games} games, {len(wanted)} positions")
    print(f"spread {wanted.std():.2f} seeds, unexplained {(wanted - known @ weights).std():.2f}")
    tell(weights * PARTS_OF_A_SEED)


def tell(weights: NDArray[np.float64]) -> None:
    """Prints the parts of `Weights`; an empty pit is worth nothing."""
    slopes = weights[1 : 1 + _ROWS]
    own = weights[1 + _ROWS : 5 + _ROWS]
    apart = weights[5 + _ROWS :].reshape(_ROWS, -1) if len(weights) > 5 + _ROWS else None
    move = weights[0]
    if apart is not None:
        move += apart[:, 0].sum()
        worths = apart - apart[:, :1] + slopes[:, None] * np.arange(_COUNTS)
        for row in np.rint(worths).astype(int).tolist():
            print(f"pits {row}")
    print(f"move {round(move)}")
    print(f"slopes {np.rint(slopes).astype(int).tolist()}")
    print(f"features {np.rint(own).astype(int).tolist()}")


if __name__ == "__main__":
    main()
