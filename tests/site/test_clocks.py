"""Clocks on the site: who runs out of time, restarts, what the wire says of it."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE
from tests.site.people import HandClock, Person, begin, error_code, receive


def wait_for(fact: Callable[[], bool]) -> None:
    """Lets the site's own tasks come to it; ten seconds of them at most."""
    until_s = time.monotonic() + 10
    while not fact():
        assert time.monotonic() < until_s
        time.sleep(0.02)


def outcome(person: Person, game: dict[str, Any]) -> dict[str, Any] | None:
    result: dict[str, Any] | None = person.game(game["id"])["board"]["outcome"]
    return result


def test_the_clocks_run_from_the_first_move_on(ana: Person, beto: Person, clock: HandClock) -> None:
    game = begin(ana, beto, "3+2")
    clock.pass_s(100)
    board = ana.sow(game, 1)["board"]
    assert board["clock"] == {
        "control": "3+2",
        "remaining_ms": [182_000, 180_000],
        "at_ms": clock.now_ms,
        "now_ms": clock.now_ms,
        "is_running": True,
    }
    clock.pass_s(7.5)
    assert ana.game(game["id"])["board"]["clock"]["now_ms"] == clock.now_ms
    assert beto.sow(game, 6)["board"]["clock"]["remaining_ms"] == [182_000, 174_500]


def test_a_flag_falls_by_itself_when_nobody_is_connected(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto, "3+2")
    ana.sow(game, 1)
    clock.pass_s(180)
    wait_for(lambda: outcome(ana, game) is not None)
    now = ana.game(game["id"])["board"]
    assert (now["outcome"]["reason"], now["outcome"]["winner_seat"]) == ("time", 0)
    assert now["clock"]["remaining_ms"] == [182_000, 0]
    assert not now["clock"]["is_running"]


def test_before_its_time_no_flag_falls_and_a_move_moves_it(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto, "1+0")
    ana.sow(game, 1)
    clock.pass_s(59)
    beto.sow(game, 6)
    clock.pass_s(59)
    time.sleep(1.2)  # longer than the site sleeps
    assert outcome(ana, game) is None
    clock.pass_s(1)
    wait_for(lambda: outcome(ana, game) is not None)
    result = outcome(ana, game)
    assert result is not None
    assert result["winner_seat"] == 1


def test_a_move_that_comes_too_late_is_refused(
    ana: Person, beto: Person, clock: HandClock, site: TestClient
) -> None:
    game = begin(ana, beto, "1+0")
    after = ana.sow(game, 1)["board"]["after"]
    clock.pass_s(60)
    late = beto.command(game, "sow", 1, pit=6, after=after)
    # Whichever is first: the refusal of the move, or the flag.
    assert error_code(late) in ("time_is_up", "game_over")
    wait_for(lambda: outcome(ana, game) is not None)


def test_a_flag_that_comes_too_early_is_not_the_last_one(
    ana: Person, beto: Person, clock: HandClock, site: TestClient
) -> None:
    game = begin(ana, beto, "1+0")
    ana.sow(game, 1)

    async def look_too_early() -> None:
        async with site.app.state.services.games.live.held(game["id"]):  # type: ignore[attr-defined]
            clock.pass_s(60)
            await asyncio.sleep(1.2)  # longer than the site sleeps
            clock.pass_s(-1)

    site.portal.call(look_too_early)  # type: ignore[union-attr]
    time.sleep(0.1)
    assert outcome(ana, game) is None
    clock.pass_s(1)
    wait_for(lambda: outcome(ana, game) is not None)


def test_a_whole_socket_game_tells_flags_to_all(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto, "1+0")
    ana.sow(game, 1)
    with beto.watch(game["id"]) as socket:
        receive(socket, "snapshot")
        clock.pass_s(60.3)
        ended = receive(socket, "events")
        assert [event["type"] for event in ended["events"]] == ["ended"]
        assert ended["board"]["outcome"]["reason"] == "time"


def test_games_against_the_cpu_can_be_timed_and_taken_back(ana: Person, clock: HandClock) -> None:
    wish = {"variant": "kalah", "mode": "cpu", "level": "easy", "clock": "5+0"}
    game = ana.post("/api/games", wish).json()
    assert game["board"]["clock"]["remaining_ms"] == [300_000, 300_000]
    ana.sow(game, 3)
    clock.pass_s(10)
    now = ana.game(game["id"])
    assert now["board"]["can_undo"]
    undone = ana.command(game, "undo", 0, after=now["board"]["after"]).json()["board"]
    assert undone["clock"]["remaining_ms"] == [290_000, 300_000]
    clock.pass_s(290)
    wait_for(lambda: outcome(ana, game) is not None)
    assert not ana.game(game["id"])["board"]["can_undo"]


def test_time_runs_out_after_a_restart_too(settings: Settings, clock: HandClock) -> None:
    migrate(settings.database_url)
    with TestClient(create_app(settings, BUNDLE, clock)) as client:
        ana, beto = Person(client), Person(client)
        game = begin(ana, beto, "1+0")
        ana.sow(game, 1)
    clock.pass_s(600)
    with TestClient(create_app(settings, BUNDLE, clock)) as client:
        beto.client = client
        time.sleep(0.1)
        assert outcome(beto, game) is None
        clock.pass_s(60)
        wait_for(lambda: outcome(beto, game) is not None)


def test_the_time_in_which_the_server_was_down_is_given_back(
    settings: Settings, clock: HandClock, site: TestClient, ana: Person, beto: Person
) -> None:
    timed, quiet = begin(ana, beto, "3+2"), begin(ana, beto)
    ana.sow(timed, 1)
    ana.sow(quiet, 1)
    clock.pass_s(30)
    site.portal.call(site.app.state.services.store.check, clock())  # type: ignore[union-attr, attr-defined]
    clock.pass_s(600)  # killed: nothing is written any more
    again = create_app(settings, BUNDLE, clock)
    with TestClient(again) as client:
        beto.client = client
        board = beto.game(timed["id"])["board"]
        left_ms = board["clock"]["remaining_ms"][1] - (clock.now_ms - board["clock"]["at_ms"])
        assert left_ms == 150_000
        assert board["after"] == 2
        assert beto.game(quiet["id"])["board"]["seq"] == 2
        beto.sow(timed, 6)
        clock.pass_s(182)
        wait_for(lambda: outcome(beto, timed) is not None)


def test_a_wrong_clock_is_refused_with_what_would_be_right(ana: Person) -> None:
    wish = {"variant": "kalah", "mode": "local", "clock": "61+0"}
    refused = ana.post("/api/games", wish)
    assert error_code(refused) == "invalid_clock"
    assert "1 to 60 minutes" in refused.json()["error"]["message"]


def test_one_game_that_cannot_be_read_does_not_keep_the_site_from_starting(
    settings: Settings, clock: HandClock, site: TestClient, ana: Person, beto: Person
) -> None:
    broken, whole = begin(ana, beto, "3+2"), begin(ana, beto, "3+2")
    ana.sow(whole, 1)
    with sqlite3.connect(settings.data / "naqala.sqlite") as database:
        database.execute("UPDATE game_event SET kind = 'danced' WHERE game_id = ?", [broken["id"]])
    database.close()
    clock.pass_s(60)
    with TestClient(create_app(settings, BUNDLE, clock)) as client:
        beto.client = client
        assert beto.sow(whole, 6)["board"]["clock"]["remaining_ms"] == [182_000, 182_000]
