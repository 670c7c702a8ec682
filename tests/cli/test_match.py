"""`naqala match`."""

import re

import pytest

from naqala.cli import main


def test_it_tells_wins_draws_losses_score_and_interval(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["match", "medium", "easy", "--games", "6", "--variant", "kalah(4,3)"]
    assert main(arguments) == 0
    output = capsys.readouterr().out
    words = ("wins", "draws", "losses")
    counts = [int(re.findall(rf"{word}\s+(\d+)", output)[0]) for word in words]
    assert sum(counts) == 6
    score = float(re.findall(r"score\s+([\d.]+)%", output)[0])
    assert score == pytest.approx((counts[0] + counts[1] / 2) / 6 * 100, abs=0.06)
    assert "95 % interval" in output

    assert main(arguments) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[:-1] == output.splitlines()[:-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hard", "harder"], "the levels are"),
        (["hard", "easy", "--variant", "kalah(0,4)"], "1 to 6 pits"),
        (["easy", "easy", "--variant", "kalah(1,2)", "--even", "1"], "no opening of"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_openings_can_be_proven_even(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "easy", "easy", "--variant", "kalah(3,3)", "--balanced", "4",
                 "--games", "2", "--threads", "1"]) == 0  # fmt: skip
    assert "2 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "wari", "--balanced", "4"], "which wari has not"),
        (["--balanced", "4", "--even", "4"], "choose one"),
    ],
)
def test_what_cannot_be_balanced_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "easy", "easy", *arguments]) == 1
    assert said in capsys.readouterr().err
