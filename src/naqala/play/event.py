"""What has happened in a game: the only things that are stored of it.

Events are numbered without gaps, `seq` 1 for `Started`.
"""

from dataclasses import dataclass
from typing import TypeAlias

from naqala.play.seat import Mode, Seat, Sitter
from naqala.rules import Move, Outcome, Variant


@dataclass(frozen=True, slots=True)
class Started:
    """A game began; `sitters` by seat."""

    variant: Variant
    mode: Mode
    sitters: tuple[Sitter, Sitter]


@dataclass(frozen=True, slots=True)
class Played:
    """One ply: a pit was sown, or sides were swapped."""

    seat: Seat
    move: Move


@dataclass(frozen=True, slots=True)
class Undone:
    """The last plies were taken back by a seat."""

    seat: Seat
    plies: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, by the rules or by a player."""

    outcome: Outcome


Event: TypeAlias = Started | Played | Undone | Ended
