"""What is known of a position's worth: three types, so that nobody takes one for another.

All margins are in seeds, from the view of the player to move, the stores included: 8 means that he
ends 8 seeds ahead. In oware they value the game played on to its end, without the stop at a
majority; who wins is the same.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Exact:
    """The margin under perfect play, proven."""

    margin: int

    def __str__(self) -> str:
        return f"exact: {self.margin:+d}"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The margin under perfect play lies between these two, proven; they decide who wins."""

    lower: int
    upper: int

    def __str__(self) -> str:
        return f"between {self.lower:+d} and {self.upper:+d}"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the search thinks the margin will be; nothing is proven."""

    margin: float

    def __str__(self) -> str:
        return f"about {self.margin:+.1f}"


Score: TypeAlias = Exact | Bounds | Estimate


def from_bounds(lower: int, upper: int, estimate: float) -> Score:
    """The strongest type that proven bounds allow, in seeds; else the estimate within them."""
    if lower == upper:
        return Exact(lower)
    if lower > 0 or upper < 0:
        return Bounds(lower, upper)
    return Estimate(min(max(estimate, lower), upper))
