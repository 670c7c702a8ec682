"""`naqala solve`."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

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
    for seeds in (7, 20):
        path = database_file(data / "endgames", variant, seeds)
        write_endgames(build_endgames(variant, seeds), path)
    assert main(["solve", "--variant", "kalah(3,3)"]) == 0
    output = capsys.readouterr().out
    assert "value     +2" in output
    assert "for 20 seeds" in output
    path.unlink()
    # A small file is not worth less work than building what pays.
    assert main(["solve", "--variant", "kalah(3,3)"]) == 0
    assert "for 18 seeds" in capsys.readouterr().out
    assert main(["solve", "--variant", "kalah(3,3)", "--endgames", "7"]) == 0
    assert "for 7 seeds" in capsys.readouterr().out


def test_a_damaged_file_is_refused_not_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAQALA_DATA", str(tmp_path))
    variant = Variant.parse("kalah(3,3)")
    path = database_file(tmp_path / "endgames", variant, 7)
    write_endgames(build_endgames(variant, 7), path)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert main(["solve", "--variant", "kalah(3,3)", "--endgames", "7"]) == 1
    assert "is damaged" in capsys.readouterr().err


def test_every_move_is_told_what_it_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["solve", "--variant", "kalah(4,3)", "--endgames", "10", "--every-move"]
    assert main([*command, "--memory", "1M"]) == 0
    lines = capsys.readouterr().out.splitlines()
    worths = {line.split()[1]: line.split()[2] for line in lines if line.startswith("move ")}
    assert list(worths) == ["1", "2", "3", "4"]
    best = [move for move, worth in worths.items() if worth == "+6"]
    assert f"moves     {' '.join(best)}" in lines


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
        (["--memory", "99999G", "--endgames", "0"], "are free"),
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
    command += ["--endgames", "0"]
    # A terminal is told when it searches; on a busy machine that may take long to begin.
    screen, terminal = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, text=True) as run:
        os.close(terminal)
        shown = b""
        try:
            while b" nodes" not in shown:
                assert select.select([screen], [], [], 60)[0], shown
                shown += os.read(screen, 1024)
            run.send_signal(signal.SIGINT)
            output, _ = run.communicate(timeout=30)
        finally:
            run.kill()
    os.close(screen)
    assert run.returncode == 130
    assert "(interrupted)" in output


def test_a_terminal_is_told_how_the_search_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("naqala.engine.solver._WATCH_S", 0.001)
    monkeypatch.setattr("naqala.cli.status._EVERY_S", 0.0)
    assert main(["solve", "--variant", "kalah(4,4)", "--endgames", "5"]) == 0
    told = capsys.readouterr()
    assert re.search(r"database of 5 seeds, 100%", told.err)
    assert re.search(r"kalah\(4,4\): .*[0-9,]+ nodes, [0-9.]+ M/s, [0-9]+ s", told.err)
    assert told.err.endswith("\r")
    assert "\r" not in told.out
