"""`naqala perft`."""

import pytest

from naqala.cli import main


def test_the_last_line_ends_with_the_leaves_of_the_last_depth(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["perft", "--variant", "kalah(6,4)", "--depth", "8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:2]] == [["1", "6"], ["2", "35"]]
    assert lines[-1].split() == ["8", "563055"]


def test_an_unknown_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--variant", "kalah(7,4)"]) == 1
    assert "1 to 6 pits" in capsys.readouterr().err


@pytest.mark.parametrize("depth", ["0", "-1", "many"])
def test_a_senseless_depth_is_refused(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["perft", "--depth", depth])
    assert exit_info.value.code == 2
    assert "--depth" in capsys.readouterr().err
