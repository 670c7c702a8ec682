"""What a seat may ask for.

Sow, swap and undo carry `after`: the `seq` of the last event that changed the position they were
made for. Extra turns make a repeated move legal again, so a command for another position is
stale, however legal it may look.
"""

from typing import TypeAlias

from naqala.play.seat import Seat
from naqala.values import value


@value(frozen=True, slots=True)
class Sow:
    """Sows a pit, counted 1 to 6 from the mover's left."""

    seat: Seat
    after: int
    pit: int

    def __post_init__(self) -> None:
        if self.pit < 1:
            raise ValueError(f"pits are counted from 1, not {self.pit}")


@value(frozen=True, slots=True)
class SwapSides:
    """Takes the pie rule's offer."""

    seat: Seat
    after: int


@value(frozen=True, slots=True)
class Undo:
    """Takes back one's own last ply and all that followed it."""

    seat: Seat
    after: int


@value(frozen=True, slots=True)
class Resign:
    """Gives the game to the other seat, at any moment."""

    seat: Seat


@value(frozen=True, slots=True)
class Abort:
    """Ends the game without a result; between people only before one's second ply."""

    seat: Seat


@value(frozen=True, slots=True)
class ClaimAbandonment:
    """Takes the win when the other seat has been away for too long."""

    seat: Seat


@value(frozen=True, slots=True)
class HandToCpu:
    """Goes on against the CPU in a friend's place, who has been away for too long."""

    seat: Seat


@value(frozen=True, slots=True)
class Flag:
    """From the server alone: time may be up, for whoever is to move."""


@value(frozen=True, slots=True)
class GiveBack:
    """From the server alone: it was down from that moment (since 1970) until now, and nobody's time
    ran.
    """

    since_ms: int


BoardCommand: TypeAlias = Sow | SwapSides | Undo
SeatCommand: TypeAlias = Sow | SwapSides | Undo | Resign | Abort | ClaimAbandonment | HandToCpu
ServerCommand: TypeAlias = Flag | GiveBack
Command: TypeAlias = SeatCommand | ServerCommand
