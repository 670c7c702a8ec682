"""The rules of oware (Abapa) one by one. Source: docs/rules.md, "Oware".

Boards read `S1,...,S6/N1,...,N6 south,north mover`; sowing goes S1...S6, N1...N6.
"""

import pytest

from naqala.rules import Illegal, IllegalMove, Line, Position, Reason
from tests.rules.boards import at


def oware(text: str) -> Position:
    return at(text, "oware")


def test_the_origin_is_skipped_whenever_it_would_be_reached() -> None:
    sowing = oware("12,0,0,0,0,0/1,0,0,0,0,0 0,0 S").sow(1)
    assert 0 not in sowing.visited
    assert sowing.after == oware("0,2,1,1,1,1/2,1,1,1,1,1 0,0 N")


def test_captures_chain_backwards_and_force_no_reply() -> None:
    after = oware("0,0,8,0,0,1/3,1,1,1,2,0 0,0 S").play(3)
    assert after == oware("0,0,0,1,1,2/4,0,0,0,0,0 9,0 N")
    assert after.forced_pit is None


def test_a_grand_slam_is_legal_but_captures_nothing() -> None:
    # S6 ends in N1, which would be all that North has.
    position = oware("1,0,0,0,0,1/1,0,0,0,0,0 22,23 S")
    assert position.legal_moves() == (1, 6)
    sowing = position.sow(6)
    assert sowing.captures == ()
    assert sowing.after == oware("1,0,0,0,0,0/2,0,0,0,0,0 22,23 N")


def test_a_grand_slam_of_the_whole_row_captures_nothing() -> None:
    sowing = oware("0,0,0,0,0,17/0,0,0,0,0,1 0,0 S").sow(6)
    assert sowing.captured == 0
    assert sowing.after == oware("1,1,1,1,1,0/2,2,2,2,2,3 0,0 N")


def test_an_empty_rival_must_be_fed_when_he_can_be() -> None:
    position = oware("1,0,0,0,0,1/0,0,0,0,0,0 20,20 S")
    assert position.legal_moves() == (6,)
    with pytest.raises(IllegalMove) as error:
        position.play(1)
    assert error.value.reason is Illegal.MUST_FEED


def test_a_rival_with_seeds_need_not_be_fed() -> None:
    assert oware("1,0,0,0,0,1/1,0,0,0,0,0 20,20 S").legal_moves() == (1, 6)


def test_a_mover_who_cannot_feed_ends_the_game_and_keeps_his_row() -> None:
    # North's last seed feeds S1; South cannot pass a seed on.
    after = oware("2,0,0,0,0,0/0,0,0,0,0,1 20,20 N").play(6)
    assert after.is_over
    assert after.stores == (23, 20)
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.NO_MOVES


def test_more_than_half_of_the_seeds_ends_the_game_at_once() -> None:
    # S6 takes 2 and has 25; each keeps his own row.
    sowing = oware("1,0,0,0,0,1/1,0,0,0,2,0 23,20 S").sow(6)
    outcome = sowing.after.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.MAJORITY
    assert outcome.stores == (26, 22)


def test_exactly_half_goes_on_unless_both_have_it() -> None:
    assert not oware("1,0,0,0,0,0/1,0,0,0,0,0 24,22 S").is_over
    both = oware("0,0,0,0,0,0/0,0,0,0,0,0 24,24 S").outcome()
    assert both is not None
    assert (both.reason, both.winner) == (Reason.MAJORITY, None)


def test_half_is_half_of_all_seeds_also_when_fewer_are_set_up() -> None:
    # Only 20 seeds are here and South has 15 of them, but the game is for 48.
    assert not oware("1,1,0,0,0,0/1,1,1,0,0,0 15,0 S").is_over


def test_a_repetition_since_the_last_capture_ends_the_game() -> None:
    line = Line.begin(oware("1,0,0,0,0,0/1,0,0,0,0,0 23,23 S"))
    while line.outcome is None and len(line.moves) < 200:
        line = line.play(line.position.legal_moves()[0])
    assert line.outcome is not None
    assert line.outcome.reason is Reason.REPETITION
    assert line.outcome.stores == (24, 24)
    repeated = line.take_back().position.play(line.moves[-1])
    assert line.keys.count(repeated.repetition_key) == 1


def test_a_mover_without_seeds_lets_the_rival_feed_him() -> None:
    position = oware("0,0,0,0,0,0/1,0,0,0,0,1 20,20 S")
    assert position == oware("0,0,0,0,0,0/1,0,0,0,0,1 20,20 N")
    assert position.legal_moves() == (6,)


def test_a_mover_whom_nobody_can_feed_ends_the_game() -> None:
    over = oware("0,0,0,0,0,0/3,1,0,0,0,0 20,20 S")
    assert over.is_over
    assert over.stores == (20, 24)


def test_a_set_up_majority_is_over() -> None:
    over = oware("1,1,1,0,0,0/1,1,1,0,0,0 30,2 S")
    assert over.is_over
    assert over.stores == (33, 5)
