"""The numbers to hold. Source: docs/rules.md, "Numbers to hold"."""

import pytest

from naqala.rules import Position, Variant, perft

QUICK_LEAVES = 30_000

TABLE = {
    "kalah(6,4)": (6, 35, 185, 942, 4690, 23233, 114430, 563055),
    "kalah(6,3)": (6, 35, 182, 904, 4243, 19418),
    "kalah(6,5)": (6, 35, 187, 982, 5113, 26927),
    "kalah(6,6)": (6, 35, 190, 1056, 5882, 32243),
    "kalah(6,4)+empty-capture": (6, 35, 185, 942, 4685, 23169),
    "oware": (6, 36, 190, 1014, 5219, 27332, 139157),
    "wari": (6, 36, 190, 1014, 4944, 25015),
    "kalah(3,2)": (3, 8, 19, 40, 81, 151, 277, 471, 746),
    "kalah(3,2)+empty-capture": (3, 8, 19, 40, 81, 149, 270, 447, 680),
    "kalah(3,2)+by-turns": (3, 8, 19, 40, 81, 153, 293, 525, 876),
}
ROWS = [
    pytest.param(
        variant,
        depth,
        leaves,
        id=f"{variant}-{depth}",
        marks=[pytest.mark.slow] if leaves > QUICK_LEAVES else [],
    )
    for variant, row in TABLE.items()
    for depth, leaves in enumerate(row, 1)
]


@pytest.mark.parametrize(("variant", "depth", "leaves"), ROWS)
def test_leaves_of_the_game_tree_are_as_published(variant: str, depth: int, leaves: int) -> None:
    start = Position.start(Variant.parse(variant))
    assert perft(start, depth) == leaves
    # The same game, seen from the other side.
    assert depth > 5 or perft(start.mirror(), depth) == leaves


def test_a_position_is_its_own_leaf_at_depth_zero() -> None:
    assert perft(Position.start(Variant()), 0) == 1


def test_a_finished_game_is_one_leaf_wherever_it_ends() -> None:
    # Kalah(1,1): South's only seed falls in the store, his row is empty, the game is over.
    start = Position.start(Variant.parse("kalah(1,1)"))
    assert [perft(start, depth) for depth in (0, 1, 2, 9)] == [1, 1, 1, 1]


def test_a_swap_is_a_ply_of_its_own() -> None:
    # 35 leaves without the pie. Five of South's moves pass the turn and let North swap.
    assert perft(Position.start(Variant.parse("kalah+pie")), 2) == 35 + 5
