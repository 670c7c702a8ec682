"""Judges a command: the one place where a game is changed.

`decide` reads no clock and draws no random number: what it needs of the world is in `Context`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from naqala.play.command import Abort, Command, Resign, Sow, SwapSides, Undo
from naqala.play.event import Ended, Event, Played, Undone
from naqala.play.seat import Human, Seat, Sitter
from naqala.play.state import GameState
from naqala.rules import SWAP, IllegalMove, Move, Outcome, Reason, format_position

_BY_A_PLAYER = (Reason.RESIGNATION, Reason.ABORTED)


class Refusal(Enum):
    """Why a command is rejected."""

    NOT_YOUR_SEAT = "not_your_seat"
    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    STALE = "stale"
    ILLEGAL_MOVE = "illegal_move"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_AFTER_RESIGNING = "undo_after_resigning"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A command that changes nothing; `message` says what would be right."""

    refusal: Refusal
    message: str
    detail: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision needs to know of the world; `actor` is who sent the command."""

    actor: Sitter


def decide(state: GameState, command: Command, context: Context) -> list[Event] | Rejection:
    """The events that a command causes, or why it is rejected."""
    if state.sitters[command.seat] != context.actor:
        return _reject(Refusal.NOT_YOUR_SEAT, "this seat is somebody else's", seat=command.seat)
    if isinstance(command, Sow | SwapSides | Undo) and command.after != state.board_seq:
        return _reject(
            Refusal.STALE,
            f"the position has changed: this was made for event {command.after}, "
            f"the board is at event {state.board_seq}",
            after=state.board_seq,
        )
    if isinstance(command, Undo):
        return _undo(state, command)
    if state.is_over:
        return _reject(Refusal.GAME_OVER, "the game is over")
    match command:
        case Sow():
            return _play(state, command.seat, command.pit)
        case SwapSides():
            return _play(state, command.seat, SWAP)
        case Resign():
            winner = state.side_of(command.seat).other
            stores = state.position.stores
            outcome = Outcome(winner, Reason.RESIGNATION, stores[0] - stores[1], stores)
            return [Ended(outcome)]
        case Abort():
            stores = state.position.stores
            return [Ended(Outcome(None, Reason.ABORTED, stores[0] - stores[1], stores))]


def _play(state: GameState, seat: Seat, move: Move) -> list[Event] | Rejection:
    if seat != state.seat_to_move:
        return _reject(Refusal.NOT_YOUR_TURN, "it is the other seat's turn")
    try:
        line = state.line.play(move)
    except IllegalMove as error:
        return _reject(
            Refusal.ILLEGAL_MOVE,
            str(error),
            reason=error.reason.value,
            position=format_position(state.position),
            legal=list(state.position.legal_moves()),
        )
    played = Played(seat, move)
    return [played] if line.outcome is None else [played, Ended(line.outcome)]


def _undo(state: GameState, command: Undo) -> list[Event] | Rejection:
    if state.outcome is not None and state.outcome.reason in _BY_A_PLAYER:
        return _reject(
            Refusal.UNDO_AFTER_RESIGNING, "a game that a player has ended cannot be taken back"
        )
    plies = plies_to_undo(state)
    if plies == 0:
        return _reject(Refusal.NOTHING_TO_UNDO, "no move has been made that could be taken back")
    return [Undone(command.seat, plies)]


def plies_to_undo(state: GameState) -> int:
    """How many plies an undo takes back: to before a person's last ply; 0 when there is none.

    On one device every ply is a person's, so it is the last one; against the CPU everything
    that the CPU played afterwards goes too.
    """
    for plies, seat in enumerate(reversed(state.ply_seats), 1):
        if isinstance(state.sitters[seat], Human):
            return plies
    return 0


def _reject(refusal: Refusal, message: str, **detail: Any) -> Rejection:
    return Rejection(refusal, message, detail)
