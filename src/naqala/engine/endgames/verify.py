"""Checks a database against what does not know it: the readable rules, and search."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TypeAlias

from naqala.engine.endgames.database import EndgameDatabase
from naqala.engine.endgames.ranks import positions_up_to
from naqala.rules import SOUTH, Position
from naqala.rules.variant import SEEDS_RANGE

SEARCH_NODES = 50_000
"""How far a sample is searched; large ones are not solved by that, and only checked by rules."""

Wrong: TypeAlias = tuple[Position, int, int]
"""A position, its value in the database, and what it should be."""


def wrong_samples(database: EndgameDatabase, samples: int, rng_seed: int = 1) -> list[Wrong]:
    """The samples whose value is wrong.

    Every sample is checked against the values of the positions that its moves lead to, by the
    rules in plain Python; and against an exact search without any database if that succeeds in
    `SEARCH_NODES`.
    """
    from naqala.engine.engine import Engine
    from naqala.engine.limits import Limits
    from naqala.engine.score import Exact

    engine = Engine()
    wrong = []
    for position in _samples(database, samples, Random(f"verify {rng_seed}")):
        value = database.probe_margin(position)
        expected = margin_by_rules(database, position)
        if value == expected and not position.is_over:
            score = engine.search(position, Limits(nodes=SEARCH_NODES)).score
            if isinstance(score, Exact):
                # Scores count the stores too; a sample's stores are empty.
                expected = score.margin
        if value != expected:
            wrong.append((position, value, expected))
    return wrong


def margin_by_rules(database: EndgameDatabase, position: Position) -> int:
    """The margin from what is in the pits, from the values one ply further on."""
    mover = position.to_move
    margins = []
    for move in position.legal_moves():
        after = position.play(move)
        gain = after.store(mover) - position.store(mover)
        gain -= after.store(mover.other) - position.store(mover.other)
        rest = database.probe_margin(after)
        margins.append(gain + (rest if after.to_move is mover else -rest))
    return max(margins, default=0)


def _samples(database: EndgameDatabase, samples: int, rng: Random) -> Iterator[Position]:
    """Random positions, every number of seeds as often as it occurs."""
    pits = database.rules.pits
    # The game that begins with most seeds: its positions may have any smaller number.
    variant = replace(database.rules, seeds=SEEDS_RANGE[-1])
    numbers = range(1, min(database.seeds, variant.total) + 1)
    weights = [positions_up_to(pits, n) - positions_up_to(pits, n - 1) for n in numbers]
    for seeds in rng.choices(numbers, weights, k=samples):
        rows = [0] * (2 * pits)
        for _ in range(seeds):
            rows[rng.randrange(2 * pits)] += 1
        yield Position.set_up(variant, (rows[:pits], rows[pits:]), to_move=SOUTH)
