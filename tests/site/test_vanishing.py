"""A player who vanishes, on his own turn and on the other's: what the one who stays may do."""

import pytest

from tests.site.people import HandClock, Person, begin, error_code, receive
from tests.site.test_clocks import wait_for


@pytest.mark.parametrize("is_his_turn", [True, False])
@pytest.mark.parametrize(("clock_text", "needed_s"), [(None, 120), ("10+0", 80), ("3+2", 40)])
def test_the_game_of_who_vanishes_can_be_claimed_when_it_is_time_and_not_before(
    ana: Person,
    beto: Person,
    clock: HandClock,
    is_his_turn: bool,
    clock_text: str | None,
    needed_s: int,
) -> None:
    game = begin(ana, beto, clock_text)
    assert game["claim_after_ms"] == needed_s * 1_000
    with ana.watch(game["id"]) as one:
        with beto.watch(game["id"]):
            for person, pit in ((ana, 1), (beto, 6), (ana, 2), (beto, 5)):
                person.sow(game, pit)
            if is_his_turn:
                ana.sow(game, 4)
            assert (ana.game(game["id"])["board"]["seat_to_move"] == 1) is is_his_turn
        while receive(one, "presence")["away_ms"][1] is None:
            pass
        clock.pass_s(needed_s - 1)
        assert error_code(ana.command(game, "claim_abandonment", 0)) == "not_abandoned"
        # Nothing happens by itself, except for the clock of who is to move.
        clock.pass_s(1)
        assert ana.game(game["id"])["board"]["outcome"] is None
        assert ana.command(game, "claim_abandonment", 0).status_code == 200
        outcome = receive_end(ana, game["id"])
        assert (outcome["reason"], outcome["winner_seat"]) == ("abandonment", 0)
    # Who comes back is told how it ended.
    with beto.watch(game["id"], seen=1) as back:
        assert receive(back, "events")["board"]["outcome"]["reason"] == "abandonment"


@pytest.mark.parametrize("is_his_turn", [True, False])
def test_time_runs_for_who_is_to_move_wherever_he_is(
    ana: Person, beto: Person, clock: HandClock, is_his_turn: bool
) -> None:
    game = begin(ana, beto, "1+0")
    with ana.watch(game["id"]):
        ana.sow(game, 1)
        if not is_his_turn:
            beto.sow(game, 6)
        clock.pass_s(60)
        wait_for(lambda: ana.game(game["id"])["board"]["outcome"] is not None)
        outcome = receive_end(ana, game["id"])
        assert (outcome["reason"], outcome["winner_seat"]) == ("time", 0 if is_his_turn else 1)


def test_who_comes_back_in_time_goes_on_as_if_nothing_had_been(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto)
    with ana.watch(game["id"]) as one:
        with beto.watch(game["id"]):
            ana.sow(game, 1)
        clock.pass_s(119)
        with beto.watch(game["id"], seen=2) as back:
            clock.pass_s(60)
            while receive(one, "presence")["away_ms"] != [None, None]:
                pass
            assert error_code(ana.command(game, "claim_abandonment", 0)) == "not_abandoned"
            beto.sow(game, 6)
            assert receive(back, "events")["board"]["seat_to_move"] == 0


def receive_end(person: Person, game_id: str) -> dict[str, object]:
    outcome: dict[str, object] = person.game(game_id)["board"]["outcome"]
    return outcome
