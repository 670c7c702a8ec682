"""Judges a command: the one place where a game is changed.

`decide` reads no clock and draws no random number: what it needs of the world is in `Context`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from naqala.play.clock import Clock, Speed
from naqala.play.command import (
    Abort,
    BoardCommand,
    ClaimAbandonment,
    Command,
    Flag,
    GiveBack,
    HandToCpu,
    Resign,
    ServerCommand,
    Sow,
    SwapSides,
    Undo,
)
from naqala.play.event import Ended, Event, Granted, Played, Replaced, Undone
from naqala.play.seat import SERVER, Actor, Cpu, Human, Mode, Seat
from naqala.play.state import GameState
from naqala.rules import (
    SWAP,
    IllegalMove,
    Move,
    Outcome,
    Reason,
    Score,
    Side,
    format_position,
)

ABSENCE_MS: Final = {Speed.BLITZ: 40_000, Speed.RAPID: 80_000, None: 120_000}
"""How long a rival must be away before his game can be claimed, by the clock's speed."""
CPU_STEPS_IN_MS: Final = 120_000
"""How long a friend must be away before the CPU can take the seat."""
STANDIN: Final = Cpu("medium")
"""Who plays on for a friend who stays away."""
NO_START_MS: Final = 30_000
"""How long a matched player is waited for before the first move."""
PLIES_TO_ABORT: Final = 1
"""Between people one may leave without a result until one has made more plies than this."""

_FINAL: Final = (Reason.RESIGNATION, Reason.ABORTED, Reason.TIME, Reason.ABANDONMENT)


class Refusal(Enum):
    """Why a command is rejected."""

    NOT_YOUR_SEAT = "not_your_seat"
    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    STALE = "stale"
    ILLEGAL_MOVE = "illegal_move"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_AFTER_RESIGNING = "undo_after_resigning"
    NO_UNDO_BETWEEN_PEOPLE = "no_undo_between_people"
    TIME_IS_UP = "time_is_up"
    TOO_LATE_TO_ABORT = "too_late_to_abort"
    NOT_ABANDONED = "not_abandoned"
    NOT_BETWEEN_PEOPLE = "not_between_people"
    TIME_IS_LEFT = "time_is_left"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A command that changes nothing; `message` says what would be right."""

    refusal: Refusal
    message: str
    detail: dict[str, Any]


class Context(NamedTuple):
    """What a decision needs to know of the world.

    `actor` is who sent the command; `now_ms` is the server's time since 1970; `round_trip_ms` is
    what the server has measured to the actor, or for a flag to the seat to move; `absent_ms` says
    for how long each seat has had no connection; `score` is what the actor says that a move on the
    board holds.
    """

    actor: Actor
    now_ms: int = 0
    round_trip_ms: int = 0
    absent_ms: tuple[int, int] = (0, 0)
    score: Score | None = None


def decide(state: GameState, command: Command, context: Context) -> list[Event] | Rejection:
    """The events that a command causes, or why it is rejected."""
    if isinstance(command, ServerCommand):
        if context.actor != SERVER:
            return _reject(Refusal.NOT_YOUR_SEAT, "only the server keeps the clocks")
        if isinstance(command, Flag):
            return _flag(state, context)
        return _give_back(state, command, context)
    if state.sitters[command.seat] != context.actor:
        return _reject(Refusal.NOT_YOUR_SEAT, "this seat is somebody else's", seat=command.seat)
    if isinstance(command, BoardCommand) and command.after != state.board_seq:
        return _reject(
            Refusal.STALE,
            f"the position has changed: this was made for event {command.after}, "
            f"the board is at event {state.board_seq}",
            after=state.board_seq,
        )
    if isinstance(command, Undo):
        return _undo(state, command, context)
    if state.is_over:
        return _reject(Refusal.GAME_OVER, "the game is over")
    match command:
        case Sow():
            return _play(state, command.seat, command.pit, context)
        case SwapSides():
            return _play(state, command.seat, SWAP, context)
        case Resign():
            return _end(state, context, Reason.RESIGNATION, state.side_of(command.seat).other)
        case Abort():
            return _abort(state, command.seat, context)
        case ClaimAbandonment():
            return _claim(state, command.seat, context)
        case HandToCpu():
            return _hand_to_cpu(state, command.seat, context)


def _play(state: GameState, seat: Seat, move: Move, context: Context) -> list[Event] | Rejection:
    if seat != state.seat_to_move:
        return _reject(Refusal.NOT_YOUR_TURN, "it is the other seat's turn")
    clock = state.clock
    if clock is not None:
        if clock.left_ms(seat, context.now_ms, context.round_trip_ms) <= 0:
            return _reject(Refusal.TIME_IS_UP, "the time for this move is up")
        clock = clock.plied(seat, context.now_ms, context.round_trip_ms)
    try:
        outcome = state.line.leads_to(move).outcome()
    except IllegalMove as error:
        return _reject(
            Refusal.ILLEGAL_MOVE,
            str(error),
            reason=error.reason.value,
            position=format_position(state.position),
            legal=list(state.position.legal_moves()),
        )
    played = Played(seat, move, clock, context.score)
    if outcome is None:
        return [played]
    return [played, Ended(outcome, None if clock is None else clock.halted(context.now_ms))]


def _undo(state: GameState, command: Undo, context: Context) -> list[Event] | Rejection:
    if state.mode.is_between_people:
        return _reject(
            Refusal.NO_UNDO_BETWEEN_PEOPLE, "what a person has seen cannot be taken back"
        )
    if state.outcome is not None and state.outcome.reason in _FINAL:
        return _reject(
            Refusal.UNDO_AFTER_RESIGNING, "a game that a player has ended cannot be taken back"
        )
    plies = plies_to_undo(state)
    if plies == 0:
        return _reject(Refusal.NOTHING_TO_UNDO, "no move has been made that could be taken back")
    # Time that was used stays used: only the position is taken back.
    clock = _clock_now(state, context)
    return [Undone(command.seat, plies, None if clock is None else clock.resumed(context.now_ms))]


def plies_to_undo(state: GameState) -> int:
    """How many plies an undo takes back: to before a person's last ply; 0 when there is none.

    On one device every ply is a person's, so it is the last one; against the CPU everything
    that the CPU played afterwards goes too.
    """
    is_final = state.outcome is not None and state.outcome.reason in _FINAL
    if state.mode.is_between_people or is_final:
        return 0
    for plies, seat in enumerate(reversed(state.ply_seats), 1):
        if isinstance(state.sitters[seat], Human):
            return plies
    return 0


def may_abort(state: GameState, seat: Seat) -> bool:
    """Whether a seat may leave without a result."""
    return not state.mode.is_between_people or state.plies_of(seat) <= PLIES_TO_ABORT


def absence_to_claim_ms(state: GameState) -> int:
    """How long a rival must be away before his game can be claimed."""
    return ABSENCE_MS[None if state.clock is None else state.clock.control.speed]


def _abort(state: GameState, seat: Seat, context: Context) -> list[Event] | Rejection:
    if not may_abort(state, seat):
        return _reject(
            Refusal.TOO_LATE_TO_ABORT, "after your second move a game can only be resigned"
        )
    return _end(state, context, Reason.ABORTED, None)


def _claim(state: GameState, seat: Seat, context: Context) -> list[Event] | Rejection:
    if not state.mode.is_between_people or isinstance(state.sitters[1 - seat], Cpu):
        return _reject(Refusal.NOT_BETWEEN_PEOPLE, "only a person can be away")
    needed_ms = absence_to_claim_ms(state)
    if context.absent_ms[1 - seat] < needed_ms:
        return _reject(
            Refusal.NOT_ABANDONED,
            "the other player has not been away for long enough",
            absent_ms=context.absent_ms[1 - seat],
            needed_ms=needed_ms,
        )
    # Who has hardly begun has not abandoned anything.
    if may_abort(state, 1 - seat):
        return _end(state, context, Reason.ABORTED, None)
    return _end(state, context, Reason.ABANDONMENT, state.side_of(seat))


def _hand_to_cpu(state: GameState, seat: Seat, context: Context) -> list[Event] | Rejection:
    away = 1 - seat
    if state.mode is not Mode.FRIEND or isinstance(state.sitters[away], Cpu):
        return _reject(Refusal.NOT_BETWEEN_PEOPLE, "the CPU steps in for friends only")
    if context.absent_ms[away] < CPU_STEPS_IN_MS:
        return _reject(
            Refusal.NOT_ABANDONED,
            "the other player has not been away for long enough",
            absent_ms=context.absent_ms[away],
            needed_ms=CPU_STEPS_IN_MS,
        )
    return [Replaced(away, STANDIN)]


def deadline_ms(state: GameState, round_trip_ms: int = 0) -> int | None:
    """When (since 1970) the server must send `Flag`; None if time does not matter.

    Who was matched with somebody must begin soon; afterwards it is the flag of whoever thinks.
    """
    seat, clock = state.seat_to_move, state.clock
    if seat is None or clock is None:
        return None
    if clock.is_running:
        return clock.falls_ms(seat, round_trip_ms)
    is_waited_for = state.mode in (Mode.CASUAL, Mode.RATED)
    return clock.at_ms + NO_START_MS if is_waited_for else None


def _flag(state: GameState, context: Context) -> list[Event] | Rejection:
    seat = state.seat_to_move
    if seat is None:
        return _reject(Refusal.GAME_OVER, "the game is over")
    falls_ms = deadline_ms(state, context.round_trip_ms)
    if falls_ms is None or context.now_ms < falls_ms:
        return _reject(Refusal.TIME_IS_LEFT, "no flag has fallen", falls_ms=falls_ms)
    if state.clock is not None and not state.clock.is_running:
        return _end(state, context, Reason.ABORTED, None)
    return _end(state, context, Reason.TIME, state.side_of(seat).other)


def _give_back(state: GameState, command: GiveBack, context: Context) -> list[Event] | Rejection:
    if state.is_over:
        return _reject(Refusal.GAME_OVER, "the game is over")
    clock = state.clock
    if clock is None or deadline_ms(state) is None:
        return _reject(Refusal.TIME_IS_LEFT, "no time has been lost")
    # The server lived when it kept the last event, whatever else it remembers.
    alive_ms = max(command.since_ms, clock.at_ms)
    if alive_ms > context.now_ms:
        # The machine's clock was set back meanwhile: what was used before cannot be known.
        alive_ms = clock.at_ms
    pause_ms = context.now_ms - alive_ms
    if pause_ms == 0:
        return _reject(Refusal.TIME_IS_LEFT, "no time has been lost")
    return [Granted(clock.granted(pause_ms))]


def _end(
    state: GameState, context: Context, reason: Reason, winner: Side | None
) -> list[Event] | Rejection:
    stores = state.position.stores
    outcome = Outcome(winner, reason, stores[0] - stores[1], stores)
    clock = _clock_now(state, context)
    return [Ended(outcome, None if clock is None else clock.halted(context.now_ms))]


def _clock_now(state: GameState, context: Context) -> Clock | None:
    """The clocks with what the seat to move has used until now."""
    if state.clock is None or state.seat_to_move is None:
        return state.clock
    return state.clock.read(state.seat_to_move, context.now_ms)


def _reject(refusal: Refusal, message: str, **detail: Any) -> Rejection:
    return Rejection(refusal, message, detail)
