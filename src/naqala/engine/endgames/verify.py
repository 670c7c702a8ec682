"""Checks a database against what does not know it: the readable rules, and search."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import TypeAlias

from naqala.engine.endgames.database import EndgameDatabase
from naqala.engine.endgames.ranks import positions_up_to
from naqala.rules import SOUTH, Game, Position
from naqala.rules.variant import SEEDS_RANGE

SEARCH_NODES = 50_000
"""How far a sample is searched; large ones are not solved by that, and only checked by rules."""
_SEARCH_BYTES = 4 << 20

Wrong: TypeAlias = tuple[Position, tuple[int, int], tuple[int, int]]
"""A position, its bounds in the database, and those that are right; equal where exact."""


def wrong_samples(database: EndgameDatabase, samples: int, rng_seed: int = 1) -> list[Wrong]:
    """The samples whose value is wrong.

    Every sample is checked against the values of the positions that its moves lead to, by the
    rules in plain Python; and against an exact search if that succeeds in `SEARCH_NODES`: in Kalah
    without any database, in wari and oware with what the database knows of fewer seeds.
    """
    from naqala.engine.endgames.shelf import EndgameShelf
    from naqala.engine.engine import Engine
    from naqala.engine.limits import Limits
    from naqala.rules.score import Estimate, Exact

    is_kalah = database.rules.game is Game.KALAH

    @cache
    def engine(seeds: int) -> Engine:
        loaded = [database.up_to(seeds)] if seeds else []
        return Engine(_SEARCH_BYTES, endgames=EndgameShelf(loaded=loaded))

    wrong = []
    for position in _samples(database, samples, Random(f"verify {rng_seed}")):
        lower, upper = database.probe_bounds(position)
        least, most = bounds_by_rules(database, position)
        if least <= lower <= upper <= most and not position.is_over:
            known = 0 if is_kalah else position.seeds_in_pits - 1
            score = engine(known).search(position, Limits(nodes=SEARCH_NODES)).score
            # Scores count the stores too; a sample's stores are empty.
            if isinstance(score, Exact):
                least = most = score.margin
            elif not isinstance(score, Estimate):
                least, most = score.lower, score.upper
            is_right = lower <= most and least <= upper
        else:
            is_right = least <= lower <= upper <= most
        if not is_right:
            wrong.append((position, (lower, upper), (least, most)))
    return wrong


def bounds_by_rules(database: EndgameDatabase, position: Position) -> tuple[int, int]:
    """What the values one ply further on leave open: in Kalah the margin itself.

    In wari and oware a sowing without a capture leads to a position with a past, which may be worth
    whatever is left. A finished position has 0.
    """
    mover = position.to_move
    bounds = []
    for move in position.legal_moves():
        after = position.play(move)
        gain = after.store(mover) - position.store(mover)
        gain -= after.store(mover.other) - position.store(mover.other)
        has_past = position.variant.game is not Game.KALAH and not gain and not after.is_over
        left = position.seeds_in_pits
        lower, upper = (-left, left) if has_past else database.probe_bounds(after)
        if after.to_move is not mover:
            lower, upper = -upper, -lower
        bounds.append((gain + lower, gain + upper))
    return max((low for low, _ in bounds), default=0), max((high for _, high in bounds), default=0)


def _samples(database: EndgameDatabase, samples: int, rng: Random) -> Iterator[Position]:
    """Random positions without a past, every number of seeds as often as it occurs."""
    pits = database.rules.pits
    variant = database.rules
    if variant.game is Game.KALAH:
        # The game that begins with most seeds: its positions may have any smaller number.
        variant = replace(variant, seeds=SEEDS_RANGE[-1])
    numbers = range(1, min(database.seeds, variant.total) + 1)
    weights = [positions_up_to(pits, n) - positions_up_to(pits, n - 1) for n in numbers]
    for seeds in rng.choices(numbers, weights, k=samples):
        rows = [0] * (2 * pits)
        for _ in range(seeds):
            rows[rng.randrange(2 * pits)] += 1
        yield Position.set_up(variant, (rows[:pits], rows[pits:]), to_move=SOUTH)
