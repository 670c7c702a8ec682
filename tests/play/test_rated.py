"""Which games count for ratings."""

import pytest

from naqala.play import (
    Clock,
    Cpu,
    Ended,
    GameState,
    Human,
    Mode,
    Played,
    PlayerId,
    Replaced,
    Speed,
    Started,
    TimeControl,
    evolve,
    fold,
    rated_result,
)
from naqala.rules import NORTH, SOUTH, SWAP, Game, Outcome, Reason, Side, Variant

ANA, BETO = Human(PlayerId("ana")), Human(PlayerId("beto"))
CLOCK = Clock.begin(TimeControl(3, 2), 0)


def ended(
    pits: list[int],
    winner: Side | None = SOUTH,
    reason: Reason = Reason.RESIGNATION,
    mode: Mode = Mode.RATED,
    variant: str = "kalah",
) -> GameState:
    state = fold([Started(Variant.parse(variant), mode, (ANA, BETO), CLOCK)])
    for pit in pits:
        seat = state.seat_to_move
        assert seat is not None
        state = evolve(state, Played(seat, pit, CLOCK))
    return evolve(state, Ended(Outcome(winner, reason, 0, (0, 0)), CLOCK))


FOUR_PLIES = [1, 1, 3, 3]


@pytest.mark.parametrize(("winner", "score"), [(SOUTH, 1.0), (NORTH, 0.0), (None, 0.5)])
def test_a_rated_game_counts_for_the_one_who_won_it(winner: Side | None, score: float) -> None:
    result = rated_result(ended(FOUR_PLIES, winner))
    assert result is not None
    assert (result.players, result.first_score) == (("ana", "beto"), score)
    assert (result.game, result.speed) == (Game.KALAH, Speed.BLITZ)


def test_after_a_swap_the_seat_counts_and_not_the_side() -> None:
    state = ended([1, SWAP, 1, 3, 3], SOUTH, variant="kalah+pie")
    result = rated_result(state)
    assert result is not None
    assert result.first_score == 0.0


@pytest.mark.parametrize("mode", [Mode.CASUAL, Mode.FRIEND])
def test_other_games_do_not_count(mode: Mode) -> None:
    assert rated_result(ended(FOUR_PLIES, mode=mode)) is None


def test_games_of_fewer_than_two_plies_each_and_aborted_ones_do_not_count() -> None:
    assert rated_result(ended(FOUR_PLIES[:3])) is None
    assert rated_result(ended(FOUR_PLIES, None, Reason.ABORTED)) is None


def test_a_game_that_goes_on_does_not_count_nor_one_that_a_cpu_has_joined() -> None:
    state = ended(FOUR_PLIES)
    assert rated_result(evolve(state, Replaced(1, Cpu("medium")))) is None
    running = fold([Started(Variant.parse("kalah"), Mode.RATED, (ANA, BETO), CLOCK)])
    assert rated_result(running) is None
