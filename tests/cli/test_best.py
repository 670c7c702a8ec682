"""`naqala best`."""

import pytest

from naqala.cli import main

START = "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S"


def told(output: str) -> dict[str, str]:
    """What each line of the answer says."""
    return dict(line.split(maxsplit=1) for line in output.splitlines())


def test_it_tells_move_value_depth_nodes_seconds_and_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["best", START, "--level", "medium"]) == 0
    answer = told(capsys.readouterr().out)
    assert list(answer) == ["position", "move", "value", "depth", "nodes", "seconds", "line"]
    assert answer["value"].startswith("about ")
    assert answer["line"].split()[0] == answer["move"]


def test_a_proven_value_is_called_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "0,0,0,0,1,1/1,0,0,0,0,0 0,0 S"]) == 0
    assert told(capsys.readouterr().out)["value"].startswith("exact: ")


def test_a_swap_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    position = "1,1,1,1,1,1/1,1,1,1,1,1 20,0 N ?swap"
    assert main(["best", position, "--variant", "kalah(6,4)+pie"]) == 0
    assert told(capsys.readouterr().out)["move"] == "swap"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "malformed position"),
        (["9,9,9,9,9,9/4,4,4,4,4,4 0,0 S"], "too many"),
        (["0,0,0,0,0,0/0,0,0,0,0,1 0,0 S"], "the game is over"),
        ([START, "--level", "superb"], "the levels are easy, medium, hard"),
        ([START, "--variant", "chess"], "unknown variant"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["best", *arguments]) == 1
    captured = capsys.readouterr()
    assert message in captured.err
    assert not captured.out
