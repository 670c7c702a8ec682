"""A game between two seats, event-sourced: `decide` judges, `evolve` folds. Pure."""

from naqala.play.command import Abort, Command, Resign, Sow, SwapSides, Undo
from naqala.play.decide import Context, Refusal, Rejection, decide, plies_to_undo
from naqala.play.event import Ended, Event, Played, Started, Undone
from naqala.play.seat import FIRST, SECOND, Cpu, Human, Mode, PlayerId, Seat, Sitter
from naqala.play.state import GameState, evolve, fold

__all__ = [
    "FIRST",
    "SECOND",
    "Abort",
    "Command",
    "Context",
    "Cpu",
    "Ended",
    "Event",
    "GameState",
    "Human",
    "Mode",
    "Played",
    "PlayerId",
    "Refusal",
    "Rejection",
    "Resign",
    "Seat",
    "Sitter",
    "Sow",
    "Started",
    "SwapSides",
    "Undo",
    "Undone",
    "decide",
    "evolve",
    "fold",
    "plies_to_undo",
]
