"""SECURITY.md names only tests that exist, and all points that apply."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text()
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", TEXT, re.MULTILINE)


def test_every_point_but_the_one_that_does_not_apply_has_its_tests() -> None:
    assert [int(number) for number, _, _ in ROWS] == [*range(1, 18), *range(19, 23)]
    assert "Point 18" in TEXT


def test_every_test_that_is_named_exists() -> None:
    named = [name for _, _, tests in ROWS for name in re.findall(r"`([^`]+)`", tests)]
    assert len(named) > 30
    for name in named:
        file, _, test = name.partition("::")
        source = (ROOT / "tests" / file).read_text()
        assert re.search(rf"^\s*(async )?def {test or 'test_'}", source, re.MULTILINE), name


def test_the_files_it_speaks_of_are_there() -> None:
    for name in re.findall(r"`((?:src|bench|scripts|docs)/[^`]+)`", TEXT):
        assert (ROOT / name).exists(), name
