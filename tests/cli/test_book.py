"""`naqala book`."""

from pathlib import Path

import pytest

from naqala.cli import main


def test_a_book_is_built_listed_shown_and_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAQALA_DATA", str(tmp_path))
    path = str(tmp_path / "small.book")
    build = ["book", "build", "--variant", "kalah(3,2)", "--endgames", "8", "--file", path]
    assert main([*build, "--depth", "1"]) == 0
    first = capsys.readouterr().out
    assert "positions to depth" in first
    assert main([*build, "--depth", "2"]) == 0
    assert "of them new" in capsys.readouterr().out
    assert main(["book", "list", "--file", path]) == 0
    assert "kalah(3,n): " in capsys.readouterr().out
    assert main(["book", "show", "--variant", "kalah(3,2)", "--file", path]) == 0
    assert "+4" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "--variant", "wari"], "not for wari"),
        (["build", "--memory", "much"], "no size"),
        (["show", "4,4/4,4 0,0 S"], "S has 2 pits"),
        (["list", "--file", "/nowhere/x.book"], "cannot be read"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", *arguments]) == 1
    assert said in capsys.readouterr().err


def test_what_is_not_in_the_book_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "show", "1,0,0,0,0,0/0,0,0,0,2,3 20,22 S"]) == 0
    assert "not in the book" in capsys.readouterr().out
