"""What the site builds for itself in the background."""

import asyncio
from pathlib import Path

import pytest
import structlog
from starlette.testclient import TestClient

from naqala.engine.endgames import build_endgames, database_file, list_endgames, write_endgames
from naqala.rules import Game, Variant
from naqala.site.app import create_app
from naqala.site.endgame_builds import VARIANTS, EndgameBuilds
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE


async def build_all(data: Path, seeds: int) -> None:
    builds = EndgameBuilds(data, seeds)
    builds.begin()
    assert builds._task is not None
    await builds._task


def test_every_database_that_is_missing_is_built(tmp_path: Path) -> None:
    asyncio.run(build_all(tmp_path, 3))
    files = list_endgames(tmp_path / "endgames")
    assert {file.path for file in files} == {
        database_file(tmp_path / "endgames", variant, 3) for variant in VARIANTS
    }
    assert all(file.fault is None and file.seeds == 3 for file in files)


def test_a_larger_one_makes_a_smaller_one_needless(tmp_path: Path) -> None:
    folder = tmp_path / "endgames"
    for variant in VARIANTS:
        write_endgames(build_endgames(variant, 4), database_file(folder, variant, 4))
    asyncio.run(build_all(tmp_path, 3))
    assert {file.seeds for file in list_endgames(folder)} == {4}


def test_closing_ends_a_build_and_leaves_nothing_of_it(tmp_path: Path) -> None:
    async def begin_and_close() -> None:
        builds = EndgameBuilds(tmp_path, 24)
        builds.begin()
        while not (tmp_path / "endgames").exists():
            await asyncio.sleep(0.05)
        await builds.close()

    with structlog.testing.capture_logs() as logs:
        asyncio.run(begin_and_close())
    assert [path for path in (tmp_path / "endgames").iterdir() if path.suffix != ".lock"] == []
    assert logs[-1]["event"] == "an endgame database was not finished"


def test_what_cannot_be_built_is_said_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "endgames").write_text("in the way")
    with structlog.testing.capture_logs() as logs:
        asyncio.run(build_all(tmp_path, 3))
    assert {entry["log_level"] for entry in logs if "could not" in entry["event"]} == {"warning"}


@pytest.mark.parametrize("seeds", [0, 3])
def test_the_site_serves_whether_it_builds_or_not(tmp_path: Path, seeds: int) -> None:
    settings = Settings(data=tmp_path, engine_threads=1, endgames=seeds)
    migrate(settings.database_url)
    app = create_app(settings, BUNDLE)
    with TestClient(app) as client:
        wish = {"variant": "kalah(6,4)", "mode": "cpu", "level": "easy"}
        assert client.post("/api/games", json=wish).status_code == 201
    assert (tmp_path / "endgames").exists() <= (seeds > 0)


def test_the_databases_that_are_built_are_those_of_the_usual_board_and_of_each_game() -> None:
    others = (Variant(Game.OWARE), Variant(Game.WARI))
    assert (Variant(), Variant(empty_capture=True), *others) == VARIANTS


def test_the_games_that_can_repeat_get_no_more_than_twelve_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def build(self: EndgameBuilds, variant: Variant, seeds: int) -> None:
        asked.append((variant.game, seeds))

    monkeypatch.setattr(EndgameBuilds, "_build", build)
    asyncio.run(build_all(tmp_path, 20))
    kalah = (Game.KALAH, 20)
    assert asked == [kalah, kalah, (Game.OWARE, 12), (Game.WARI, 12)]
