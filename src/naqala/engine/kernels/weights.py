"""The weights of the evaluation, by game: data, in 256ths of a seed.

Fitted to games of the engine against itself (`bench/weights.py`, docs/engine.md). `evaluation.py`
says what each one weighs.
"""

from dataclasses import dataclass
from typing import Final

from naqala.rules import Game, Variant

PARTS_OF_A_SEED: Final = 256
"""What a weight of one seed is written as."""

COUNTS: Final = 32
"""Counts of seeds in a pit that are told apart; from the last one on all are worth the same."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a game's evaluation adds up.

    `move` is the worth of having the move, `features` are the game's own four. `pits` has for each
    pit, mine and then the rival's, nearest to its owner's store first, what it is worth with 0, 1,
    2, ... seeds; beyond the last count it goes on with `slopes`, for each seed more.
    """

    move: int
    pits: tuple[tuple[int, ...], ...]
    slopes: tuple[int, ...]
    features: tuple[int, int, int, int]

    def of_counts(self) -> list[list[int]]:
        """Twelve rows, each with the worth of every count of seeds below COUNTS."""
        return [
            [
                worths[min(count, len(worths) - 1)] + slope * max(0, count - len(worths) + 1)
                for count in range(COUNTS)
            ]
            for worths, slope in zip(self.pits, self.slopes, strict=True)
        ]


def _straight(move: int, slopes: tuple[int, ...], features: tuple[int, int, int, int]) -> Weights:
    """Every seed in a pit is worth the same."""
    return Weights(move, ((0,),) * 12, slopes, features)


_WEIGHTS = {
    # fmt: off
    Game.KALAH: Weights(
        -208,
        (
            (0, -353, -71, 2, -76, 177, 257, 556, 741, 842, 1136, 1155, 1506, 1980, 1981, 1431),
            (0, 344, -33, -175, -142, -123, 61, 107, 198, 421, 533, 763, 871, 905, 774, 763),
            (0, 518, 685, 397, 189, 233, -4, 86, 261, 491, 773, 920, 1129, 1500, 614, 781),
            (0, 620, 872, 954, 626, 516, 384, 385, 467, 441, 862, 1273, 1050, 1376, 1457, 1776),
            (0, 642, 915, 1115, 1217, 803, 623, 641, 537, 658, 600, 1087, 949, 1323, 760, 756),
            (0, 585, 827, 1005, 1204, 1177, 863, 423, 609, 549, 625, 419, 223, 538, -90, 77),
            (
                0,
                -15,
                7,
                -11,
                -131,
                -274,
                -270,
                -552,
                -781,
                -926,
                -1240,
                -1326,
                -1695,
                -1943,
                -1730,
                -1846,
            ),
            (
                0,
                -424,
                -284,
                -13,
                97,
                102,
                -182,
                -321,
                -421,
                -400,
                -739,
                -911,
                -1075,
                -704,
                -846,
                -391,
            ),
            (
                0,
                -467,
                -697,
                -447,
                -359,
                -149,
                67,
                -232,
                -318,
                -482,
                -897,
                -951,
                -1106,
                -1242,
                -676,
                -972,
            ),
            (
                0,
                -597,
                -817,
                -968,
                -747,
                -372,
                -410,
                -247,
                -424,
                -610,
                -753,
                -1341,
                -945,
                -1080,
                -1488,
                -1887,
            ),
            (
                0,
                -525,
                -852,
                -907,
                -1103,
                -627,
                -309,
                -466,
                -378,
                -388,
                -641,
                -623,
                -777,
                -524,
                -329,
                -394,
            ),
            (0, -345, -619, -756, -704, -822, 248, -96, -244, -106, -62, -39, -137, 403, 376, 587),
        ),
        (132, 64, 35, 74, 22, -43, -124, -51, -39, -75, 1, 62),
        (677, 192, -237, -70),
    ),
    Game.WARI: _straight(
        -68,
        (-17, 47, 46, 19, 52, 20, 12, -53, -53, -24, -60, -15),
        (-568, -236, 541, 291),
    ),
    Game.OWARE: _straight(
        37,
        (2, 13, 1, 46, 17, 51, -6, -17, -4, -52, -21, -51),
        (-340, -110, 297, 149),
    ),
    # fmt: on
}


def weights_of(variant: Variant) -> Weights:
    """The weights of a variant."""
    return _WEIGHTS[variant.game]
