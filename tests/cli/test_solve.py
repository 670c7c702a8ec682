"""`naqala solve`."""

import signal
import subprocess
import sys
import time

import pytest

from naqala.cli import main
from naqala.engine.endgames import build_endgames, database_file, write_endgames
from naqala.rules import Variant


def test_it_tells_value_moves_line_nodes_and_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--variant", "kalah(4,3)", "--endgames", "10"]) == 0
    lines = dict(line.split(None, 1) for line in capsys.readouterr().out.splitlines())
    assert lines["value"] == "+6"
    assert lines["line"].startswith(lines["moves"].split()[0])
    assert "for 10 seeds" in lines["seconds"]


def test_the_largest_file_is_used(
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("NAQALA_DATA", str(data))
    variant = Variant.parse("kalah(3,3)")
    write_endgames(build_endgames(variant, 7), database_file(data / "endgames", variant, 7))
    assert main(["solve", "--variant", "kalah(3,3)"]) == 0
    output = capsys.readouterr().out
    assert "value     +2" in output
    assert "for 7 seeds" in output


def test_a_position_is_solved_for_its_mover(capsys: pytest.CaptureFixture[str]) -> None:
    position = "1,0,0,0,0,0/0,0,0,0,2,3 20,22 S"
    assert main(["solve", position, "--endgames", "0"]) == 0
    assert "value     -2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "wari"], "not for wari"),
        (["--variant", "kalah(7,4)"], "1 to 6 pits"),
        (["4,4/4,4 0,0 S"], "S has 2 pits"),
        (["0,0,0,0,0,0/0,0,0,0,0,0 24,24 S"], "the game is over"),
        (["--memory", "lots"], "no size"),
        (["--endgames", "-3"], "at least 1 seed"),
        (["--endgames", "48"], "of memory are free"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *arguments]) == 1
    assert said in capsys.readouterr().err


def test_ctrl_c_prints_the_bounds_that_are_proven() -> None:
    command = [sys.executable, "-u", "-m", "naqala.cli", "solve", "--variant", "kalah(6,6)"]
    with subprocess.Popen([*command, "--endgames", "8"], stdout=subprocess.PIPE, text=True) as run:
        time.sleep(4)
        run.send_signal(signal.SIGINT)
        output, _ = run.communicate(timeout=30)
    assert run.returncode == 130
    assert "(interrupted)" in output
