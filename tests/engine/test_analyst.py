"""What every move is worth: against the solver and minimax, within limits, in every variant."""

import threading
from random import Random

import pytest

from naqala.engine import (
    Analysis,
    Analyst,
    Bounds,
    EndgameShelf,
    Estimate,
    Exact,
    Limits,
    Score,
    Stop,
)
from naqala.engine.book import Book
from naqala.engine.endgames import build_endgames
from naqala.engine.solver import Solver
from naqala.rules import SOUTH, SWAP, Line, Position, Swap, Variant
from tests.engine.minimax import margin_of_kalah
from tests.engine.variants import OTHERS, kalah_variants, random_line

MIDDLE = (5, 3, 3, 6, 1, 5, 2, 1, 3, 2, 5, 4)
"""Plies of a game of kalah(6,3) that are played anyhow."""
SMALL = kalah_variants((3, 2), (2, 3))


def worth_of_moves(position: Position) -> dict[int, int]:
    """What every move is worth for who makes it, by plain minimax."""
    worth = {}
    for move in position.legal_moves():
        after = position.play(move)
        margin = margin_of_kalah(after)
        keeps = (after.to_move is position.to_move) != (move == SWAP)
        worth[move] = margin if keeps else -margin
    return worth


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_all_moves_have_the_values_of_minimax(variant: Variant) -> None:
    analyst = Analyst(1, endgames=EndgameShelf(least_seeds=4), proof_bytes=1)
    rng = Random(3)
    positions = {Position.start(variant)}
    for _ in range(6):
        line = random_line(variant, rng, rng.randrange(1, 6))
        positions.add(line.position)
    for position in positions:
        if position.is_over:
            continue
        analysis = analyst.analyse(position)
        worth = worth_of_moves(position)
        assert analysis.scores == {move: Exact(margin) for move, margin in worth.items()}
        assert analysis.score == Exact(max(worth.values()))
        assert worth[analysis.best] == max(worth.values())


def test_limits_leave_an_answer_for_every_move_and_no_bound_is_wrong() -> None:
    variant = Variant.parse("kalah(6,3)")
    solver = Solver(variant, build_endgames(variant, 14))
    analyst = Analyst(endgames=EndgameShelf(least_seeds=6))
    line = Line.of(Position.start(variant), MIDDLE)
    exact = solver.move_scores(line.position)
    for limits in (Limits(nodes=1), Limits(time_ms=0), Limits(nodes=2_000), Limits(nodes=30_000)):
        analysis = analyst.analyse(line.position, limits=limits)
        assert set(analysis.scores) == set(line.position.legal_moves())
        for move, score in analysis.scores.items():
            true = exact[move]
            assert isinstance(true, Exact)
            match score:
                case Exact():
                    assert score == true
                case Bounds():
                    assert score.lower <= true.margin <= score.upper
                case Estimate():
                    pass


def test_nodes_are_a_limit_for_search_and_proof_together() -> None:
    analyst = Analyst(book=Book())
    analysis = analyst.analyse(Position.start(Variant()), limits=Limits(nodes=20_000))
    assert analysis.nodes <= 22_000
    assert any(isinstance(score, Estimate) for score in analysis.scores.values())


def test_what_was_proven_is_kept_for_the_next_position() -> None:
    variant = Variant.parse("kalah(6,3)")
    position = Line.of(Position.start(variant), MIDDLE).position
    analyst = Analyst(endgames=EndgameShelf(least_seeds=12))
    first = analyst.analyse(position)
    again = analyst.analyse(position)
    assert again.scores == first.scores
    assert again.nodes < first.nodes / 2


def test_bounds_are_told_while_the_proof_runs_and_only_narrow() -> None:
    variant = Variant.parse("kalah(6,3)")
    position = Line.of(Position.start(variant), MIDDLE).position
    told: list[Analysis] = []
    analyst = Analyst(endgames=EndgameShelf(least_seeds=10))
    last = analyst.analyse(position, on_bounds=told.append)
    assert len(told) > len(position.legal_moves())
    known = [sum(isinstance(score, Exact) for score in one.scores.values()) for one in told]
    assert known == sorted(known)
    assert told[-1].scores == last.scores


def test_a_stop_ends_an_analysis_that_would_take_hours() -> None:
    stop = Stop()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    analysis = Analyst().analyse(Position.start(Variant(seeds=6)), stop=stop)
    timer.join()
    assert len(analysis.scores) == 6


@pytest.mark.parametrize("variant", OTHERS, ids=str)
def test_games_with_cycles_are_valued_by_the_search(variant: Variant) -> None:
    line = random_line(variant, Random(1), 5)
    analysis = Analyst().analyse(line.position, line.keys, Limits(nodes=5_000))
    assert set(analysis.scores) == set(line.position.legal_moves())
    worth = list(map(estimate_of, analysis.scores.values()))
    assert worth == sorted(worth, reverse=True)


def estimate_of(score: Score) -> float:
    return (score.lower + score.upper) / 2 if isinstance(score, Bounds) else score.margin


def test_a_swap_on_offer_is_a_move_like_any_other() -> None:
    line = Line.of(Position.start(Variant.parse("kalah(3,3)+pie")), (2,))
    assert line.position.swap is Swap.OFFERED
    analysis = Analyst(endgames=EndgameShelf(least_seeds=10)).analyse(line.position)
    sown = line.position._replace(swap=Swap.NONE)
    best = max(
        score.margin
        for move, score in analysis.scores.items()
        if move != SWAP and isinstance(score, Exact)
    )
    assert analysis.scores[SWAP] == Exact(-best)
    assert margin_of_kalah(sown) == best


def test_a_finished_game_has_nothing_to_analyse() -> None:
    over = Position.set_up(Variant(), ((0,) * 6, (0,) * 6), (24, 24), SOUTH)
    with pytest.raises(ValueError, match="the game is over"):
        Analyst(1).analyse(over)
