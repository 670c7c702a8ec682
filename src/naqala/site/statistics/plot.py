"""Plots as SVG that needs no script: nothing but numbers goes into it.

Letters stand beside the picture, not in it: it is stretched to its place, on a phone as well.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 300
HEIGHT = 100
_GAP = 0.24
"""Part of a day's width that stays free."""

_STEPS = (10, 12, 16, 20, 30, 40, 50, 60, 80, 100)
"""Tenths of a power of ten at which a plot may end."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A day's bar in a box of `WIDTH` by `HEIGHT`."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Plot:
    """Two series over some days, the second a part of the first: bars before bars."""

    whole: list[Bar]
    part: list[Bar]
    top: int
    """The number at the upper edge."""

    @classmethod
    def of(cls, whole: Sequence[int], part: Sequence[int]) -> "Plot":
        """The plot of as many numbers as there are days."""
        top = nice_top(max((*whole, *part), default=0))
        return cls(_bars(whole, top, 0.0), _bars(part, top, 0.18), top)


def nice_top(most: int) -> int:
    """The next number upwards that is easy to read, and whose half is, too: at least 4."""
    if most <= 4:
        return 4
    power: int = 10 ** (math.floor(math.log10(most)) - 1)
    return next(step * power for step in _STEPS if step * power >= most and (step * power) % 2 == 0)


def _bars(numbers: Sequence[int], top: int, inset: float) -> list[Bar]:
    step = WIDTH / max(1, len(numbers))
    width = step * (1 - _GAP)
    bars = []
    for place, number in enumerate(numbers):
        height = HEIGHT * min(1.0, number / top)
        bars.append(
            Bar(
                round(place * step + (step - width) / 2 + inset * width, 2),
                round(HEIGHT - height, 2),
                round(width * (1 - 2 * inset), 2),
                round(height, 2),
            )
        )
    return bars
