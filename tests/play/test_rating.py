"""Ratings, against the worked example of the paper and what must hold for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naqala.play.rating import (
    FIRST_DEVIATION,
    LEAST_DEVIATION,
    Rating,
    rate,
)

RATINGS = st.builds(
    Rating,
    st.floats(400, 3_000),
    st.floats(LEAST_DEVIATION, FIRST_DEVIATION),
    st.floats(0.03, 0.12),
)
SCORES = st.sampled_from([0.0, 0.5, 1.0])
DAY_MS = 86_400_000


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    results = [
        (Rating(1400, 30), 1.0),
        (Rating(1550, 100), 0.0),
        (Rating(1700, 300), 0.0),
    ]
    rated = rate(player, results)
    assert rated.rating == pytest.approx(1464.06, abs=0.01)
    assert rated.deviation == pytest.approx(151.52, abs=0.01)
    assert rated.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_without_a_result_does_not_change_by_itself() -> None:
    with pytest.raises(ValueError, match="by results"):
        rate(Rating(), [])


@given(RATINGS, RATINGS)
def test_winning_never_lowers_and_losing_never_raises(player: Rating, rival: Rating) -> None:
    assert rate(player, [(rival, 1.0)]).rating >= player.rating
    assert rate(player, [(rival, 0.0)]).rating <= player.rating


@given(RATINGS, RATINGS)
def test_a_better_score_is_a_better_rating(player: Rating, rival: Rating) -> None:
    lost, drawn, won = (rate(player, [(rival, score)]).rating for score in (0.0, 0.5, 1.0))
    assert lost < drawn < won


@given(RATINGS, RATINGS, SCORES)
def test_deviation_and_volatility_stay_within_reason(
    player: Rating, rival: Rating, score: float
) -> None:
    rated = rate(player, [(rival, score)])
    assert LEAST_DEVIATION <= rated.deviation <= FIRST_DEVIATION
    assert 0.01 < rated.volatility < 0.3


@given(RATINGS, st.integers(0, 5_000 * DAY_MS))
def test_rest_makes_less_sure_and_never_better_or_worse(player: Rating, idle_ms: int) -> None:
    rested = player.rested(idle_ms)
    assert rested.rating == player.rating
    assert player.deviation - 1e-9 <= rested.deviation <= FIRST_DEVIATION


def test_many_games_make_a_rating_known_and_long_rest_provisional_again() -> None:
    player = Rating()
    assert player.is_provisional
    for game in range(30):
        player = rate(player, [(Rating(1500, 80), float(game % 2))])
    assert not player.is_provisional
    assert player.rested(5_000 * DAY_MS).is_provisional
