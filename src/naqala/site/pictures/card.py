"""The picture on the card of a shared link: the board as it stands, 1200 by 630, as PNG.

Drawn twice as large and made smaller, for smooth edges. The letters are Alegreya, as on the pages
(fonts/OFL.txt).
"""

import io
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, features

from naqala.rules import Position, Variant, parse_position
from naqala.site.pictures.geometry import (
    COLOURS,
    DISC_RADIUS,
    SEED_RADIUS,
    Layout,
    layout_of,
    seeds_in,
)
from naqala.site.pictures.marks import NO_MARKS, Marks
from naqala.site.pictures.wood import walnut

CARD_VERSION: Final = 1
"""Part of the cards' ETags: goes up when they are drawn in another way."""

SIZE_PX: Final = (1200, 630)
_OVER: Final = 2
_UNIT_PX: Final = 49 * _OVER
"""A board unit, as drawn."""

_MIDDLE_Y_PX: Final = 321 * _OVER

_TEXT: Final = "#f4efe6"
_MUTED: Final = "#b9c2bf"
_ACCENT: Final = "#ff8a1f"
_BRIGHT: Final = "#ff9d3f"
_EBONY: Final = "#22140b"
_IVORY: Final = "#f3e6cf"
_SEEDS: Final = (
    ((134, 195, 187), (93, 154, 148), (47, 92, 89)),
    ((251, 244, 228), (232, 220, 194), (165, 150, 116)),
    ((220, 132, 103), (180, 88, 60), (107, 43, 25)),
    ((123, 139, 155), (77, 90, 104), (37, 46, 56)),
    ((243, 207, 130), (211, 163, 78), (133, 93, 29)),
    ((183, 159, 201), (138, 111, 160), (76, 56, 96)),
)
_LINING: Final = ["lnum"] if features.check("raqm") else None
"""Figures as tall as capitals, where Pillow can shape text."""

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
    picture = _empty_board(layout.pits).copy()
    _Pen(picture, layout).draw(position, marks)
    words = ImageDraw.Draw(picture)
    _write(words, (148, 60), "Naqala", 46, anchor="lm")
    if card is None:
        _write(words, (600, 586), _SAYING, 38, anchor="mm")
    else:
        _write(words, (1128, 60), card.game, 32, _MUTED, anchor="rm")
        south, north = card.names
        _write(words, (72, 586), north, 32, anchor="lm", longest_px=330)
        _write(words, (600, 586), card.standing, 30, _BRIGHT, anchor="mm", longest_px=440)
        _write(words, (1128, 586), south, 32, anchor="rm", longest_px=330)
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
    swatch = Image.new("RGB", (width, height + 300), _EBONY)
    swatch.paste(_empty_board(pits).resize(SIZE_PX), (0, 0))
    # Few pixels are seeds, so they are shown larger to whoever chooses the colours.
    for colour in range(COLOURS):
        sprite = _seed_sprite(colour).resize((200, 200))
        swatch.paste(sprite, (200 * colour, height), sprite)
    for nth, colour_name in enumerate((_ACCENT, _BRIGHT, _TEXT, _MUTED)):
        swatch.paste(colour_name, (300 * nth, height + 200, 300 * nth + 200, height + 300))
    return swatch.quantize(256, Image.Quantize.MEDIANCUT)


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont:
    path = Path(__file__).parent / "fonts" / "alegreya-bold.woff"
    return ImageFont.truetype(path, size_px * _OVER)


def _write(
    pen: ImageDraw.ImageDraw,
    at_px: tuple[int, int],
    text: str,
    size_px: int,
    colour: str = _TEXT,
    *,
    anchor: str,
    longest_px: int = 900,
) -> None:
    """Writes a line, in smaller letters where it would be too long."""
    while size_px > 16 and _font(size_px).getlength(text) > longest_px * _OVER:
        size_px -= 1
    x, y = at_px
    pen.text((x * _OVER, y * _OVER), text, colour, _font(size_px), anchor, features=_LINING)


@lru_cache(maxsize=2)
def _empty_board(pits: int) -> Image.Image:
    """Table, board and site's mark, without seeds and numbers; RGB, never changed."""
    layout = layout_of(pits)
    picture = _table()
    pen = _Pen(picture, layout)
    plank = pen.box(0, 0, layout.width, layout.height)
    thickness = round(0.3 * _UNIT_PX)
    left, top, right, bottom = plank
    radius = round(1.45 * _UNIT_PX)
    below = (left, top, right, bottom + thickness)
    _blend(picture, (10, 6, 4), _blurred(picture, _moved(below, 26, 56), radius, 46), 0.55)
    ImageDraw.Draw(picture).rounded_rectangle(below, radius, "#43260f")
    wood = walnut((right - left) // _OVER, (bottom - top) // _OVER)
    wood = wood.resize((right - left, bottom - top), Image.Resampling.BICUBIC)
    shape = _mask(picture, plank, radius)
    picture.paste(wood, (left, top), shape.crop(plank))
    for colour, shift, share in (((255, 228, 186), 5, 0.42), ((30, 12, 4), -6, 0.5)):
        edge = ImageChops.subtract(shape, _mask(picture, _moved(plank, shift, shift), radius))
        _blend(picture, colour, edge.filter(ImageFilter.GaussianBlur(3)), share)
    for place in range(len(layout.hollows)):
        _carve(picture, pen.hollow(place), round(layout.hollows[place].r * _UNIT_PX))
    _mark(picture)
    return picture


def _table() -> Image.Image:
    width, height = SIZE_PX[0] * _OVER, SIZE_PX[1] * _OVER
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    distance = np.clip(np.hypot((x + 0.2) * 0.8, (y + 0.35) * 0.75), 0, 1)[..., None]
    near, far = np.array([52, 68, 67], np.float32), np.array([16, 22, 23], np.float32)
    return Image.fromarray((near + (far - near) * distance).astype(np.uint8), "RGB")


def _carve(picture: Image.Image, box: tuple[int, int, int, int], radius: int) -> None:
    """Hollows the wood: dark, darker under the upper left edge, a gleam on the lower right lip."""
    left, top, right, bottom = box
    room = 60  # so that what is blurred does not end at the tile's edge
    tile = picture.crop((left - room, top - room, right + room, bottom + room))
    here = (room, room, right - left + room, bottom - top + room)
    shape = _mask(tile, here, radius)
    _blend(tile, (255, 224, 180), _mask(tile, _moved(here, 3, 5), radius), 0.3)
    _blend(tile, (36, 17, 7), shape, 0.66)
    for colour, shift, blur_px, share in (
        ((12, 4, 0), (12, 20), 18, 0.8),
        ((255, 190, 124), (-9, -13), 16, 0.22),
    ):
        beside = ImageChops.invert(_blurred(tile, _moved(here, *shift), radius, blur_px))
        _blend(tile, colour, ImageChops.multiply(shape, beside), share)
    picture.paste(tile, (left - room, top - room))


def _mark(picture: Image.Image) -> None:
    """The site's mark at the upper left."""
    pen = ImageDraw.Draw(picture)
    left, top = 72 * _OVER, 41 * _OVER
    pen.rounded_rectangle((left, top, left + 62 * _OVER, top + 38 * _OVER), 19 * _OVER, "#7c4c2b")
    for nth, colour in enumerate(("#5d9a94", "#e8dcc2", "#d3a34e")):
        x, y = left + (14 + 17 * nth) * _OVER, top + 19 * _OVER
        pen.circle((x, y), 7 * _OVER, colour)


def _mask(picture: Image.Image, box: tuple[int, int, int, int], radius: int) -> Image.Image:
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, 255)
    return mask


def _blurred(
    picture: Image.Image, box: tuple[int, int, int, int], radius: int, blur_px: int
) -> Image.Image:
    return _mask(picture, box, radius).filter(ImageFilter.GaussianBlur(blur_px))


def _blend(
    picture: Image.Image, colour: tuple[int, int, int], mask: Image.Image, share: float
) -> None:
    picture.paste(colour, (0, 0), mask.point([round(level * share) for level in range(256)]))


def _moved(box: tuple[int, int, int, int], x: int, y: int) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    return left + x, top + y, right + x, bottom + y


@cache
def _seed_sprite(colour: int) -> Image.Image:
    """A glass seed with its shadow; RGBA."""
    r = SEED_RADIUS * _UNIT_PX
    size = round(r * 3)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    x, y = (x - size / 2) / r, (y - size / 2) / r
    body = np.clip((1 - np.hypot(x, y)) * r / 1.6, 0, 1)
    shadow = np.clip(1.25 - np.hypot(x - 0.16, y - 0.3), 0, 0.42) / 0.42 * 0.55
    light, middle, dark = (np.array(tone, np.float32) for tone in _SEEDS[colour])
    at = np.clip(np.hypot(x + 0.2, y + 0.28) / 1.22, 0, 1)[..., None]
    skin = np.where(
        at < 0.5, light + (middle - light) * at * 2, middle + (dark - middle) * (at * 2 - 1)
    )
    glint = np.exp(-(((x + 0.3) ** 2 + (y + 0.4) ** 2) / 0.03))[..., None]
    gleam = np.exp(-(((x - 0.4) ** 2 + (y - 0.5) ** 2) / 0.12))[..., None]
    skin = skin + (255 - skin) * np.clip(0.9 * glint + 0.3 * gleam, 0, 1)
    alpha = body + shadow * (1 - body)
    rgb = skin * (body / np.maximum(alpha, 1e-6))[..., None]
    return Image.fromarray(np.dstack((rgb, alpha * 255)).clip(0, 255).astype(np.uint8), "RGBA")


class _Pen:
    """Draws in board units onto a picture."""

    def __init__(self, picture: Image.Image, layout: Layout) -> None:
        self._picture = picture
        self._layout = layout
        self._pen = ImageDraw.Draw(picture)

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round(x * _UNIT_PX) + SIZE_PX[0] * _OVER // 2, round(y * _UNIT_PX) + _MIDDLE_Y_PX

    def box(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
        return (*self.at(x - width / 2, y - height / 2), *self.at(x + width / 2, y + height / 2))

    def hollow(self, place: int, grow: float = 0.0) -> tuple[int, int, int, int]:
        hollow = self._layout.hollows[place]
        width = 2 * (hollow.r + grow)
        return self.box(hollow.x, hollow.y, width, width + 2 * hollow.half_y)

    def draw(self, position: Position, marks: Marks) -> None:
        ends = [place for place in (marks.origin, marks.end) if place is not None]
        for place in ends:
            radius = self._layout.hollows[place].r
            for grow, colour, width in ((0.13, _EBONY, 0.25), (0.06, _ACCENT, 0.11)):
                self._pen.rounded_rectangle(
                    self.hollow(place, grow),
                    round((radius + grow) * _UNIT_PX),
                    outline=colour,
                    width=round(width * _UNIT_PX),
                )
        for place, count in enumerate(position.board):
            for seed in seeds_in(self._layout, place, count):
                sprite = _seed_sprite(seed.colour % COLOURS)
                x, y = self.at(seed.x, seed.y)
                corner = (x - sprite.width // 2, y - sprite.height // 2)
                self._picture.paste(sprite, corner, sprite)
            self._count(place, count, place in (*ends, *marks.captured))

    def _count(self, place: int, count: int, is_marked: bool) -> None:
        disc = self._layout.discs[place]
        at = self.at(disc.x, disc.y)
        self._pen.circle(at, DISC_RADIUS * _UNIT_PX, _EBONY, outline="#75593a", width=_OVER)
        colour = _BRIGHT if is_marked else _IVORY
        self._pen.text(at, str(count), colour, _font(33), "mm", features=_LINING)
