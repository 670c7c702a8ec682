"""Where the pie rule stands. Source: docs/rules.md, "Kalah" 10."""

from enum import Enum


class Swap(Enum):
    """Whether the second player may take the first player's side."""

    NONE = "none"
    """Not played, or already taken or forfeited."""
    LATER = "later"
    """The first player is still in the first turn."""
    OFFERED = "offered"
    """The second player may take it now, instead of sowing."""
