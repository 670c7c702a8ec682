"""Level perfect: gives nothing away that can be proven, says what it holds, falls back openly."""

from dataclasses import replace
from random import Random

import pytest

from naqala.engine import LEVELS, EndgameShelf, Engine, Estimate, Exact, Level, Limits
from naqala.engine.balanced import balanced_openings
from naqala.engine.book import Book
from naqala.rules import NORTH, SOUTH, SWAP, Line, Position, Swap, Variant
from tests.engine.minimax import margin_of_kalah
from tests.engine.variants import kalah_variants, random_line

PERFECT = LEVELS["perfect"]
SMALL = kalah_variants((3, 2), (2, 3))


def worth_for(position: Position, move: int) -> int:
    """What a move is worth for whoever makes it, by plain minimax."""
    after = position.play(move)
    keeps = (after.to_move is position.to_move) != (move == SWAP)
    return margin_of_kalah(after) if keeps else -margin_of_kalah(after)


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_it_never_gives_a_seed_away_and_says_exactly_what_it_holds(variant: Variant) -> None:
    engine = Engine(1, endgames=EndgameShelf(least_seeds=4), book=Book(), proof_bytes=1)
    rng = Random(11)
    for _ in range(3):
        line = random_line(variant, rng, rng.randrange(3))
        while line.outcome is None:
            decision = engine.choose(line.position, PERFECT)
            assert decision.score == Exact(margin_of_kalah(line.position))
            assert worth_for(line.position, decision.move) == margin_of_kalah(line.position)
            line = line.play(decision.move)
            if line.outcome is None and rng.random() < 0.5:
                line = line.play(rng.choice(line.position.legal_moves()))


def test_what_cannot_be_proven_in_time_is_an_estimate() -> None:
    engine = Engine(book=Book())
    level = replace(PERFECT, limits=Limits(nodes=5_000), proof_nodes=5_000)
    decision = engine.choose(Position.start(Variant(seeds=6)), level)
    assert isinstance(decision.score, Estimate)
    assert decision.nodes <= 5_000 + 5_000 + 50_000 + 1_000


def test_what_is_proven_is_played_however_little_the_search_sees() -> None:
    position = Position.set_up(Variant(), ((1, 0, 0, 0, 0, 1), (0, 1, 0, 0, 9, 0)), (18, 18))
    engine = Engine(book=Book(), endgames=EndgameShelf(least_seeds=10))
    level = Level("blind", Limits(nodes=1), proof_nodes=100_000)
    decision = engine.choose(position, level)
    assert isinstance(decision.score, Exact)
    assert worth_for(position, decision.move) == decision.score.margin


def test_a_first_move_with_the_pie_rule_leaves_nothing_to_take() -> None:
    variant = Variant.parse("kalah(3,3)+pie")
    engine = Engine(book=Book())
    line = Line.begin(Position.start(variant))
    while line.position.swap is Swap.LATER:
        line = line.play(engine.choose(line.position, PERFECT).move)
    assert margin_of_kalah(line.position) == -margin_of_kalah(Position.start(variant))


def test_wari_and_oware_are_searched_deeper_than_by_the_level_below() -> None:
    engine = Engine()
    for text in ("wari", "oware"):
        position = Position.start(Variant.parse(text))
        perfect = engine.choose(position, PERFECT)
        assert perfect.nodes > engine.choose(position, LEVELS["hard"]).nodes


def test_balanced_openings_are_worth_what_they_say() -> None:
    variant = Variant.parse("kalah(4,3)")
    draw = balanced_openings(2, EndgameShelf(least_seeds=12))
    rng = Random(5)
    lines = [draw(variant, rng) for _ in range(6)]
    assert len({line.position for line in lines}) > 3
    engine = Engine(endgames=EndgameShelf(least_seeds=12))
    for line in lines:
        score = engine.solve(line.position).score
        assert isinstance(score, Exact)
        assert -2 <= score.margin <= 2


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["hard", "medium", "easy"])
def test_from_the_start_of_kalah_it_holds_eight_seeds(rival: str) -> None:
    engine = Engine(endgames=EndgameShelf(least_seeds=18))
    line = Line.begin(Position.start(Variant()))
    while line.outcome is None:
        level = PERFECT if line.position.to_move is SOUTH else LEVELS[rival]
        line = line.play(engine.choose(line.position, level, line.keys).move)
    # Source: docs/rules.md, "Numbers to hold".
    assert line.position.store(SOUTH) - line.position.store(NORTH) >= 8
