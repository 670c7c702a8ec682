"""The picture on the card of a shared link: the board as it stands, 1200 by 630, as PNG."""

import io
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from naqala.rules import Position, Variant, parse_position
from naqala.site.pictures.canvas import (
    ACCENT,
    BRIGHT,
    EBONY,
    MUTED,
    OVER,
    SIZE_PX,
    TEXT,
    UNIT_PX,
    Pen,
    write,
)
from naqala.site.pictures.carving import empty_board
from naqala.site.pictures.geometry import COLOURS, layout_of
from naqala.site.pictures.marks import NO_MARKS, Marks
from naqala.site.pictures.seed_sprite import seed_sprite

CARD_VERSION: Final = 1
"""Part of the cards' ETags: goes up when they are drawn in another way."""

_SHOWN: Final = "1,0,6,5,2,1/0,7,1,6,0,2 9,8 S"
"""The position on the card of the site itself."""

_SAYING: Final = "Juega, aprende y resuelve el mancala"


@dataclass(frozen=True, slots=True)
class Card:
    """What a game's card shows; `names` are South's and North's."""

    position: Position
    marks: Marks
    game: str
    names: tuple[str, str]
    standing: str


def draw_card(card: Card | None) -> bytes:
    """Draws a game's card, or that of the site itself for None. Takes part of a second."""
    if card is None:
        position, marks = parse_position(_SHOWN, Variant()), NO_MARKS
    else:
        position, marks = card.position, card.marks
    layout = layout_of(position.variant.pits)
    picture = empty_board(layout.pits).copy()
    Pen(picture, layout).draw(position, marks)
    _draw_mark(picture)
    words = ImageDraw.Draw(picture)
    write(words, (148, 60), "Naqala", 46, anchor="lm")
    if card is None:
        write(words, (600, 586), _SAYING, 38, anchor="mm")
    else:
        write(words, (1128, 60), card.game, 32, MUTED, anchor="rm")
        south, north = card.names
        write(words, (72, 586), north, 32, anchor="lm", longest_px=330)
        write(words, (600, 586), card.standing, 30, BRIGHT, anchor="mm", longest_px=440)
        write(words, (1128, 586), south, 32, anchor="rm", longest_px=330)
    small = picture.resize(SIZE_PX, Image.Resampling.LANCZOS)
    file = io.BytesIO()
    _indexed(small, layout.pits).save(file, "PNG", optimize=True)
    return file.getvalue()


def _indexed(picture: Image.Image, pits: int) -> Image.Image:
    """With 256 colours: a third of the bytes, and some readers refuse large cards."""
    return picture.quantize(palette=_palette(pits), dither=Image.Dither.FLOYDSTEINBERG)


@cache
def _palette(pits: int) -> Image.Image:
    """The colours of a board with everything that may lie or stand on it."""
    width, height = SIZE_PX
    swatch = Image.new("RGB", (width, height + 300), EBONY)
    swatch.paste(empty_board(pits).resize(SIZE_PX), (0, 0))
    # Few pixels are seeds, so they are shown larger to whoever chooses the colours.
    for colour in range(COLOURS):
        sprite = seed_sprite(colour, UNIT_PX).resize((200, 200))
        swatch.paste(sprite, (200 * colour, height), sprite)
    for nth, colour_name in enumerate((ACCENT, BRIGHT, TEXT, MUTED)):
        swatch.paste(colour_name, (300 * nth, height + 200, 300 * nth + 200, height + 300))
    return swatch.reduce(2).quantize(256, Image.Quantize.MEDIANCUT)


def _draw_mark(picture: Image.Image) -> None:
    """The site's mark at the upper left."""
    pen = ImageDraw.Draw(picture)
    left, top = 72 * OVER, 41 * OVER
    pen.rounded_rectangle((left, top, left + 62 * OVER, top + 38 * OVER), 19 * OVER, "#7c4c2b")
    for nth, colour in enumerate(("#5d9a94", "#e8dcc2", "#d3a34e")):
        x, y = left + (14 + 17 * nth) * OVER, top + 19 * OVER
        pen.circle((x, y), 7 * OVER, colour)
