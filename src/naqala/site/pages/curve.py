"""A rating's curve as SVG: nothing but numbers goes into it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 320
HEIGHT: Final = 96
_EDGE: Final = 6
_LEAST_SPAN: Final = 60
"""Points between the lowest and the highest line at least: small changes stay small."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through ratings, one for each game, in a box of `WIDTH` by `HEIGHT`."""

    points: str
    area: str
    last: tuple[float, float]
    most: int
    least: int

    @classmethod
    def of(cls, ratings: Sequence[float]) -> "Curve":
        """The curve of two ratings or more."""
        low, high = min(ratings), max(ratings)
        spare = max(0.0, _LEAST_SPAN - (high - low)) / 2
        bottom, span = low - spare, high - low + 2 * spare
        step = (WIDTH - 2 * _EDGE) / (len(ratings) - 1)
        places = [
            (
                round(_EDGE + step * number, 1),
                round(HEIGHT - _EDGE - (HEIGHT - 2 * _EDGE) * (rating - bottom) / span, 1),
            )
            for number, rating in enumerate(ratings)
        ]
        points = " ".join(f"{x},{y}" for x, y in places)
        area = f"{_EDGE},{HEIGHT} {points} {WIDTH - _EDGE},{HEIGHT}"
        return cls(points, area, places[-1], round(high), round(low))
