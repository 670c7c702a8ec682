import pickle
import re

import pytest
from hypothesis import given

from naqala.rules import (
    NORTH,
    SOUTH,
    SWAP,
    Game,
    Illegal,
    IllegalMove,
    InvalidPosition,
    Position,
    Reason,
    Side,
    Swap,
    Variant,
)
from tests.rules.boards import at
from tests.rules.strategies import positions, variants


@given(variants)
def test_a_game_starts_with_full_rows_empty_stores_and_south_to_move(variant: Variant) -> None:
    start = Position.start(variant)
    row = (variant.seeds,) * variant.pits
    assert start.pits(SOUTH) == start.pits(NORTH) == row
    assert start.stores == (0, 0)
    assert start.to_move is SOUTH
    assert start.unscored == 0
    assert start.forced_pit is None
    assert start.total == start.seeds_in_pits == variant.total
    assert start.legal_moves() == tuple(range(1, variant.pits + 1))


def test_pits_are_numbered_from_the_left_of_their_owner() -> None:
    position = at("1,2,3,4,5,6/7,8,9,0,1,2 0,0 S")
    assert position.board == (1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 0, 1, 2, 0)
    assert position.pits(NORTH) == (7, 8, 9, 0, 1, 2)
    assert [position.place(SOUTH, 1), position.place(NORTH, 1)] == [0, 7]
    assert [position.store_place(SOUTH), position.store_place(NORTH)] == [6, 13]


@pytest.mark.parametrize("pits", range(1, 7))
def test_the_pits_i_and_m_plus_1_minus_i_face_each_other(pits: int) -> None:
    position = Position.start(Variant(pits=pits))
    for pit in range(1, pits + 1):
        south, north = position.place(SOUTH, pit), position.place(NORTH, pits + 1 - pit)
        assert position.facing(south) == north
        assert position.facing(north) == south


def test_a_position_is_frozen_and_hashable() -> None:
    position = Position.start(Variant())
    with pytest.raises(AttributeError):
        position.to_move = NORTH  # type: ignore[misc]
    assert len({position, Position.start(Variant()), position.play(1)}) == 2


@given(positions)
def test_a_position_survives_pickling(position: Position) -> None:
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.reason is position.reason


def test_why_a_game_ended_does_not_tell_positions_apart() -> None:
    over = at("0,0,0,0,0,0/0,0,0,0,0,0 24,24 S")
    assert over == over._replace(reason=Reason.REPETITION)
    assert hash(over) == hash(over._replace(reason=Reason.REPETITION))


# Illegal moves.


@pytest.mark.parametrize(
    ("text", "variant", "move", "reason"),
    [
        ("0,0,0,0,0,0/0,0,0,0,0,0 24,24 S", "kalah", 1, Illegal.GAME_OVER),
        ("0,0,0,0,0,0/0,0,0,0,0,0 24,24 S", "kalah+pie", SWAP, Illegal.GAME_OVER),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah", 7, Illegal.NO_SUCH_PIT),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah", -1, Illegal.NO_SUCH_PIT),
        ("4,4,4/4,4,4 0,0 S", "kalah(3,4)", 4, Illegal.NO_SUCH_PIT),
        ("0,4,4,4,4,4/4,4,4,4,4,4 4,0 S", "kalah", 1, Illegal.EMPTY_PIT),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah+pie", SWAP, Illegal.NO_SWAP),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2", "wari", 6, Illegal.FORCED_PIT),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2", "wari", 1, Illegal.EMPTY_PIT),
        ("0,0,0,0,1,1/0,0,0,0,0,0 0,0 S", "wari", 5, Illegal.MUST_FEED),
        ("0,0,0,0,1,1/0,0,0,0,0,0 0,0 S", "oware", 5, Illegal.MUST_FEED),
    ],
)
def test_an_illegal_move_has_its_reason(
    text: str, variant: str, move: int, reason: Illegal
) -> None:
    position = at(text, variant)
    assert position.illegal(move) is reason
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    assert error.value.reason is reason
    assert error.value.move == move
    assert error.value.position is position


def test_an_illegal_move_names_the_move_the_reason_and_the_position() -> None:
    position = at("0,4,4,4,4,4/4,4,4,4,4,4 4,0 S")
    message = "illegal move 1: the pit is empty in 0,4,4,4,4,4/4,4,4,4,4,4 4,0 S (kalah(6,4))"
    with pytest.raises(IllegalMove, match=re.escape(message)):
        position.play(1)
    with pytest.raises(IllegalMove, match="illegal move swap: no swap is on offer"):
        position.play(SWAP)


def test_a_swap_sows_nothing_also_when_it_is_legal() -> None:
    offered = Position.start(Variant(pie=True)).play(1)
    assert offered.illegal(SWAP) is None
    with pytest.raises(IllegalMove) as error:
        offered.sow(SWAP)
    assert error.value.move == SWAP


# Set-up positions.


@pytest.mark.parametrize(
    ("variant", "after"),
    [
        ("kalah", "0,0,0,0,0,0/0,0,0,0,0,0 10,13 S"),
        ("kalah+leave-rest", "0,0,0,0,0,0/0,0,0,0,0,0 10,10 S x3"),
        ("kalah+rest-to-emptier", "0,0,0,0,0,0/0,0,0,0,0,0 13,10 S"),
        ("kalah+by-turns", "0,0,0,0,0,0/0,0,0,0,0,0 10,13 S"),
    ],
)
def test_an_unswept_finished_position_is_swept(variant: str, after: str) -> None:
    over = at("0,0,0,0,0,0/1,0,0,2,0,0 10,10 S", variant)
    assert over == at(after, variant)
    assert over.is_over
    by_turns = "by-turns" in variant
    assert over.reason is (Reason.NO_MOVES if by_turns else Reason.PITS_EMPTY)


def test_by_turns_an_empty_row_of_the_other_side_is_no_end() -> None:
    position = at("0,0,0,0,0,0/1,0,0,2,0,0 10,10 N", "kalah+by-turns")
    assert not position.is_over
    assert position.legal_moves() == (1, 4)
    assert at("0,0,0,0,0,0/1,0,0,2,0,0 10,10 N").is_over


@pytest.mark.parametrize("mark", [" +swap", " ?swap"])
def test_a_finished_set_up_position_offers_no_swap(mark: str) -> None:
    over = at(f"0,0,0,0,0,0/1,0,0,2,0,0 10,10 S{mark}", "kalah+pie")
    assert over.swap is Swap.NONE
    assert over.legal_moves() == ()


def test_the_start_set_up_by_hand_is_the_start_with_its_pie() -> None:
    variant = Variant(pie=True)
    row = (4,) * 6
    assert Position.set_up(variant, (row, row)) == Position.start(variant)
    assert Position.set_up(variant, (row, row)).swap is Swap.LATER


def set_up(
    variant: str = "kalah",
    south: tuple[int, ...] = (1, 0, 0, 0, 0, 0),
    north: tuple[int, ...] = (1, 0, 0, 0, 0, 0),
    stores: tuple[int, int] = (0, 0),
    *,
    forced_pit: int | None = None,
    swap: Swap = Swap.NONE,
    unscored: int = 0,
) -> Position:
    return Position.set_up(
        Variant.parse(variant),
        (south, north),
        stores,
        forced_pit=forced_pit,
        swap=swap,
        unscored=unscored,
    )


@pytest.mark.parametrize("game", list(Game))
def test_fewer_seeds_than_the_variant_has_may_be_set_up(game: Game) -> None:
    assert set_up(game.value).total == 2


def test_rows_must_be_as_long_as_the_variant_says() -> None:
    with pytest.raises(InvalidPosition, match=r"S has 5 pits; kalah\(6,4\) has 6"):
        set_up(south=(1, 1, 1, 1, 1))
    with pytest.raises(InvalidPosition, match=r"N has 7 pits; kalah\(6,4\) has 6"):
        set_up(north=(1,) * 7)


def test_more_seeds_than_the_variant_has_are_too_many() -> None:
    assert set_up(stores=(46, 0)).total == 48
    with pytest.raises(InvalidPosition, match=r"49 seeds are too many: kalah\(6,4\) has 48"):
        set_up(stores=(46, 1))
    with pytest.raises(InvalidPosition, match="49 seeds are too many"):
        set_up("kalah+leave-rest", stores=(40, 0), unscored=7)


@pytest.mark.parametrize(
    ("south", "stores", "unscored"),
    [((2, -1, 0, 0, 0, 0), (0, 0), 0), ((1, 0, 0, 0, 0, 0), (-1, 0), 0)],
)
def test_a_place_cannot_hold_fewer_than_no_seeds(
    south: tuple[int, ...], stores: tuple[int, int], unscored: int
) -> None:
    with pytest.raises(InvalidPosition, match="fewer than 0"):
        set_up(south=south, stores=stores, unscored=unscored)


def test_unscored_seeds_cannot_be_fewer_than_none() -> None:
    with pytest.raises(InvalidPosition, match="fewer than 0"):
        set_up("kalah+leave-rest", unscored=-1)


@pytest.mark.parametrize("variant", ["kalah", "kalah+rest-to-emptier", "wari", "oware"])
def test_only_leave_rest_has_unscored_seeds(variant: str) -> None:
    with pytest.raises(InvalidPosition, match=r"leaves no seeds unscored.*\+leave-rest"):
        set_up(variant, unscored=1)
    assert set_up("kalah+leave-rest", unscored=1).unscored == 1


@pytest.mark.parametrize("swap", [Swap.LATER, Swap.OFFERED])
def test_only_the_pie_rule_has_a_swap(swap: Swap) -> None:
    with pytest.raises(InvalidPosition, match=r"has no swap.*\+pie"):
        set_up(swap=swap)
    assert set_up("kalah+pie", swap=swap).swap is swap


@pytest.mark.parametrize("variant", ["kalah", "oware"])
def test_only_wari_forces_a_pit(variant: str) -> None:
    with pytest.raises(InvalidPosition, match="forces no pit: that is for wari"):
        set_up(variant, forced_pit=1)
    assert set_up("wari", forced_pit=1).forced_pit == 1


@pytest.mark.parametrize("pit", [-1, 0, 2, 7])
def test_a_forced_pit_must_hold_seeds_of_the_mover(pit: int) -> None:
    with pytest.raises(InvalidPosition, match=f"must hold seeds of the mover: S{pit}"):
        set_up("wari", forced_pit=pit)


# Mirror and repetition.


def test_the_mirror_exchanges_rows_stores_and_mover_and_keeps_the_rest() -> None:
    position = at("1,0,0,0,0,1/0,4,0,0,0,3 2,5 N !N2", "wari")
    assert position.mirror() == at("0,4,0,0,0,3/1,0,0,0,0,1 5,2 S !S2", "wari")


@given(positions)
def test_the_mirror_of_the_mirror_is_the_position(position: Position) -> None:
    assert position.mirror() != position
    assert position.mirror().mirror() == position


def test_the_repetition_key_is_pits_mover_and_obligation() -> None:
    position = at("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2", "wari")
    assert position.repetition_key == ((1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 0, 3), NORTH, 2)


@pytest.mark.parametrize("side", list(Side))
def test_each_side_has_another_and_a_letter(side: Side) -> None:
    assert side.other is not side
    assert side.other.other is side
    assert side.letter == side.name[0]
