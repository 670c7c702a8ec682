"""The two players of a mancala board."""

from enum import IntEnum


class Side(IntEnum):
    """South sits at the bottom and moves first; North sits opposite."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> "Side":
        """The player opposite."""
        return NORTH if self is SOUTH else SOUTH

    @property
    def letter(self) -> str:
        """`S` or `N`, as in notation."""
        return "SN"[self]


SOUTH = Side.SOUTH
NORTH = Side.NORTH
