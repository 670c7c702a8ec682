"""`naqala endgames`."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from naqala.cli import main


def test_a_database_is_built_listed_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    assert main(["endgames", "build", "--variant", "kalah(3,2)", "--endgames", "6", *data]) == 0
    assert "of memory" in capsys.readouterr().out
    assert main(["endgames", "list", *data]) == 0
    assert "kalah3-6.endgames: up to 6 seeds" in capsys.readouterr().out
    assert main(["endgames", "verify", "--samples", "20", *data]) == 0
    assert "right in 20 samples" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["wari", "oware"])
def test_games_that_can_repeat_go_the_same_way(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    assert main(["endgames", "build", "--variant", game, "--endgames", "5", *data]) == 0
    assert "6,188 positions" in capsys.readouterr().out
    assert main(["endgames", "list", *data]) == 0
    assert f"{game}6-5.endgames: up to 5 seeds" in capsys.readouterr().out
    assert main(["endgames", "verify", "--samples", "20", *data]) == 0
    assert "right in 20 samples" in capsys.readouterr().out


def test_verify_tells_what_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(tmp_path)]
    main(["endgames", "build", "--variant", "kalah(3,2)", "--endgames", "6", *data])
    (file,) = (tmp_path / "endgames").glob("*.endgames")
    file.write_bytes(file.read_bytes()[:-1])
    capsys.readouterr()
    assert main(["endgames", "verify", *data]) == 1
    assert main(["endgames", "list", *data]) == 0
    assert "truncated" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--endgames", "49"], "1 to 48 seeds"),
        (["--endgames", "48"], "of memory are free"),
        (["--endgames", "23", "--variant", "oware"], "oware has 1 to 22 seeds"),
        (["--endgames", "5", "--variant", "kalah(9,9)"], "1 to 6 pits"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["endgames", "build", "--data", str(tmp_path), *arguments]) == 1
    assert said in capsys.readouterr().err
    assert not list((tmp_path / "endgames").glob("*.endgames"))


def test_an_empty_folder_says_how_to_fill_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["endgames", "list", "--data", str(tmp_path)]) == 0
    assert "naqala endgames build" in capsys.readouterr().out


def test_a_full_disk_is_told_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=1000))
    monkeypatch.setattr("naqala.engine.endgames.build_endgames", None)
    assert main(["endgames", "build", "--endgames", "5", "--data", str(tmp_path)]) == 1
    assert "1,000 are free there" in capsys.readouterr().err
    assert not list((tmp_path / "endgames").glob("*.endgames"))
