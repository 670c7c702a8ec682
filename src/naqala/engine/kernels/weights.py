"""The weights of the evaluation, by game: data, in 256ths of a seed.

Fitted to games of the engine against itself (`bench/weights.py`, docs/engine.md). `evaluation.py`
says what each one weighs.
"""

from typing import Final

from naqala.rules import Game, Variant

PARTS_OF_A_SEED: Final = 256
"""What a weight of one seed is written as."""

_WEIGHTS = {
    Game.KALAH: (
        -263,
        *(99, 60, 60, 71, 94, 75),
        *(-82, -51, -65, -61, -55, -43),
        *(565, 221),
        *(-208, -89),
    ),
    Game.WARI: (
        -68,
        *(-17, 47, 46, 19, 52, 20),
        *(12, -53, -53, -24, -60, -15),
        *(-568, -236),
        *(541, 291),
    ),
    Game.OWARE: (
        37,
        *(2, 13, 1, 46, 17, 51),
        *(-6, -17, -4, -52, -21, -51),
        *(-340, -110),
        *(297, 149),
    ),
}


def weights_of(variant: Variant) -> tuple[int, ...]:
    """The weights of a variant, in the order of `evaluation.py`."""
    return _WEIGHTS[variant.game]
