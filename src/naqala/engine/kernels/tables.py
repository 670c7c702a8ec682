"""The tables of a variant: everything about its rules that a kernel needs to be told."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from naqala.engine.kernels import layout as at
from naqala.engine.kernels.weights import weights_of
from naqala.rules import End, Game, Remainder, Variant

_GAMES = {Game.KALAH: at.KALAH, Game.WARI: at.WARI, Game.OWARE: at.OWARE}
_REMAINDERS = {
    Remainder.OWNER: at.TO_OWNER,
    Remainder.NOBODY: at.TO_NOBODY,
    Remainder.EMPTIER: at.TO_EMPTIER,
}


@lru_cache(maxsize=64)
def tables_of(variant: Variant) -> NDArray[np.int64]:
    """The int64[TABLES_SIZE] of a variant, as `layout.py` describes it; not to be written to."""
    tables = np.zeros(at.TABLES_SIZE, np.int64)
    tables[at.GAME] = _GAMES[variant.game]
    tables[at.PITS] = variant.pits
    tables[at.EMPTY_CAPTURE] = variant.empty_capture
    tables[at.BY_TURNS] = variant.end is End.MOVER_STUCK
    tables[at.REMAINDER] = _REMAINDERS[variant.remainder]
    tables[at.HALF] = variant.total // 2
    weights = weights_of(variant)
    tables[at.WEIGHTS : at.WEIGHTS + 5] = (weights.move, *weights.features)
    tables[at.WORTHS :] = np.array(weights.of_counts()).ravel()
    for pit in range(variant.pits):
        for seeds in range(1, at.MAX_SEEDS):
            first = at.SOWINGS + (pit * at.MAX_SEEDS + seeds) * at.SOWING_FIELDS
            tables[first : first + 3] = _sowing(variant, pit, seeds)
    return tables


def _sowing(variant: Variant, pit: int, seeds: int) -> tuple[int, int, int]:
    """What is added to the mover's side and to the rival's, and where the last seed falls.

    The last place is a pit of the mover (0 to 5), his store (6) or a pit of the rival (7 to 12).
    Sums of more than 255 in a byte run over into the next; no variant has as many seeds.
    """
    pits = [*range(variant.pits)]
    rival_pits = [at.STORE + 1 + number for number in pits]
    is_kalah = variant.game is Game.KALAH
    ring = pits + [at.STORE] * is_kalah + rival_pits
    # From the pit after the origin round to the origin, which wari and oware skip.
    ring = ring[pit + 1 :] + ring[: pit + is_kalah]
    mine = rival = place = 0
    for number in range(seeds):
        place = ring[number % len(ring)]
        if place <= at.STORE:
            mine += 1 << (at.PIT_BITS * place)
        else:
            rival += 1 << (at.PIT_BITS * (place - at.STORE - 1))
    return mine, rival, place
