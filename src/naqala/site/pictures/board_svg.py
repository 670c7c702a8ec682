"""A position as an SVG picture. Colours come from the page's style sheet by class.

A page that shows boards carries `DEFINITIONS` once: gradients, grain and seeds, used by all.
"""

import math
import random
from html import escape
from typing import Final

from naqala.rules import Position
from naqala.site.pictures.geometry import (
    COLOURS,
    DISC_RADIUS,
    SEED_RADIUS,
    Layout,
    layout_of,
    seeds_in,
)
from naqala.site.pictures.marks import NO_MARKS, Marks

_SCALE: Final = 50
"""Units of the picture to a board unit, so that one decimal place is enough."""

_NUMBERS: Final = 0.72
"""Room above and below the board for the numbers of the pits, in board units."""

_LONG_HOP: Final = 2.6
"""A hop that is longer rises no more, in board units."""


def board_svg(
    position: Position, marks: Marks = NO_MARKS, *, identity: str, title: str, description: str
) -> str:
    """Draws a position, South in front.

    `identity` must be unique on the page; `title` names the picture and `description` says all
    that is to be seen, for those who do not see it.
    """
    layout = layout_of(position.variant.pits)
    width, height = layout.width, layout.height + 2 * _NUMBERS
    parts = [
        f'<svg class="board" viewBox="{_n(-width / 2)} {_n(-height / 2)} {_n(width)} {_n(height)}"'
        f' role="img" aria-labelledby="{identity}-title {identity}-desc"'
        ' xmlns="http://www.w3.org/2000/svg">',
        f'<title id="{identity}-title">{escape(title)}</title>',
        f'<desc id="{identity}-desc">{escape(description)}</desc>',
        *_plank(layout),
        *(_hollow(layout, place, "hollow") for place in range(len(layout.hollows))),
        *_rings(layout, marks),
    ]
    for place, count in enumerate(position.board):
        parts += _seeds(layout, place, count)
        parts += _count(layout, place, count, marks)
    parts += _pit_numbers(layout)
    parts += _hops(layout, marks)
    parts.append("</svg>")
    return "".join(parts)


def _n(units: float) -> str:
    """A length or coordinate of the picture."""
    return f"{round(units * _SCALE, 1) + 0.0:g}"


def _plank(layout: Layout) -> list[str]:
    width, height = layout.width, layout.height
    box = (
        f'x="{_n(-width / 2)}" y="{_n(-height / 2)}" width="{_n(width)}" height="{_n(height)}"'
        f' rx="{_n(1.45)}"'
    )
    return [
        f'<rect class="plank-edge" {box} transform="translate(0 {_n(0.14)})"/>',
        f'<rect class="plank" {box} fill="url(#wood)"/>',
        f'<use href="#grain" x="{_n(-width / 2)}" y="{_n(-height / 2)}"/>' if width > 18 else "",
        f'<rect class="plank-light" {box} fill="url(#sheen)"/>',
    ]


def _hollow(layout: Layout, place: int, name: str, grow: float = 0.0) -> str:
    hollow = layout.hollows[place]
    r, half_y = hollow.r + grow, hollow.half_y
    fill = ' fill="url(#bowl)"' if name == "hollow" else ""
    return (
        f'<rect class="{name}" x="{_n(hollow.x - r)}" y="{_n(hollow.y - half_y - r)}"'
        f' width="{_n(2 * r)}" height="{_n(2 * (half_y + r))}" rx="{_n(r)}"{fill}/>'
    )


def _rings(layout: Layout, marks: Marks) -> list[str]:
    """An orange ring at either end of the move, set in ebony; dashed where it began."""
    parts = []
    for place, name in ((marks.origin, "ring ring-origin"), (marks.end, "ring")):
        if place is not None:
            parts.append(_hollow(layout, place, "ring-bed"))
            parts.append(_hollow(layout, place, name))
    for place in marks.captured:
        hollow = layout.hollows[place]
        inwards = -1 if layout.is_south(place) else 1
        y = hollow.y + inwards * (hollow.r + hollow.half_y)
        for x in (hollow.x - 0.17, hollow.x + 0.17):
            line = f"M{_n(x)} {_n(y - 0.26)}V{_n(y + 0.26)}"
            parts.append(f'<path class="tick-bed" d="{line}"/><path class="tick" d="{line}"/>')
    return parts


def _seeds(layout: Layout, place: int, count: int) -> list[str]:
    return [
        f'<use href="#seed-{seed.colour}" x="{_n(seed.x)}" y="{_n(seed.y)}"/>'
        for seed in seeds_in(layout, place, count)
    ]


def _count(layout: Layout, place: int, count: int, marks: Marks) -> list[str]:
    disc = layout.discs[place]
    marked = " marked" if place in (marks.origin, marks.end, *marks.captured) else ""
    return [
        f'<circle class="disc" cx="{_n(disc.x)}" cy="{_n(disc.y)}" r="{_n(DISC_RADIUS)}"/>',
        f'<text class="count{marked}" x="{_n(disc.x)}" y="{_n(disc.y + 0.22)}">{count}</text>',
    ]


def _pit_numbers(layout: Layout) -> list[str]:
    """The number of every pit, counted from its owner's left, outside the board."""
    parts = []
    for place, hollow in enumerate(layout.hollows):
        if not layout.is_store(place):
            number = place + 1 if layout.is_south(place) else place - layout.pits
            y = layout.height / 2 + (0.6 if layout.is_south(place) else 0.2)
            y = y if layout.is_south(place) else -y
            parts.append(f'<text class="number" x="{_n(hollow.x)}" y="{_n(y)}">{number}</text>')
    return parts


def _hops(layout: Layout, marks: Marks) -> list[str]:
    """The way of the seeds: a hop from each place to the next, an arrow at the last."""
    if not marks.path or marks.origin is None:
        return []
    stops = [layout.hollows[place] for place in (marks.origin, *marks.path)]
    points = [(stop.x, stop.y) for stop in stops]
    curve = f"M{_n(points[0][0])} {_n(points[0][1])}"
    bend = (0.0, 0.0)
    for (x, y), (next_x, next_y) in zip(points, points[1:], strict=False):
        # Every hop bulges to the left of its way, which is towards the middle of the board.
        length = math.hypot(next_x - x, next_y - y)
        rise = 0.36 * min(length, _LONG_HOP)
        bend = (
            (x + next_x) / 2 + (next_y - y) / length * rise,
            (y + next_y) / 2 - (next_x - x) / length * rise,
        )
        curve += f"Q{_n(bend[0])} {_n(bend[1])} {_n(next_x)} {_n(next_y)}"
    (tip_x, tip_y) = points[-1]
    angle = math.degrees(math.atan2(tip_y - bend[1], tip_x - bend[0]))
    place = f'transform="translate({_n(tip_x)} {_n(tip_y)}) rotate({angle:.0f})"'
    head = f'd="M{_n(-0.3)} {_n(-0.26)}L{_n(0.16)} 0L{_n(-0.3)} {_n(0.26)}Z" {place}'
    return [
        f'<path class="hops-bed" d="{curve}"/><path class="head-bed" {head}/>',
        f'<path class="hops" d="{curve}"/><path class="head" {head}/>',
    ]


def _grain() -> str:
    """Growth rings of the wood, cut nearly along the grain."""
    layout = layout_of(6)
    rng = random.Random(5)
    lines = []
    y = 0.1
    while y < layout.height - 0.15:
        wave, shift = rng.uniform(-0.16, 0.16), rng.uniform(-0.1, 0.1)
        x = layout.width
        # Near the rounded corners a line is shorter.
        inset = 0.12 + max(0.0, 1.3 - min(y, layout.height - y)) * 0.75
        lines.append(
            f"M{_n(inset)} {_n(y)}C{_n(x * 0.3)} {_n(y + wave)} {_n(x * 0.62)} {_n(y - wave)}"
            f" {_n(x - inset)} {_n(y + shift)}"
        )
        y += rng.choice((0.13, 0.2, 0.31, 0.5))
    return f'<path id="grain" class="grain" d="{"".join(lines)}"/>'


def _seed(colour: int) -> str:
    r = SEED_RADIUS
    return (
        f'<radialGradient id="skin-{colour}" cx="0.42" cy="0.38" r="0.62">'
        f'<stop class="light-{colour}" offset="0"/><stop class="colour-{colour}" offset="0.5"/>'
        f'<stop class="dark-{colour}" offset="1"/></radialGradient>'
        f'<g id="seed-{colour}">'
        f'<circle class="seed-shade" cx="{_n(0.05)}" cy="{_n(0.1)}" r="{_n(r)}"/>'
        f'<circle class="seed" r="{_n(r)}" fill="url(#skin-{colour})"/>'
        f'<circle class="seed-glint" cx="{_n(-0.1)}" cy="{_n(-0.13)}" r="{_n(0.07)}"/></g>'
    )


def _definitions() -> str:
    return (
        '<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false"'
        ' xmlns="http://www.w3.org/2000/svg"><defs>'
        '<linearGradient id="wood" x1="0" y1="0" x2="0.06" y2="1">'
        '<stop class="wood-0" offset="0"/><stop class="wood-1" offset="0.45"/>'
        '<stop class="wood-2" offset="1"/></linearGradient>'
        '<linearGradient id="sheen" x1="0" y1="0" x2="0.5" y2="1">'
        '<stop class="sheen-0" offset="0"/><stop class="sheen-1" offset="0.4"/>'
        '<stop class="sheen-2" offset="1"/></linearGradient>'
        '<radialGradient id="bowl" cx="0.5" cy="0.42" r="0.62">'
        '<stop class="bowl-0" offset="0"/><stop class="bowl-1" offset="0.7"/>'
        '<stop class="bowl-2" offset="1"/></radialGradient>'
        f"{_grain()}{''.join(_seed(colour) for colour in range(COLOURS))}</defs></svg>"
    )


DEFINITIONS: Final = _definitions()
