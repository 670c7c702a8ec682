"""What a picture points at: where a move began, where it ended, what it took."""

from dataclasses import dataclass
from typing import Self

from naqala.rules import Sowing


@dataclass(frozen=True, slots=True)
class Marks:
    """Places of the board to mark; `path` are the places of a sowing, drawn as hops."""

    origin: int | None = None
    end: int | None = None
    captured: tuple[int, ...] = ()
    path: tuple[int, ...] = ()

    @classmethod
    def before(cls, sowing: Sowing) -> Self:
        """Marks for the position that a sowing is about to change."""
        return cls(sowing.origin, sowing.visited[-1], path=sowing.visited)

    @classmethod
    def after(cls, sowing: Sowing) -> Self:
        """Marks for the position that a sowing has led to."""
        captured = tuple(capture.pit for capture in sowing.captures)
        return cls(sowing.origin, sowing.visited[-1], captured)


NO_MARKS = Marks()
