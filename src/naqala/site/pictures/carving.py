"""The wooden board of the cards: a plank on the table, its hollows carved, lit from above."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from naqala.site.pictures.canvas import OVER, SIZE_PX, UNIT_PX, Box, Pen
from naqala.site.pictures.geometry import layout_of
from naqala.site.pictures.wood import walnut


@lru_cache(maxsize=2)
def empty_board(pits: int) -> Image.Image:
    """Table and board, without seeds and numbers; RGB. Copy it before drawing on it."""
    layout = layout_of(pits)
    picture = _table()
    pen = Pen(picture, layout)
    plank = pen.box(0, 0, layout.width, layout.height)
    thickness = round(0.3 * UNIT_PX)
    left, top, right, bottom = plank
    radius = round(1.45 * UNIT_PX)
    below = (left, top, right, bottom + thickness)
    _blend(picture, (10, 6, 4), _blurred(picture, _moved(below, 26, 56), radius, 46), 0.55)
    ImageDraw.Draw(picture).rounded_rectangle(below, radius, "#43260f")
    wood = walnut((right - left) // OVER, (bottom - top) // OVER)
    wood = wood.resize((right - left, bottom - top), Image.Resampling.BICUBIC)
    shape = _mask(picture, plank, radius)
    picture.paste(wood, (left, top), shape.crop(plank))
    for colour, shift, share in (((255, 228, 186), 5, 0.42), ((30, 12, 4), -6, 0.5)):
        edge = ImageChops.subtract(shape, _mask(picture, _moved(plank, shift, shift), radius))
        _blend(picture, colour, edge.filter(ImageFilter.GaussianBlur(3)), share)
    for place in range(len(layout.hollows)):
        _carve(picture, pen.hollow(place), round(layout.hollows[place].r * UNIT_PX))
    return picture


def _table() -> Image.Image:
    width, height = SIZE_PX
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    distance = np.clip(np.hypot((x + 0.2) * 0.8, (y + 0.35) * 0.75), 0, 1)[..., None]
    near, far = np.array([52, 68, 67], np.float32), np.array([16, 22, 23], np.float32)
    table = Image.fromarray((near + (far - near) * distance).astype(np.uint8), "RGB")
    return table.resize((width * OVER, height * OVER), Image.Resampling.BICUBIC)


def _carve(picture: Image.Image, box: Box, radius: int) -> None:
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


def _mask(picture: Image.Image, box: Box, radius: int) -> Image.Image:
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, 255)
    return mask


def _blurred(picture: Image.Image, box: Box, radius: int, blur_px: int) -> Image.Image:
    return _mask(picture, box, radius).filter(ImageFilter.GaussianBlur(blur_px))


def _blend(
    picture: Image.Image, colour: tuple[int, int, int], mask: Image.Image, share: float
) -> None:
    picture.paste(colour, (0, 0), mask.point([round(level * share) for level in range(256)]))


def _moved(box: Box, x: int, y: int) -> Box:
    left, top, right, bottom = box
    return left + x, top + y, right + x, bottom + y
