"""Hints: the best move for whoever is to move, where that harms nobody."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from naqala.engine import Limits
from naqala.play import Mode
from naqala.site import hints
from tests.site.conftest import NewGame
from tests.site.people import Person
from tests.site.test_analysis import Gate
from tests.site.test_api import command, refused, send


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "LIMITS", Limits(nodes=20_000))


def ask(client: TestClient, game: dict[str, Any], after: int | None = None) -> Any:
    after = game["board"]["after"] if after is None else after
    return client.post(f"/api/games/{game['id']}/hint", json={"after": after})


def test_a_hint_is_a_legal_move_with_its_worth_for_the_board_that_was_asked_for(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game(variant="kalah(6,4)", mode="cpu", level="easy")
    answer = ask(client, game)
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    assert hint["after"] == game["board"]["after"]
    assert hint["move"] in range(1, 7)
    assert hint["score"]["type"] in ("exact", "bounds", "estimate")


def test_the_hint_of_a_small_game_is_exact_and_best(client: TestClient, new_game: NewGame) -> None:
    game = new_game(variant="kalah(2,2)")
    hint = ask(client, game).json()
    position = {"variant": "kalah(2,2)", "position": "2,2/2,2 0,0 S"}
    analysis = client.post("/api/analysis", json=position).json()
    assert hint["score"] == analysis["score"]
    assert hint["score"]["type"] == "exact"
    best = [move["move"] for move in analysis["moves"] if move["score"] == analysis["score"]]
    assert hint["move"] in best


def test_on_one_device_both_sides_get_hints(client: TestClient, new_game: NewGame) -> None:
    game = new_game(variant="kalah(3,2)")
    answer = send(client, game, command("sow", game, pit=1))
    game["board"] = answer["board"]
    assert game["board"]["seat_to_move"] == 1
    assert ask(client, game).status_code == 200


def test_a_hint_for_a_board_that_is_gone_is_stale(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    before = game["board"]["after"]
    send(client, game, command("sow", game, pit=1))
    refused(ask(client, game, before), 409, "stale")
    refused(ask(client, game, 2**31), 409, "stale")


def test_a_finished_game_has_no_hints(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    send(client, game, command("resign", game))
    refused(ask(client, game), 409, "game_over")


def test_only_who_is_to_move_gets_a_hint(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    client.cookies.clear()
    refused(ask(client, game), 401, "no_session")
    new_game()
    refused(ask(client, game), 409, "not_your_turn")


def test_the_stored_mode_decides_whether_there_are_hints(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(hints.MODES) == {Mode.CPU, Mode.LOCAL}
    monkeypatch.setattr(hints, "MODES", (Mode.CPU,))
    refused(ask(client, new_game(mode="local")), 403, "no_hints")
    assert ask(client, new_game(mode="cpu", level="easy")).status_code == 200


@pytest.mark.parametrize("body", [{}, {"after": -1}, {"after": "1"}, {"after": 1, "pit": 3}])
def test_a_question_that_makes_no_sense_is_refused(
    client: TestClient, new_game: NewGame, body: dict[str, Any]
) -> None:
    answer = client.post(f"/api/games/{new_game()['id']}/hint", json=body)
    refused(answer, 400, "invalid_message")


def test_a_hint_for_a_game_that_does_not_exist(client: TestClient, new_game: NewGame) -> None:
    new_game()
    refused(client.post("/api/games/nowhere12345/hint", json={"after": 1}), 404, "game_not_found")


def test_a_newer_question_takes_the_place_of_the_old_one(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(variant="kalah(3,2)")
    gate = Gate(monkeypatch)
    with ThreadPoolExecutor(2) as pool:
        old = pool.submit(ask, client, game)
        assert gate.entered.acquire(timeout=20)
        before = game["board"]["after"]
        answer = send(client, game, command("sow", game, pit=1))
        game["board"] = answer["board"]
        new = pool.submit(ask, client, game)
        refused(old.result(timeout=20), 409, "stale")
        gate.opened.set()
        assert new.result(timeout=20).json()["after"] > before


def test_an_address_has_a_bounded_number_of_hints_under_way(
    site: TestClient, ana: Person, beto: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.app.state.services.hints._askers._places = 2  # type: ignore[attr-defined]
    wish = {"variant": "kalah(3,2)", "mode": "local"}
    games = [person.post("/api/games", wish).json() for person in (ana, beto)]
    gate = Gate(monkeypatch)

    def ask_as(person: Person, game: dict[str, Any]) -> Any:
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        body = {"after": game["board"]["after"]}
        headers = {"cookie": cookie}
        return site.post(f"/api/games/{game['id']}/hint", json=body, headers=headers)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask_as, ana, games[0])
        assert gate.entered.acquire(timeout=20)
        refused(ask_as(beto, games[1]), 503, "busy")
        # A newer question of the same player is none more.
        ana.sow(games[0], 1)
        games[0] = ana.game(games[0]["id"])
        second = pool.submit(ask_as, ana, games[0])
        refused(first.result(timeout=20), 409, "stale")
        gate.opened.set()
        assert second.result(timeout=20).status_code == 200
    assert ask_as(beto, games[1]).status_code == 200
