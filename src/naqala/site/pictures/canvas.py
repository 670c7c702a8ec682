"""The sheet that a card is drawn on: its size, its letters, and a pen that thinks in board units.

Everything is drawn twice as large and made smaller at the end, for smooth edges.
"""

from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont, features

from naqala.rules import Position
from naqala.site.pictures.geometry import DISC_RADIUS, Layout, seeds_in
from naqala.site.pictures.marks import Marks
from naqala.site.pictures.seed_sprite import seed_sprite

SIZE_PX: Final = (1200, 630)
OVER: Final = 2
"""How many times as large as it will be everything is drawn."""

UNIT_PX: Final = 49 * OVER
"""A board unit, as drawn."""

_MIDDLE_Y_PX: Final = 321 * OVER

TEXT: Final = "#f4efe6"
MUTED: Final = "#b9c2bf"
ACCENT: Final = "#ff8a1f"
BRIGHT: Final = "#ff9d3f"
EBONY: Final = "#22140b"
_IVORY: Final = "#f3e6cf"
_DASHES: Final = 24
_LINING: Final = ["lnum"] if features.check("raqm") else None
"""Figures as tall as capitals, where Pillow can shape text."""

Box: TypeAlias = tuple[int, int, int, int]


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont:
    """Alegreya, as on the pages (fonts/OFL.txt)."""
    path = Path(__file__).parent / "fonts" / "alegreya-bold.woff"
    return ImageFont.truetype(path, size_px * OVER)


def write(
    pen: ImageDraw.ImageDraw,
    at_px: tuple[int, int],
    text: str,
    size_px: int,
    colour: str = TEXT,
    *,
    anchor: str,
    longest_px: int = 900,
) -> None:
    """Writes a line, in smaller letters where it would be too long."""
    while size_px > 16 and _font(size_px).getlength(text) > longest_px * OVER:
        size_px -= 1
    x, y = at_px
    pen.text((x * OVER, y * OVER), text, colour, _font(size_px), anchor, features=_LINING)


class Pen:
    """Draws in board units onto a picture."""

    def __init__(self, picture: Image.Image, layout: Layout) -> None:
        self._picture = picture
        self._layout = layout
        self._pen = ImageDraw.Draw(picture)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A point in pixels."""
        return round(x * UNIT_PX) + SIZE_PX[0] * OVER // 2, round(y * UNIT_PX) + _MIDDLE_Y_PX

    def box(self, x: float, y: float, width: float, height: float) -> Box:
        """A box around a point in pixels."""
        return (*self.at(x - width / 2, y - height / 2), *self.at(x + width / 2, y + height / 2))

    def hollow(self, place: int, grow: float = 0.0) -> Box:
        """The box of a hollow in pixels."""
        hollow = self._layout.hollows[place]
        width = 2 * (hollow.r + grow)
        return self.box(hollow.x, hollow.y, width, width + 2 * hollow.half_y)

    def draw(self, position: Position, marks: Marks) -> None:
        """Draws what lies on the board: marks, seeds, counts."""
        ends = [place for place in (marks.origin, marks.end) if place is not None]
        for place in ends:
            radius = self._layout.hollows[place].r
            for grow, colour, width in ((0.13, EBONY, 0.25), (0.06, ACCENT, 0.11)):
                self._pen.rounded_rectangle(
                    self.hollow(place, grow),
                    round((radius + grow) * UNIT_PX),
                    outline=colour,
                    width=round(width * UNIT_PX),
                )
        if marks.origin is not None:
            self._dash(marks.origin)
        for place, count in enumerate(position.board):
            for seed in seeds_in(self._layout, place, count):
                sprite = seed_sprite(seed.colour, UNIT_PX)
                x, y = self.at(seed.x, seed.y)
                corner = (x - sprite.width // 2, y - sprite.height // 2)
                self._picture.paste(sprite, corner, sprite)
            self._count(place, count, place in (*ends, *marks.captured))

    def _dash(self, place: int) -> None:
        """Cuts the ring of a hollow into dashes, so that both ends of a move differ."""
        hollow = self._layout.hollows[place]
        for gap in range(_DASHES):
            inner = hollow.rim(gap / _DASHES, hollow.r - 0.06)
            outer = hollow.rim(gap / _DASHES, hollow.r + 0.08)
            ends = (self.at(inner.x, inner.y), self.at(outer.x, outer.y))
            self._pen.line(ends, EBONY, round(0.1 * UNIT_PX))

    def _count(self, place: int, count: int, is_marked: bool) -> None:
        disc = self._layout.discs[place]
        at = self.at(disc.x, disc.y)
        self._pen.circle(at, DISC_RADIUS * UNIT_PX, EBONY, outline="#75593a", width=OVER)
        colour = BRIGHT if is_marked else _IVORY
        self._pen.text(at, str(count), colour, _font(33), "mm", features=_LINING)
