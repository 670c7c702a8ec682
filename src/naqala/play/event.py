"""What has happened in a game: the only things that are stored of it.

Events are numbered without gaps, `seq` 1 for `Started`. In a game with clocks every event but
`Replaced` carries them as they stood then.
"""

from typing import TypeAlias

from naqala.play.clock import Clock
from naqala.play.seat import Mode, Seat, Sitter
from naqala.rules import Move, Outcome, Score, Variant
from naqala.values import value


@value(frozen=True, slots=True)
class Started:
    """A game began; `sitters` by seat."""

    variant: Variant
    mode: Mode
    sitters: tuple[Sitter, Sitter]
    clock: Clock | None = None


@value(frozen=True, slots=True)
class Played:
    """One ply: a pit was sown, or sides were swapped.

    `score` is what the CPU said that it holds with it, from the view of its seat.
    """

    seat: Seat
    move: Move
    clock: Clock | None = None
    score: Score | None = None


@value(frozen=True, slots=True)
class Undone:
    """The last plies were taken back by a seat."""

    seat: Seat
    plies: int
    clock: Clock | None = None


@value(frozen=True, slots=True)
class Ended:
    """The game is over, by the rules, by a player or by the clock."""

    outcome: Outcome
    clock: Clock | None = None


@value(frozen=True, slots=True)
class Replaced:
    """Somebody else holds a seat from now on."""

    seat: Seat
    sitter: Sitter


@value(frozen=True, slots=True)
class Granted:
    """Time in which the server was down was given back to whoever was thinking."""

    clock: Clock


Event: TypeAlias = Started | Played | Undone | Ended | Replaced | Granted
