import pytest

from naqala.rules import NORTH, SOUTH, Outcome, Position, Reason, Side, Variant, result_of
from tests.rules.boards import at


@pytest.mark.parametrize(
    ("stores", "winner", "margin", "result"),
    [
        ((25, 23), SOUTH, 2, "1-0"),
        ((20, 28), NORTH, -8, "0-1"),
        ((24, 24), None, 0, "1/2-1/2"),
        ((0, 0), None, 0, "1/2-1/2"),
    ],
)
def test_more_seeds_in_the_store_win_and_equal_is_a_draw(
    stores: tuple[int, int], winner: Side | None, margin: int, result: str
) -> None:
    outcome = Outcome.by_count(stores, Reason.PITS_EMPTY)
    assert outcome == Outcome(winner, Reason.PITS_EMPTY, margin, stores)
    assert result_of(outcome) == result


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert Position.start(Variant()).outcome() is None
    assert result_of(None) == "*"


def test_unscored_seeds_count_for_nobody() -> None:
    outcome = at("0,0,0,0,0,0/0,0,0,0,0,0 21,20 S x7", "kalah+leave-rest").outcome()
    assert outcome == Outcome(SOUTH, Reason.PITS_EMPTY, 1, (21, 20))
