"""`naqala table`."""

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from naqala.cli import main
from naqala.engine.solved_table import read_table


def cells_of(path: Path) -> dict[str, tuple[int, int]]:
    return {str(v): (cell.lower, cell.upper) for v, cell in read_table(path).items()}


def test_cells_are_solved_and_written_as_text_data_and_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "new" / "table"
    arguments = ["table", "--pits", "2-3", "--seeds", "1-2", "--output", str(output)]
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[:4] == [
        "Kalah, standard capture",
        "pits \\ seeds   1   2",
        "           2  +2  -2",
        "           3   0  +4",
    ]
    assert "Kalah, empty capture" in told.out
    assert told.err.count("nodes") == 8
    assert Path(f"{output}.txt").read_text(encoding="utf-8") == told.out
    assert cells_of(Path(f"{output}.json"))["kalah(3,2)+empty-capture"] == (4, 4)
    picture = ElementTree.parse(f"{output}.svg").getroot()
    texts = ["".join(element.itertext()) for element in picture.iter() if element.text]
    assert "+4" in texts


def test_what_is_stored_is_not_computed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["table", "--pits", "2", "--rule", "standard", "--output", str(tmp_path / "t")]
    assert main([*arguments, "--seeds", "2"]) == 0
    path = tmp_path / "t.json"
    table = json.loads(path.read_text())
    table["cells"][0]["nodes"] = 12345
    path.write_text(json.dumps(table))
    capsys.readouterr()
    assert main([*arguments, "--seeds", "1-2"]) == 0
    assert capsys.readouterr().err.startswith("kalah(2,1)")
    assert '"nodes": 12345' in path.read_text()
    assert set(cells_of(path)) == {"kalah(2,1)", "kalah(2,2)"}


def test_a_cell_beyond_the_budget_is_marked_and_tried_again_with_a_larger_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["table", "--pits", "6", "--seeds", "6", "--rule", "standard", "--endgames", "6"]
    arguments += ["--memory", "1M", "--output", str(tmp_path / "t")]
    assert main([*arguments, "--budget", "1"]) == 0
    lower, upper = cells_of(tmp_path / "t.json")["kalah(6,6)"]
    assert lower < upper
    told = capsys.readouterr()
    assert "≥" in told.out or "?" in told.out
    assert main([*arguments, "--budget", "1"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*arguments, "--budget", "2"]) == 0
    assert "kalah(6,6)" in capsys.readouterr().err


def test_ctrl_c_keeps_what_is_proven(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "naqala.cli", "table", "--seeds", "6", "--pits", "1-6"]
    command += ["--rule", "standard", "--budget", "600", "--output", str(tmp_path / "t")]
    command += ["--endgames", "5", "--memory", "1M"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        first = run.stderr.readline()
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        _, rest = run.communicate(timeout=60)
    assert first.startswith("kalah(1,6): 0")
    assert "interrupted" in rest
    assert run.returncode == 130
    assert cells_of(tmp_path / "t.json")["kalah(1,6)"] == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--memory", "much"], "no size"),
        (["--endgames", "-1", "--seeds", "1", "--pits", "1"], "at least 1 seed"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--output", str(tmp_path / "t"), *arguments]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--pits", "7"], ["--seeds", "4-2"], ["--budget", "0"]])
def test_bad_usage_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["table", *arguments])
    assert arguments[1] in capsys.readouterr().err


def test_a_foreign_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.json"
    path.write_text("my diary")
    assert main(["table", "--output", str(tmp_path / "t"), "--pits", "1"]) == 1
    assert "no table" in capsys.readouterr().err
    assert path.read_text() == "my diary"
