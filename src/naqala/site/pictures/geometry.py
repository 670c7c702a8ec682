"""Where everything lies on a drawn board, in board units (a pit is about two wide).

x to the right, y down, the origin in the middle of the board; South in front, at the bottom.
The same shape as the page's own board, with larger numerals, for pictures are small.
"""

import math
import random
from dataclasses import dataclass
from functools import cache

PITCH = 2.16
PIT_RADIUS = 0.96
STORE_RADIUS = 1.0
SEED_RADIUS = 0.32
DISC_RADIUS = 0.47
_RIM = 0.5
_PIT_HALF_Y = 0.42
_STORE_HALF_Y = 1.72

_TRIES = 160
_DEPTH = 0.6
_FLATNESS = 0.74


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the board."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Hollow:
    """A circle of radius `r`, stretched upwards and downwards by `half_y`."""

    x: float
    y: float
    r: float
    half_y: float

    def rim(self, share: float, r: float) -> Point:
        """A point of its rim, or of one drawn round it with radius `r`.

        `share` of the way round, from 0 to 1, beginning at the lower right, downwards.
        """
        # Half a circle, a side upwards; then the same again, turned round.
        half = math.pi * self.r + 2 * self.half_y
        sign, rest = (1, share * 2 * half) if share < 0.5 else (-1, (2 * share - 1) * half)
        turn = min(rest / self.r, math.pi)
        middle_y = self.half_y - max(0.0, rest - math.pi * self.r)
        return Point(
            self.x + sign * r * math.cos(turn), self.y + sign * (middle_y + r * math.sin(turn))
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """A board of some pits a side; hollows and discs (for the counts) by place."""

    pits: int
    width: float
    height: float
    hollows: tuple[Hollow, ...]
    discs: tuple[Point, ...]

    def is_south(self, place: int) -> bool:
        """Whether a place is South's."""
        return place <= self.pits

    def is_store(self, place: int) -> bool:
        """Whether a place is a store."""
        return place in (self.pits, 2 * self.pits + 1)


@cache
def layout_of(pits: int) -> Layout:
    """The board of 1 to 6 pits a side."""
    row_y = 0.26 + PIT_RADIUS + _PIT_HALF_Y
    disc_y = row_y + PIT_RADIUS + _PIT_HALF_Y + 0.14 + DISC_RADIUS
    store_x = pits * PITCH / 2 + 1.12
    hollows, discs = [], []
    for sign in (1, -1):  # South's places, then North's
        for pit in range(pits):
            x = sign * (pit - (pits - 1) / 2) * PITCH
            hollows.append(Hollow(x, sign * row_y, PIT_RADIUS, _PIT_HALF_Y))
            discs.append(Point(x, sign * disc_y))
        hollows.append(Hollow(sign * store_x, -0.36 * sign, STORE_RADIUS, _STORE_HALF_Y))
        discs.append(Point(sign * store_x, sign * disc_y))
    return Layout(
        pits,
        width=2 * (store_x + STORE_RADIUS + _RIM),
        height=2 * (disc_y + DISC_RADIUS + 0.26),
        hollows=tuple(hollows),
        discs=tuple(discs),
    )


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed that lies in a hollow: its centre, and which of the six colours it has."""

    x: float
    y: float
    colour: int


COLOURS = 6


def seeds_in(layout: Layout, place: int, count: int) -> list[Seed]:
    """The seeds of a place, the lowest first.

    They are piled without physics: each lies as low as it can on the bowl and on those below,
    so one more seed never moves the others, and a position always looks the same.
    """
    hollow = layout.hollows[place]
    return [
        Seed(hollow.x + x, hollow.y + y, (place * 7 + nth * 5 + nth // 4) % COLOURS)
        for nth, (x, y) in enumerate(_pile(hollow.r, hollow.half_y, place, count))
    ]


@cache
def _pile(r: float, half_y: float, rng_seed: int, count: int) -> tuple[tuple[float, float], ...]:
    """Offsets of `count` seeds from the centre of a hollow."""
    if count == 0:
        return ()
    below = _pile(r, half_y, rng_seed, count - 1)
    heights = _heights(r, half_y, below)
    rng = random.Random(rng_seed * 1009 + count)
    pull = 0.012 if half_y > 1 else 0.06
    best, best_score = (0.0, 0.0), math.inf
    for _ in range(_TRIES):
        x = rng.uniform(-r, r)
        y = rng.uniform(-r - half_y, r + half_y)
        floor = _floor(r, half_y, x, y)
        if floor is None:
            continue
        height = _rest(floor, below, heights, x, y)
        score = height + pull * math.hypot(x, y) + 0.05 * abs(x) + 0.02 * rng.random()
        if score < best_score:
            best, best_score = (x, y), score
    return (*below, best)


@cache
def _heights(r: float, half_y: float, pile: tuple[tuple[float, float], ...]) -> tuple[float, ...]:
    """Heights of the centres of a pile's seeds above the bottom of the bowl."""
    if not pile:
        return ()
    below = pile[:-1]
    heights = _heights(r, half_y, below)
    x, y = pile[-1]
    return (*heights, _rest(_floor(r, half_y, x, y) or 0.0, below, heights, x, y))


def _rest(
    floor: float,
    below: tuple[tuple[float, float], ...],
    heights: tuple[float, ...],
    x: float,
    y: float,
) -> float:
    contact = SEED_RADIUS * 1.88
    top = floor
    for (other_x, other_y), height in zip(below, heights, strict=True):
        overlap = ((x - other_x) ** 2 + (y - other_y) ** 2) / contact**2
        if overlap < 1:
            top = max(top, height + SEED_RADIUS * 1.9 * _FLATNESS * math.sqrt(1 - overlap))
    return top


def _floor(r: float, half_y: float, x: float, y: float) -> float | None:
    """Height of a seed's centre on the bare bowl; None where it would not fit."""
    from_axis = math.hypot(x, max(0.0, abs(y) - half_y))
    reach = r - SEED_RADIUS * 1.02
    if from_axis >= reach:
        return None
    return (_DEPTH - SEED_RADIUS * _FLATNESS) * (1 - math.sqrt(1 - (from_axis / reach) ** 2))
