"""`naqala ladder`."""

import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Generator
from pathlib import Path

import pytest

from naqala.cli import main
from naqala.engine import Ladder

SMALL = ["ladder", "--games", "4", "--variant", "kalah(4,3)", "--players", "random,greedy,easy"]


def test_it_prints_ratings_times_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    output = capsys.readouterr().out
    elos = {name: int(elo) for name, elo in re.findall(r"^(\w+)\s+([+-]\d+)\s+±\d+", output, re.M)}
    assert sorted(elos) == ["easy", "greedy", "random"]
    assert abs(sum(elos.values())) <= 2
    assert list(elos.values()) == sorted(elos.values(), reverse=True)
    counts = re.findall(r"against \w+: \+(\d+) =(\d+) -(\d+), score", output)
    assert [sum(map(int, count)) for count in counts] == [4, 4, 4]


def test_json_holds_the_same_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["variant"] == "kalah(4,3)"
    assert data["is_whole"] is True
    assert {player["name"] for player in data["players"]} == {"random", "greedy", "easy"}
    for player in data["players"]:
        assert player["elo_low"] < player["elo"] < player["elo_high"]
        assert 0 <= player["median_ms"] <= player["percentile_99_ms"]
    assert all(pair["wins"] + pair["draws"] + pair["losses"] == 4 for pair in data["pairs"])


def test_the_picture_is_whole_svg_with_every_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ladder.svg"
    assert main([*SMALL, "--picture", str(path)]) == 0
    svg = ET.parse(path).getroot()
    words = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"random", "greedy", "easy"} <= set(words)
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == 3


def test_ctrl_c_prints_what_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Ladder.play

    def interrupted(
        self: Ladder, games: int, rng_seed: int, threads: int | None = None
    ) -> Generator[int, None, None]:
        for done in play(self, games, rng_seed, threads):
            if done > 6:
                raise KeyboardInterrupt
            yield done

    monkeypatch.setattr(Ladder, "play", interrupted)
    assert main(SMALL) == 130
    output = capsys.readouterr().out
    assert "interrupted" in output
    assert output.count("against") >= 3


def test_without_openspiel_the_others_play_and_it_is_said_who_does_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr("naqala.cli.ladder._PLAYERS", ("random", "greedy", "mcts-1000"))
    assert main(["ladder", "--games", "2", "--variant", "kalah"]) == 0
    captured = capsys.readouterr()
    assert "left out mcts-1000: OpenSpiel is not installed" in captured.err
    assert "pip install open_spiel" in captured.err
    assert "greedy against random" in captured.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "easy"], "two players at least"),
        (["--players", "easy,harder"], "the players are random, greedy"),
        (["--players", "easy,mcts-0"], "1 to 10,000,000 simulations"),
        (["--players", "easy,mcts-10", "--variant", "wari"], "OpenSpiel plays kalah"),
        (["--variant", "kalah(0,4)"], "1 to 6 pits"),
    ],
)
def test_bad_input_is_explained(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", *arguments]) == 1
    assert message in capsys.readouterr().err
