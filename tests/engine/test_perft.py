"""The kernels count the leaves that are known. Source: docs/rules.md, "Numbers to hold"."""

import re
from pathlib import Path

import pytest

from naqala import rules
from naqala.engine import perft
from naqala.rules import Position, Variant
from tests.engine.variants import kalah_variants

KNOWN = {
    "kalah(6,4)": [6, 35, 185, 942, 4690, 23233, 114430, 563055],
    "kalah(6,3)": [6, 35, 182, 904, 4243, 19418],
    "kalah(6,5)": [6, 35, 187, 982, 5113, 26927],
    "kalah(6,6)": [6, 35, 190, 1056, 5882, 32243],
    "kalah(6,4)+empty-capture": [6, 35, 185, 942, 4685, 23169],
    "oware": [6, 36, 190, 1014, 5219, 27332, 139157],
    "wari": [6, 36, 190, 1014, 4944, 25015],
    "kalah(3,2)": [3, 8, 19, 40, 81, 151, 277, 471, 746],
    "kalah(3,2)+empty-capture": [3, 8, 19, 40, 81, 149, 270, 447, 680],
    "kalah(3,2)+by-turns": [3, 8, 19, 40, 81, 153, 293, 525, 876],
}


@pytest.mark.parametrize(("text", "leaves"), KNOWN.items())
def test_leaves_are_those_known(text: str, leaves: list[int]) -> None:
    start = Position.start(Variant.parse(text))
    assert [perft(start, depth) for depth in range(1, len(leaves) + 1)] == leaves


def test_kalah_to_depth_twelve() -> None:
    assert perft(Position.start(Variant()), 12) == 318_739_906


def test_the_table_of_the_documentation_is_the_one_tested() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    for leaves in KNOWN.values():
        assert re.search(r"\b" + r"\D+".join(map(str, leaves[3:6])) + r"\b", text)


@pytest.mark.parametrize("variant", kalah_variants((2, 2), (4, 3)), ids=str)
def test_every_option_counts_as_the_rules_do(variant: Variant) -> None:
    start = Position.start(variant)
    assert [perft(start, depth) for depth in range(6)] == [
        rules.perft(start, depth) for depth in range(6)
    ]


def test_a_finished_game_is_one_leaf() -> None:
    over = Position.set_up(Variant(), ((0,) * 6, (1,) * 6))
    assert perft(over, 5) == 1


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        perft(Position.start(Variant()), -1)
