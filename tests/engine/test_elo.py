"""Ratings: against results whose likeliest ratings can be worked out by hand."""

import math

import pytest

from naqala.engine.elo import rate
from naqala.engine.match import Tally

ODDS_OF_TWO = 400 * math.log10(2)


def test_three_of_four_points_are_odds_of_three_to_one() -> None:
    ratings = rate(["a", "b"], {("a", "b"): Tally(wins=30, losses=10)}, virtual_draws=0)
    # 400 log10 3 = 190.85 apart, the mean between them.
    assert ratings["a"].elo == pytest.approx(95.42, abs=0.01)
    assert ratings["b"].elo == pytest.approx(-95.42, abs=0.01)
    # Information 40 * 3/4 * 1/4 = 7.5 on the difference d, and each rating is d / 2 from the mean:
    # 1.96 * 173.72 / (2 * sqrt(7.5)) = 62.16.
    assert ratings["a"].width == pytest.approx(62.16, abs=0.01)
    assert ratings["b"].width == pytest.approx(62.16, abs=0.01)


def test_odds_multiply_along_a_chain_of_players() -> None:
    # a : b = 2 : 1 and b : c = 2 : 1, so a : c = 4 : 1; these results say just that.
    results = {
        ("a", "b"): Tally(wins=20, losses=10),
        ("b", "c"): Tally(wins=18, draws=4, losses=8),
        ("a", "c"): Tally(wins=40, losses=10),
    }
    ratings = rate(["a", "b", "c"], results, virtual_draws=0)
    assert ratings["a"].elo == pytest.approx(ODDS_OF_TWO, abs=0.01)
    assert ratings["b"].elo == pytest.approx(0, abs=0.01)
    assert ratings["c"].elo == pytest.approx(-ODDS_OF_TWO, abs=0.01)


def test_a_player_who_has_won_everything_has_a_finite_rating() -> None:
    ratings = rate(["a", "b"], {("a", "b"): Tally(wins=200)})
    # 200.5 to 0.5 with the virtual draw: 400 log10 401 = 1041.2 apart.
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(1041.2, abs=0.1)


def test_players_who_have_not_met_are_rated_by_the_others() -> None:
    results = {("a", "b"): Tally(wins=75, losses=25), ("b", "c"): Tally(wins=75, losses=25)}
    ratings = rate(["a", "b", "c"], results)
    assert ratings["a"].elo > ratings["b"].elo + 150
    assert ratings["b"].elo > ratings["c"].elo + 150


def test_more_games_make_the_interval_narrower() -> None:
    few = rate(["a", "b"], {("a", "b"): Tally(6, 0, 4)})["a"].width
    many = rate(["a", "b"], {("a", "b"): Tally(600, 0, 400)})["a"].width
    assert many < few / 9


def test_ratings_do_not_depend_on_the_order_of_the_players() -> None:
    results = {("a", "b"): Tally(9, 2, 4), ("b", "c"): Tally(3, 0, 8), ("a", "c"): Tally(6, 1, 6)}
    forwards = rate(["a", "b", "c"], results)
    turned = {(second, first): Tally(t.losses, t.draws, t.wins) for (first, second), t in
              results.items()}  # fmt: skip
    backwards = rate(["c", "b", "a"], turned)
    for name, rating in forwards.items():
        assert rating.elo == pytest.approx(backwards[name].elo)
        assert rating.width == pytest.approx(backwards[name].width)
