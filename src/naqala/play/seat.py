"""Who sits at a game. A seat is 0 (moved first, began as South) or 1, and keeps its number."""

from enum import Enum
from typing import Final, NewType, TypeAlias

from naqala.values import value

PlayerId = NewType("PlayerId", str)

Seat: TypeAlias = int
"""0 for the player who began as South, 1 for the other; a swap changes sides, not seats."""

FIRST: Final[Seat] = 0
SECOND: Final[Seat] = 1


@value(frozen=True, slots=True)
class Human:
    """A person."""

    player_id: PlayerId


@value(frozen=True, slots=True)
class Cpu:
    """The engine, at one of its levels (by name)."""

    level: str


Sitter: TypeAlias = Human | Cpu


@value(frozen=True, slots=True)
class Server:
    """The server itself, which sits nowhere and alone may say that a flag has fallen."""


SERVER: Final = Server()
Actor: TypeAlias = Sitter | Server


class Mode(Enum):
    """How a game is played."""

    CPU = "cpu"
    """One person against the engine."""
    LOCAL = "local"
    """One person holds both seats, for two people on one device."""
    FRIEND = "friend"
    """Two people who have a link in common."""
    CASUAL = "casual"
    """Two people who were matched."""
    RATED = "rated"
    """Two people who were matched, for their ratings."""

    def __init__(self, text: str) -> None:
        self.is_between_people = text not in ("cpu", "local")
        """Whether somebody else waits at the other end: nothing can be taken back then."""

    # Enum's own is a function of Python's, and asked for with every move.
    __hash__ = object.__hash__
