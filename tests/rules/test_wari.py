"""The rules of wari one by one; numbers in brackets are those of docs/rules.md, "Wari".

Boards read `S1,...,S6/N1,...,N6 south,north mover`; sowing goes S1...S6, N1...N6.
"""

import pytest

from naqala.rules import NORTH, SOUTH, Illegal, IllegalMove, Line, Position, Reason
from tests.rules.boards import at


def wari(text: str) -> Position:
    return at(text, "wari")


def test_stores_are_never_sown() -> None:
    sowing = wari("0,0,0,0,0,11/0,0,0,0,0,1 0,0 S").sow(6)
    assert sowing.after.stores == (0, 0)
    assert not {6, 13} & set(sowing.visited)


@pytest.mark.parametrize("seeds", [12, 13, 23, 24])
def test_the_origin_is_skipped_whenever_it_would_be_reached(seeds: int) -> None:  # [1]
    sowing = wari(f"{seeds},0,0,0,0,0/1,0,0,0,0,0 0,0 S").sow(1)
    assert 0 not in sowing.visited
    assert len(sowing.visited) == seeds
    assert sowing.after.pits(SOUTH)[0] == 0


@pytest.mark.parametrize(
    ("held", "captured"), [(0, 0), (1, 2), (2, 3), (3, 0)], ids=["1", "2", "3", "4"]
)
def test_a_last_pit_with_two_or_three_seeds_is_taken(held: int, captured: int) -> None:  # [2]
    sowing = wari(f"1,0,0,0,0,1/{held},0,0,5,0,0 0,0 S").sow(6)
    assert sowing.captured == captured
    assert sowing.after.store(SOUTH) == captured


def test_the_chain_goes_backwards_until_it_breaks() -> None:  # [2]
    # S6 sows N1-N4. After that N4 3, N3 2, N2 4 (breaks), N1 2 (not reached).
    sowing = wari("1,0,0,0,0,4/1,3,1,2,0,7 0,0 S").sow(6)
    assert [capture.pit for capture in sowing.captures] == [10, 9]
    assert sowing.after == wari("1,0,0,0,0,0/2,4,0,0,0,7 5,0 N")


def test_the_own_row_is_never_taken() -> None:  # [2]
    # S2 ends in S4, which then holds 3; so does N5 when the chain would go on into it.
    assert wari("0,2,1,2,0,0/0,0,0,0,2,0 0,0 S").sow(2).captures == ()
    # S5 ends in N1: the chain stops at the end of North's row, S6 keeps its 2.
    sowing = wari("0,0,0,0,2,1/1,0,5,0,0,0 0,0 S").sow(5)
    assert [capture.pit for capture in sowing.captures] == [7]
    assert sowing.after.pits(SOUTH) == (0, 0, 0, 0, 0, 2)


def test_after_a_capture_the_victim_must_play_the_pit_after_the_last_seed() -> None:  # [3]
    after = wari("1,0,0,0,2,0/1,4,0,0,0,3 0,0 S").play(5)
    assert after == wari("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2")
    assert after.legal_moves() == (2,)
    with pytest.raises(IllegalMove) as error:
        after.play(6)
    assert error.value.reason is Illegal.FORCED_PIT


def test_a_chain_forces_the_pit_after_the_last_seed_not_after_the_last_taken() -> None:  # [3]
    after = wari("1,0,0,0,0,3/1,2,1,5,0,0 0,0 S").play(6)
    assert after.forced_pit == 4


def test_the_choice_is_free_when_the_pit_after_is_empty() -> None:  # [3]
    after = wari("1,0,0,0,2,0/1,0,4,0,0,3 0,0 S").play(5)
    assert after == wari("1,0,0,0,0,1/0,0,4,0,0,3 2,0 N")


def test_the_choice_is_free_after_the_sixth_pit_was_taken() -> None:  # [3]
    after = wari("1,0,0,0,0,6/3,3,3,3,3,1 0,0 S").play(6)
    assert after.store(SOUTH) == 2
    assert after.forced_pit is None
    assert after.legal_moves() == (1, 2, 4, 5)


def test_a_sowing_without_capture_forces_nothing() -> None:  # [3]
    assert wari("1,0,0,0,2,0/2,4,0,0,0,3 0,0 S !S5").play(5).forced_pit == 2
    assert wari("1,0,0,0,2,0/4,4,0,0,0,3 0,0 S !S5").play(5).forced_pit is None


def test_a_forced_reply_that_captures_forces_in_its_turn() -> None:  # [3]
    # N2 is forced; its 6 seeds end in S2, which then holds 2.
    after = wari("1,1,4,0,0,0/0,6,0,0,0,3 0,0 N !N2").play(2)
    assert after == wari("0,0,4,0,0,0/0,0,1,1,1,4 0,4 S !S3")
    assert after.legal_moves() == (3,)


def test_the_obligation_is_part_of_the_position() -> None:  # [3]
    bound, free = wari("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2"), wari("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N")
    assert bound != free
    assert bound.repetition_key != free.repetition_key


def test_starving_the_rival_is_forbidden_while_another_pit_feeds_him() -> None:  # [4]
    # S6 would take North's only seeds; S5 ends in S6 and feeds nobody, but leaves him his own.
    position = wari("0,0,0,0,1,1/1,0,0,0,0,0 0,0 S")
    assert position.legal_moves() == (5,)
    with pytest.raises(IllegalMove) as error:
        position.play(6)
    assert error.value.reason is Illegal.MUST_FEED


def test_an_empty_rival_must_be_fed() -> None:  # [4]
    assert wari("0,0,0,0,1,1/0,0,0,0,0,0 0,0 S").legal_moves() == (6,)


def test_when_every_pit_starves_all_are_legal_and_the_rest_is_the_movers() -> None:  # [4]
    position = wari("3,1,0,0,0,0/0,0,0,0,0,0 5,6 S")
    assert position.legal_moves() == (1, 2)
    for move in position.legal_moves():
        outcome = position.play(move).outcome()
        assert outcome is not None
        assert (outcome.stores, outcome.reason) == ((9, 6), Reason.NO_MOVES)


def test_the_obligation_comes_before_the_ban_on_starving() -> None:  # [4]
    # N4 is forced though N5 would leave South something.
    position = wari("1,1,1,0,0,0/0,0,0,5,1,0 7,0 N !N4")
    assert position.legal_moves() == (4,)
    sowing = position.sow(4)
    assert sowing.captured == 6
    assert sum(transfer.seeds for transfer in sowing.sweep) == 3
    assert sowing.after.stores == (7, 9)


def test_a_mover_without_seeds_lets_the_rival_feed_him() -> None:  # [5]
    assert wari("0,0,0,0,0,0/0,0,0,0,0,1 0,0 S") == wari("0,0,0,0,0,0/0,0,0,0,0,1 0,0 N")


def test_a_mover_whom_nobody_can_feed_ends_the_game() -> None:  # [5]
    over = wari("0,0,0,0,0,0/3,1,0,0,0,0 5,6 S")
    assert over.is_over
    assert over.stores == (5, 10)
    assert wari("0,0,0,0,0,0/0,0,0,0,0,0 5,6 N").is_over


def test_seeds_that_would_all_be_taken_at_once_do_not_feed() -> None:  # [5]
    # S6's 17 seeds give North two in every pit and take them all: he cannot be fed.
    over = wari("0,0,0,0,0,17/0,0,0,0,0,0 5,6 N")
    assert over.is_over
    assert over.stores == (22, 6)


def test_a_repetition_since_the_last_capture_ends_the_game() -> None:  # [6]
    # Each has one seed left and walks it; nobody can take the other's.
    line = Line.begin(wari("1,0,0,0,0,0/1,0,0,0,0,0 20,20 S"))
    while line.outcome is None and len(line.moves) < 200:
        line = line.play(line.position.legal_moves()[0])
    assert line.outcome is not None
    assert line.outcome.reason is Reason.REPETITION
    assert line.outcome.stores == (21, 21)
    repeated = line.take_back().position.play(line.moves[-1])
    assert line.keys.count(repeated.repetition_key) == 1


def test_a_majority_does_not_stop_the_game() -> None:  # [7]
    assert not wari("1,1,0,0,0,0/1,1,0,0,0,0 40,4 S").is_over


def test_a_mover_with_seeds_who_cannot_feed_still_plays() -> None:  # [4]
    position = wari("0,0,0,0,0,0/3,1,0,0,0,0 5,6 N")
    assert position.to_move is NORTH
    assert position.legal_moves() == (1, 2)
