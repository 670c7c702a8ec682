"""The rules of Kalah one by one; numbers in brackets are those of docs/rules.md, "Kalah".

Boards read `S1,...,S6/N1,...,N6 south,north mover`; N1 faces S6.
"""

import pytest

from naqala.rules import (
    NORTH,
    SOUTH,
    SWAP,
    Illegal,
    IllegalMove,
    Line,
    Position,
    Reason,
    Side,
    Swap,
    Transfer,
    Variant,
)
from tests.rules.boards import at


def test_sowing_skips_the_rivals_store_on_every_lap() -> None:  # [1]
    # 26 seeds go round twice over 13 places and leave North's store alone.
    sowing = at("26,0,0,0,0,0/0,0,0,0,0,1 0,0 S").sow(1)
    assert 13 not in sowing.visited
    assert sowing.visited.count(6) == sowing.visited.count(0) == 2
    assert sowing.after.stores == (2, 0)


def test_north_skips_souths_store() -> None:  # [1]
    sowing = at("1,0,0,0,0,0/0,0,0,0,0,9 0,0 N").sow(6)
    assert sowing.visited == (13, 0, 1, 2, 3, 4, 5, 7, 8)


def test_thirteen_seeds_end_in_the_origin_and_capture() -> None:  # [1, 2]
    #   N6  5  0  0  0  0  2  N1
    #   S1 13  .  .  .  .  .  S6
    position = at("13,0,0,0,0,0/2,0,0,0,0,5 0,0 S")
    sowing = position.sow(1)
    assert sowing.visited[-1] == sowing.origin == 0
    assert sowing.captures == (Transfer(12, 6, 6), Transfer(0, 1, 6))
    assert sowing.after == at("0,1,1,1,1,1/3,1,1,1,1,0 8,0 N")


@pytest.mark.parametrize("pits", range(1, 7))
def test_two_m_plus_one_seeds_capture_and_more_never_do(pits: int) -> None:  # [1, 2]
    variant = Variant(pits=pits, seeds=10)
    for seeds, captures in ((2 * pits + 1, True), (2 * pits + 2, False), (2 * pits + 3, False)):
        rows = ((seeds, *[0] * (pits - 1)), (1, *[0] * (pits - 1)))
        sowing = Position.set_up(variant, rows).sow(1)
        assert bool(sowing.captures) is captures


def test_empty_is_judged_when_the_last_seed_has_fallen() -> None:  # [2]
    # S1 was empty before its own lap filled it: 14 seeds from S2 end in S3, which then holds 2.
    sowing = at("0,14,0,0,0,0/0,0,0,0,1,0 0,0 S").sow(2)
    assert sowing.captures == ()
    assert sowing.after.pits(SOUTH)[2] == 2


def test_last_seed_in_the_own_store_gives_an_extra_turn() -> None:  # [4]
    sowing = Position.start(Variant()).sow(3)
    assert sowing.extra_turn
    assert sowing.after.to_move is SOUTH


def test_extra_turns_have_no_limit() -> None:  # [4]
    # S6, S5, S6, S4, S6: each time the last seed ends in the store.
    line = Line.begin(at("0,0,0,3,2,1/1,0,0,0,0,9 0,0 S"))
    for stored, move in enumerate((6, 5, 6, 4, 6), 1):
        assert line.position.sow(move).extra_turn
        line = line.play(move)
        assert line.position.stores == (stored, 0)
    assert line.position == at("0,0,0,0,1,0/1,0,0,0,0,9 5,0 S")


def test_capture_takes_the_facing_pit_and_the_last_seed() -> None:  # [5]
    # S4's two seeds end in the empty S6, which faces N1.
    sowing = at("0,0,0,2,0,0/6,2,0,0,0,0 0,0 S").sow(4)
    assert sowing.captures == (Transfer(7, 6, 6), Transfer(5, 1, 6))
    assert sowing.captured == 7
    assert sowing.after == at("0,0,0,0,1,0/0,2,0,0,0,0 7,0 N")


def test_an_empty_facing_pit_is_no_capture_and_the_seed_stays() -> None:  # [5]
    assert at("0,0,1,0,0,0/0,4,0,0,0,0 0,0 S").play(3) == at("0,0,0,1,0,0/0,4,0,0,0,0 0,0 N")


def test_empty_capture_takes_the_last_seed_alone_and_passes_the_turn() -> None:  # [5]
    position = at("0,0,1,0,0,9/0,4,0,0,0,0 0,0 S", "kalah+empty-capture")
    sowing = position.sow(3)
    assert sowing.captures == (Transfer(3, 1, 6),)
    assert sowing.after == at("0,0,0,0,0,9/0,4,0,0,0,0 1,0 N", "kalah+empty-capture")


@pytest.mark.parametrize("variant", ["kalah", "kalah+empty-capture"])
def test_empty_rival_pits_never_matter(variant: str) -> None:  # [5]
    # S6's two seeds end in the empty N1, which faces S6.
    after = at("0,0,0,0,1,2/0,3,0,0,0,0 0,0 S", variant).play(6)
    assert after == at("0,0,0,0,1,0/1,3,0,0,0,0 1,0 N", variant)


@pytest.mark.parametrize(
    ("variant", "after", "margin"),
    [
        ("kalah", "0,0,0,0,0,0/0,0,0,0,0,0 21,27 S", -6),
        ("kalah+rest-to-emptier", "0,0,0,0,0,0/0,0,0,0,0,0 26,22 S", 4),
        ("kalah+leave-rest", "0,0,0,0,0,0/0,0,0,0,0,0 21,22 S x5", -1),
    ],
)
def test_the_rest_goes_to_whom_the_variant_says(variant: str, after: str, margin: int) -> None:
    # [7] South's last seed goes to his store and leaves 5 seeds with North.
    sowing = at("0,0,0,0,0,1/3,0,0,0,2,0 20,22 S", variant).sow(6)
    assert sowing.after == at(after, variant)
    assert [transfer.seeds for transfer in sowing.sweep] == [3, 2]
    outcome = sowing.after.outcome()
    assert outcome is not None
    assert (outcome.margin, outcome.reason) == (margin, Reason.PITS_EMPTY)


@pytest.mark.parametrize(
    ("variant", "after"),
    [
        ("kalah+by-turns", "0,0,0,0,0,0/0,0,0,0,0,0 24,24 N"),
        ("kalah+by-turns+rest-to-emptier", "0,0,0,0,0,0/0,0,0,0,0,0 22,26 N"),
        ("kalah+by-turns+leave-rest", "0,0,0,0,0,0/0,0,0,0,0,0 22,24 N x2"),
    ],
)
def test_the_emptier_under_mover_stuck_is_who_cannot_move(variant: str, after: str) -> None:
    # [6, 7] S1 ends in S2; the turn passes to North, whose row is empty.
    assert at("1,1,0,0,0,0/0,0,0,0,0,0 22,24 S", variant).play(1) == at(after, variant)


def test_north_can_be_the_emptier() -> None:  # [7]
    variant = "kalah+rest-to-emptier"
    ended = at("0,2,0,0,0,0/0,0,0,0,0,1 22,23 N", variant).play(6)
    assert ended == at("0,0,0,0,0,0/0,0,0,0,0,0 22,26 N", variant)


def test_the_game_ends_when_the_rivals_row_is_emptied_by_a_capture() -> None:  # [6]
    sowing = at("3,0,0,1,0,0/0,2,0,0,0,0 19,23 S").sow(4)
    assert sowing.after.is_over
    assert sowing.after.stores == (25, 23)
    assert sowing.sweep == (Transfer(0, 3, 6),)


def test_the_last_seed_in_the_store_gives_no_extra_turn_when_the_game_has_ended() -> None:  # [4]
    sowing = at("0,0,0,0,0,1/3,0,0,0,2,0 20,22 S").sow(6)
    assert not sowing.extra_turn
    assert sowing.after.legal_moves() == ()


def test_mover_stuck_is_judged_after_an_extra_turn_too() -> None:  # [6]
    after = at("0,0,0,0,0,1/3,0,0,0,2,0 20,22 S", "kalah+by-turns").play(6)
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.stores, outcome.reason) == ((21, 27), Reason.NO_MOVES)


FLIPPER = "1,0,0,0,0,0/0,0,0,0,2,3 20,22 S"
"""The position of docs/rules.md that flips the winner."""


def test_either_row_empty_ends_at_once_and_north_wins() -> None:
    line = Line.of(at(FLIPPER), (1,))
    outcome = line.outcome
    assert outcome is not None
    assert (outcome.stores, outcome.winner, outcome.margin) == ((23, 25), NORTH, -2)


def test_mover_stuck_lets_north_play_on_and_south_wins() -> None:
    line = Line.of(at(FLIPPER, "kalah+by-turns"), (1,))
    assert line.outcome is None
    assert line.position.legal_moves() == (6,)
    line = line.play(6)
    # Whichever of his two pits South plays, North is stuck then.
    for last in (1, 2):
        outcome = line.play(last).outcome
        assert outcome is not None
        assert (outcome.stores, outcome.winner, outcome.margin) == ((25, 23), SOUTH, 2)


def test_a_majority_does_not_stop_the_game() -> None:  # [8]
    after = at("1,1,0,0,0,0/1,1,0,0,0,0 40,4 S").play(1)
    assert not after.is_over


# The pie rule [10].


def pie(*moves: int) -> Line:
    return Line.of(Position.start(Variant(pie=True)), moves)


def test_the_swap_is_offered_when_the_turn_first_passes() -> None:
    assert pie().position.swap is Swap.LATER
    assert SWAP not in pie().position.legal_moves()
    offered = pie(1).position
    assert offered.is_swap_offered
    assert offered.to_move is NORTH
    assert offered.legal_moves() == (1, 2, 3, 4, 5, 6, SWAP)


def test_the_swap_waits_for_the_whole_first_turn_with_its_extra_turns() -> None:
    # S3 ends in the store, S1 then passes the turn.
    chain = pie(3)
    assert chain.position.to_move is SOUTH
    assert chain.position.swap is Swap.LATER
    assert SWAP not in chain.position.legal_moves()
    assert chain.play(1).position.is_swap_offered


def test_a_long_chain_of_extra_turns_keeps_the_swap_waiting() -> None:
    # Kalah(4,10) lets South move six times again before the turn passes.
    line = Line.begin(Position.start(Variant.parse("kalah(4,10)+pie")))
    for move in (4, 4, 3, 2, 1, 2):
        line = line.play(move)
        assert line.position.to_move is SOUTH
        assert line.position.swap is Swap.LATER
        assert SWAP not in line.position.legal_moves()
    for move in line.position.legal_moves():
        assert line.play(move).position.is_swap_offered


def test_swapping_changes_neither_board_nor_mover() -> None:
    before = pie(1).position
    after = before.play(SWAP)
    assert (after.board, after.to_move) == (before.board, before.to_move)
    assert after.legal_moves() == (1, 2, 3, 4, 5, 6)


def test_swapping_is_offered_once() -> None:
    line = pie(1, SWAP)
    assert line.position.swap is Swap.NONE
    with pytest.raises(IllegalMove) as error:
        line.play(SWAP)
    assert error.value.reason is Illegal.NO_SWAP
    for move in line.position.legal_moves():
        assert not line.play(move).position.is_swap_offered


def test_swapping_is_one_ply_that_can_be_taken_back() -> None:
    line = pie(1, SWAP)
    assert len(line.moves) == 2
    assert line.take_back() == pie(1)
    assert line.take_back().position.is_swap_offered


@pytest.mark.parametrize("move", range(1, 7))
def test_sowing_forfeits_the_swap(move: int) -> None:
    # N3 ends in the store: North has an extra turn, and no swap in it.
    after = pie(1).play(move).position
    assert after.to_move is (NORTH if move == 3 else SOUTH)
    assert after.swap is Swap.NONE
    assert SWAP not in after.legal_moves()


def test_a_game_that_ends_in_the_first_turn_offers_no_swap() -> None:
    # Kalah(1,1): S1 ends in the store and leaves South's row empty.
    after = Position.start(Variant.parse("kalah(1,1)+pie")).play(1)
    assert after.is_over
    assert after.swap is Swap.NONE
    assert after.legal_moves() == ()


def test_without_the_pie_rule_nothing_is_offered() -> None:
    position = Position.start(Variant())
    assert position.swap is Swap.NONE
    assert not position.play(1).is_swap_offered
    with pytest.raises(IllegalMove, match="no swap is on offer"):
        position.play(1).play(SWAP)


@pytest.mark.parametrize("first", [SOUTH, NORTH])
def test_whoever_plays_first_the_other_is_offered_the_swap(first: Side) -> None:
    start = Position.start(Variant(pie=True))
    after = (start if first is SOUTH else start.mirror()).play(2)
    assert after.is_swap_offered
    assert after.to_move is first.other
