"""The decider, case by case."""

import pytest

from naqala.play import (
    FIRST,
    SECOND,
    SERVER,
    Abort,
    ClaimAbandonment,
    Clock,
    Context,
    Cpu,
    Ended,
    Event,
    Flag,
    GameState,
    HandToCpu,
    Human,
    Mode,
    Played,
    PlayerId,
    Refusal,
    Rejection,
    Replaced,
    Resign,
    SeatCommand,
    Sow,
    Started,
    SwapSides,
    TimeControl,
    Undo,
    Undone,
    decide,
    evolve,
    fold,
)
from naqala.rules import NORTH, SOUTH, Exact, Reason, Side, Variant, format_position

ANA = Human(PlayerId("ana"))
BETO = Human(PlayerId("beto"))
CPU = Cpu("medium")


BEGAN_MS = 1_700_000_000_000


def begin(text: str = "kalah", *, second: bool = False, local: bool = False) -> GameState:
    if local:
        return fold([Started(Variant.parse(text), Mode.LOCAL, (ANA, ANA))])
    sitters = (CPU, ANA) if second else (ANA, CPU)
    return fold([Started(Variant.parse(text), Mode.CPU, sitters)])


def events_of(state: GameState, command: SeatCommand) -> list[Event]:
    decision = decide(state, command, Context(state.sitters[command.seat]))
    assert isinstance(decision, list), decision
    return decision


def do(state: GameState, command: SeatCommand) -> GameState:
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


def refusal(state: GameState, command: SeatCommand, actor: Human | Cpu = ANA) -> Refusal:
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


def test_what_the_cpu_says_of_its_ply_is_kept_with_it_and_goes_when_it_is_taken_back() -> None:
    state = sow(begin(), 1)
    decision = decide(state, Sow(SECOND, state.board_seq, 2), Context(CPU, score=Exact(-8)))
    assert isinstance(decision, list)
    assert decision == [Played(SECOND, 2, score=Exact(-8))]
    state = evolve(state, decision[0])
    assert state.ply_scores == (None, Exact(-8))
    state = do(state, Undo(FIRST, state.board_seq))
    assert state.ply_scores == ()


def between(mode: Mode = Mode.FRIEND, control: str | None = None) -> GameState:
    """Ana and Beto at a board, Ana first."""
    clock = None if control is None else Clock.begin(TimeControl.parse(control), BEGAN_MS)
    return fold([Started(Variant.parse("kalah"), mode, (ANA, BETO), clock)])


def at(
    state: GameState, command: SeatCommand, seconds: float, away_s: tuple[int, int] = (0, 0)
) -> list[Event] | Rejection:
    """What is decided so many seconds after the beginning, with seats away for so long."""
    context = Context(
        state.sitters[command.seat],
        BEGAN_MS + int(seconds * 1_000),
        absent_ms=(away_s[0] * 1_000, away_s[1] * 1_000),
    )
    return decide(state, command, context)


def is_refused(decision: list[Event] | Rejection, refusal: Refusal) -> bool:
    return isinstance(decision, Rejection) and decision.refusal is refusal


def reason_of(decision: list[Event] | Rejection) -> Reason:
    assert isinstance(decision, list), decision
    ended = decision[-1]
    assert isinstance(ended, Ended)
    return ended.outcome.reason


@pytest.mark.parametrize("mode", [Mode.FRIEND, Mode.CASUAL, Mode.RATED])
def test_between_people_nothing_is_taken_back(mode: Mode) -> None:
    state = sow(between(mode), 1)
    undo = Undo(FIRST, state.board_seq)
    assert is_refused(at(state, undo, 1), Refusal.NO_UNDO_BETWEEN_PEOPLE)


def test_between_people_one_may_leave_before_ones_second_ply_and_must_resign_after_it() -> None:
    state = sow(between(), 1)
    assert reason_of(at(state, Abort(FIRST), 1)) is Reason.ABORTED
    state = sow(state, 6, 2)
    assert is_refused(at(state, Abort(FIRST), 1), Refusal.TOO_LATE_TO_ABORT)
    assert reason_of(at(state, Abort(SECOND), 1)) is Reason.ABORTED
    assert reason_of(at(state, Resign(FIRST), 1)) is Reason.RESIGNATION


@pytest.mark.parametrize(("control", "needed_s"), [(None, 120), ("3+2", 40), ("5+5", 80)])
def test_a_game_is_claimed_from_who_has_been_away_long_enough(
    control: str | None, needed_s: int
) -> None:
    state = between(Mode.CASUAL, control)
    for pit in (1, 6, 2, 5):
        state = _sow_in_time(state, pit)
    claim = ClaimAbandonment(FIRST)
    assert is_refused(at(state, claim, 1, (0, needed_s - 1)), Refusal.NOT_ABANDONED)
    assert is_refused(at(state, claim, 1, (needed_s, 0)), Refusal.NOT_ABANDONED)
    decision = at(state, claim, 1, (0, needed_s))
    assert reason_of(decision) is Reason.ABANDONMENT
    assert decision[-1].outcome.winner is SOUTH  # type: ignore[index, union-attr]


def _sow_in_time(state: GameState, pit: int) -> GameState:
    seat = state.seat_to_move
    assert seat is not None
    decision = at(state, Sow(seat, state.board_seq, pit), 0)
    assert isinstance(decision, list)
    for event in decision:
        state = evolve(state, event)
    return state


def test_who_has_hardly_begun_and_stays_away_loses_nothing() -> None:
    state = sow(between(), 1)
    assert reason_of(at(state, ClaimAbandonment(FIRST), 1, (0, 500))) is Reason.ABORTED


def test_a_friend_who_stays_away_for_two_minutes_can_be_replaced_by_the_cpu() -> None:
    state = sow(between(), 1)
    assert is_refused(at(state, HandToCpu(FIRST), 1, (0, 119)), Refusal.NOT_ABANDONED)
    decision = at(state, HandToCpu(FIRST), 1, (0, 120))
    assert decision == [Replaced(SECOND, Cpu("medium"))]
    after = evolve(state, decision[0])
    assert (after.sitters, after.position) == ((ANA, Cpu("medium")), state.position)
    assert after.board_seq == state.board_seq
    assert refusal(after, Sow(SECOND, after.board_seq, 6), BETO) is Refusal.NOT_YOUR_SEAT
    assert is_refused(at(after, HandToCpu(FIRST), 1, (0, 500)), Refusal.NOT_BETWEEN_PEOPLE)


@pytest.mark.parametrize("mode", [Mode.CASUAL, Mode.RATED])
def test_strangers_are_claimed_from_and_never_replaced(mode: Mode) -> None:
    state = sow(between(mode), 1)
    assert is_refused(at(state, HandToCpu(FIRST), 1, (0, 500)), Refusal.NOT_BETWEEN_PEOPLE)


def test_a_move_after_the_flag_is_refused_and_the_flag_ends_the_game() -> None:
    state = _sow_in_time(between(Mode.RATED, "3+2"), 1)
    late = Sow(SECOND, state.board_seq, 1)
    assert isinstance(at(state, late, 179.999), list)
    assert is_refused(at(state, late, 180), Refusal.TIME_IS_UP)
    now_ms = BEGAN_MS + 180_000
    early = decide(state, Flag(), Context(SERVER, now_ms - 1))
    assert is_refused(early, Refusal.TIME_IS_LEFT)
    decision = decide(state, Flag(), Context(SERVER, now_ms))
    assert reason_of(decision) is Reason.TIME
    ended = decision[-1]  # type: ignore[index]
    assert isinstance(ended, Ended)
    assert ended.outcome.winner is SOUTH
    assert ended.clock is not None
    assert ended.clock.remaining_ms == (182_000, 0)
    assert not ended.clock.is_running


def test_a_matched_player_who_does_not_begin_is_waited_for_half_a_minute() -> None:
    state = between(Mode.RATED, "3+2")
    assert isinstance(decide(state, Flag(), Context(SERVER, BEGAN_MS + 29_999)), Rejection)
    decision = decide(state, Flag(), Context(SERVER, BEGAN_MS + 30_000))
    assert reason_of(decision) is Reason.ABORTED
    friends = between(Mode.FRIEND, "3+2")
    assert isinstance(decide(friends, Flag(), Context(SERVER, BEGAN_MS + 10**9)), Rejection)


def test_taking_back_against_the_cpu_gives_no_time_back() -> None:
    clock = Clock.begin(TimeControl(3, 0), BEGAN_MS)
    state = fold([Started(Variant.parse("kalah"), Mode.CPU, (ANA, CPU), clock)])
    state = _sow_in_time(state, 3)
    decision = at(state, Undo(FIRST, state.board_seq), 20)
    assert isinstance(decision, list)
    state = evolve(state, decision[0])
    assert state.position == begin().position
    assert state.clock is not None
    assert state.clock.remaining_ms == (160_000, 180_000)
    assert state.clock.is_running
