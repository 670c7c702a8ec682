"""The decider, case by case."""

import pytest

from naqala.play import (
    FIRST,
    SECOND,
    Abort,
    Command,
    Context,
    Cpu,
    Ended,
    Event,
    GameState,
    Human,
    Mode,
    Played,
    PlayerId,
    Refusal,
    Rejection,
    Resign,
    Sow,
    Started,
    SwapSides,
    Undo,
    Undone,
    decide,
    evolve,
    fold,
)
from naqala.rules import NORTH, SOUTH, Reason, Side, Variant, format_position

ANA = Human(PlayerId("ana"))
BETO = Human(PlayerId("beto"))
CPU = Cpu("medium")


def begin(text: str = "kalah", *, second: bool = False, local: bool = False) -> GameState:
    if local:
        return fold([Started(Variant.parse(text), Mode.LOCAL, (ANA, ANA))])
    sitters = (CPU, ANA) if second else (ANA, CPU)
    return fold([Started(Variant.parse(text), Mode.CPU, sitters)])


def events_of(state: GameState, command: Command) -> list[Event]:
    decision = decide(state, command, Context(state.sitters[command.seat]))
    assert isinstance(decision, list), decision
    return decision


def do(state: GameState, command: Command) -> GameState:
    for event in events_of(state, command):
        state = evolve(state, event)
    return state


def sow(state: GameState, *pits: int) -> GameState:
    """Sows pits one after the other, whoever is to move."""
    for pit in pits:
        seat = state.seat_to_move
        assert seat is not None
        state = do(state, Sow(seat, state.board_seq, pit))
    return state


def refusal(state: GameState, command: Command, actor: Human | Cpu = ANA) -> Refusal:
    decision = decide(state, command, Context(actor))
    assert isinstance(decision, Rejection), decision
    assert decision.message
    return decision.refusal


def test_a_sowing_is_one_event_and_moves_the_board() -> None:
    state = begin()
    assert events_of(state, Sow(FIRST, state.board_seq, 3)) == [Played(FIRST, 3)]
    state = sow(state, 3)
    assert format_position(state.position) == "4,4,0,5,5,5/4,4,4,4,4,4 1,0 S"
    assert (state.seq, state.board_seq, state.seat_to_move) == (2, 2, FIRST)


def test_a_command_for_an_earlier_position_is_stale_even_when_it_would_be_legal() -> None:
    # S3 gives an extra turn: sowing S6 is legal before and after it.
    state = begin()
    repeated = Sow(FIRST, state.board_seq, 6)
    state = sow(state, 3)
    assert refusal(state, repeated) is Refusal.STALE


def test_a_command_made_before_an_undo_is_stale_after_it() -> None:
    state = begin(local=True)
    before = Sow(FIRST, state.board_seq, 1)
    state = sow(state, 1)
    state = do(state, Undo(SECOND, state.board_seq))
    assert state.position == begin(local=True).position
    assert refusal(state, before) is Refusal.STALE


def test_only_who_holds_a_seat_may_command_it() -> None:
    state = begin()
    assert refusal(state, Sow(FIRST, 1, 3), BETO) is Refusal.NOT_YOUR_SEAT
    assert refusal(state, Resign(SECOND), ANA) is Refusal.NOT_YOUR_SEAT
    assert refusal(state, Sow(FIRST, 1, 3), CPU) is Refusal.NOT_YOUR_SEAT


def test_out_of_turn_one_may_not_sow_but_may_resign() -> None:
    state = sow(begin(), 1)
    assert state.seat_to_move == SECOND
    assert refusal(state, Sow(FIRST, state.board_seq, 2)) is Refusal.NOT_YOUR_TURN
    state = do(state, Resign(FIRST))
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (NORTH, Reason.RESIGNATION)


@pytest.mark.parametrize(("pit", "reason"), [(7, "no_such_pit"), (3, "empty_pit")])
def test_an_illegal_sowing_says_why_and_what_is_legal(pit: int, reason: str) -> None:
    state = sow(begin(), 3)
    decision = decide(state, Sow(FIRST, state.board_seq, pit), Context(ANA))
    assert isinstance(decision, Rejection)
    assert decision.refusal is Refusal.ILLEGAL_MOVE
    assert decision.detail["reason"] == reason
    assert decision.detail["legal"] == [1, 2, 4, 5, 6]


def test_a_pit_below_one_is_no_sowing_not_even_when_a_swap_is_on_offer() -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        Sow(SECOND, 2, 0)


def test_after_the_end_nothing_is_accepted_but_an_undo() -> None:
    state = sow(begin("kalah(1,1)", local=True), 1)
    assert state.outcome is not None
    assert state.outcome.reason is Reason.PITS_EMPTY
    for command in (Sow(FIRST, state.board_seq, 1), Resign(FIRST), Abort(SECOND)):
        assert refusal(state, command) is Refusal.GAME_OVER
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.outcome is None
    assert state.seat_to_move == FIRST


def test_the_ply_that_ends_the_game_brings_its_outcome() -> None:
    # [1|0|1|0]: South's only seed falls into his store; both rows go to their owners.
    state = begin("kalah(1,1)", local=True)
    played, ended = events_of(state, Sow(FIRST, state.board_seq, 1))
    assert played == Played(FIRST, 1)
    assert isinstance(ended, Ended)
    assert ended.outcome.winner is None
    assert ended.outcome.stores == (1, 1)


def test_a_game_that_was_resigned_or_aborted_cannot_be_taken_back() -> None:
    for command in (Resign(FIRST), Abort(FIRST)):
        state = do(sow(begin(), 3), command)
        assert refusal(state, Undo(FIRST, state.board_seq)) is Refusal.UNDO_AFTER_RESIGNING


def test_undo_against_the_cpu_takes_back_the_cpus_whole_chain() -> None:
    # South sows 6; the CPU sows 2 (its fifth seed falls into its store) and then 6.
    before = begin()
    state = sow(before, 6, 2, 6)
    assert events_of(state, Undo(FIRST, state.board_seq)) == [Undone(FIRST, 3)]
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.position == before.position
    assert state.seat_to_move == FIRST


def test_undo_inside_ones_own_chain_takes_back_one_ply() -> None:
    # South sows 3 (extra turn) and 6; undoing goes back into the chain, not to its beginning.
    in_chain = sow(begin(), 3)
    state = sow(in_chain, 6)
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.position == in_chain.position
    assert state.seat_to_move == FIRST


def test_undo_while_the_cpu_is_in_its_chain_takes_back_what_it_has_played() -> None:
    before = begin()
    state = sow(before, 6, 2)
    assert state.seat_to_move == SECOND
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.position == before.position


def test_nothing_can_be_undone_before_ones_first_ply() -> None:
    assert refusal(begin(), Undo(FIRST, 1)) is Refusal.NOTHING_TO_UNDO
    # The CPU began: it has played, the person has not.
    state = sow(begin(second=True), 1)
    assert refusal(state, Undo(SECOND, state.board_seq)) is Refusal.NOTHING_TO_UNDO


def test_on_one_device_undo_takes_back_the_last_ply_of_either_side() -> None:
    in_between = sow(begin(local=True), 1)
    state = sow(in_between, 1)
    assert state.ply_seats == (FIRST, SECOND)
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.position == in_between.position


def test_a_swap_exchanges_the_sides_of_the_seats_and_can_be_undone() -> None:
    offered = sow(begin("kalah+pie", local=True), 1)
    assert offered.position.is_swap_offered
    state = do(offered, SwapSides(SECOND, offered.board_seq))
    assert (state.side_of(FIRST), state.side_of(SECOND)) == (NORTH, SOUTH)
    # The side to move stays: the former first player now moves as North.
    assert state.seat_to_move == FIRST
    state = sow(state, 2)
    assert state.ply_seats == (FIRST, SECOND, FIRST)
    state = do(state, Undo(FIRST, state.board_seq))
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.position == offered.position
    assert state.seat_to_move == SECOND


def test_who_resigns_after_a_swap_gives_the_game_to_the_other_seat() -> None:
    state = sow(begin("kalah+pie", local=True), 1)
    state = do(state, SwapSides(SECOND, state.board_seq))
    state = do(state, Resign(FIRST))
    assert state.outcome is not None
    assert state.outcome.winner is SOUTH
    assert state.seat_of(Side.SOUTH) == SECOND


def test_a_swap_that_is_not_on_offer_is_illegal() -> None:
    assert refusal(begin("kalah+pie"), SwapSides(FIRST, 1)) is Refusal.ILLEGAL_MOVE
    assert refusal(begin(), SwapSides(FIRST, 1)) is Refusal.ILLEGAL_MOVE


def test_a_history_begins_with_started() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        fold([])
    with pytest.raises(ValueError, match="begins with Started"):
        fold([Played(FIRST, 1)])
