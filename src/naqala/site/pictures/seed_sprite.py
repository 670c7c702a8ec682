"""Seeds of river glass for the cards."""

from functools import cache
from typing import Final

import numpy as np
from PIL import Image

from naqala.site.pictures.geometry import SEED_RADIUS

# Light, middle and dark of each colour, as in client/src/styles/drawn-board.css.
_SEEDS: Final = (
    ((134, 195, 187), (93, 154, 148), (47, 92, 89)),
    ((251, 244, 228), (232, 220, 194), (165, 150, 116)),
    ((220, 132, 103), (180, 88, 60), (107, 43, 25)),
    ((123, 139, 155), (77, 90, 104), (37, 46, 56)),
    ((243, 207, 130), (211, 163, 78), (133, 93, 29)),
    ((183, 159, 201), (138, 111, 160), (76, 56, 96)),
)


@cache
def seed_sprite(colour: int, unit_px: int) -> Image.Image:
    """A glass seed in one of the six colours, with its shadow; RGBA. A board unit is `unit_px`."""
    r = SEED_RADIUS * unit_px
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
