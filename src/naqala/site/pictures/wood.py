"""Walnut for the cards: growth rings cut nearly along the grain, fibres and pores."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_Field: TypeAlias = NDArray[np.floating]

_NOISE_SIZE = 256
_RAMP = np.array([[70, 39, 22], [124, 76, 43], [172, 118, 71]], np.float32)


@lru_cache(maxsize=6)
def walnut(width_px: int, height_px: int) -> Image.Image:
    """A plank of walnut, the same each time; RGB."""
    x: _Field = np.arange(width_px, dtype=np.float32)[None, :] / np.float32(width_px)
    y: _Field = np.arange(height_px, dtype=np.float32)[:, None] / np.float32(width_px)
    grid: _Field = np.random.default_rng(7).random((_NOISE_SIZE, _NOISE_SIZE), dtype=np.float32)

    def noise(across: _Field, down: _Field) -> _Field:
        return _smooth(grid, across, down)

    warp = noise(x * 3, y * 9) * 0.9 + noise(x * 9 + 40, y * 26) * 0.2
    late = ((y * 11 + warp * 1.5 + np.abs(x - 0.42) * 0.8) % 1) ** 3.4
    fibre = noise(x * 20, y * 420) * 0.6 + noise(x * 55 + 9, y * 900) * 0.4
    cloud = noise(x * 1.8 + 5, y * 4) - 0.5
    light = 0.62 - late * 0.42 + (fibre - 0.5) * 0.16 + cloud * 0.3
    at = np.clip(light, 0, 1) * 2
    share = np.where(at < 1, at, at - 1)[..., None]
    low = np.where(at[..., None] < 1, _RAMP[0], _RAMP[1])
    high = np.where(at[..., None] < 1, _RAMP[1], _RAMP[2])
    return Image.fromarray((low + (high - low) * share).astype(np.uint8), "RGB")


def _smooth(grid: _Field, across: _Field, down: _Field) -> _Field:
    """Smooth noise in [0, 1), repeating every 256."""
    across, down = np.broadcast_arrays(across, down)
    left, top = np.floor(across).astype(int), np.floor(down).astype(int)
    u, v = across - left, down - top
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    mask = _NOISE_SIZE - 1

    def at(row: NDArray[np.int_], column: NDArray[np.int_]) -> _Field:
        picked: _Field = grid[row & mask, column & mask]
        return picked

    a, b = at(top, left), at(top, left + 1)
    c, d = at(top + 1, left), at(top + 1, left + 1)
    mixed: _Field = (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v).astype(np.float32)
    return mixed
