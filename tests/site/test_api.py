"""The HTTP API, as a program would use it."""

import json
import sqlite3
import threading
from typing import Any

import pytest
from starlette.testclient import TestClient

from naqala.site import views
from naqala.site.settings import Settings
from tests.site.conftest import NewGame


def command(kind: str, game: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A command for the position that `game` shows."""
    body = {"type": kind, "id": f"{kind}-{game['board']['seq']:08}", "seat": 0, **fields}
    if kind in ("sow", "swap", "undo"):
        body.setdefault("after", game["board"]["after"])
    return body


def send(client: TestClient, game: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    response = client.post(f"/api/games/{game['id']}/commands", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """The error of an answer, which has nothing else in it."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert list(body) == ["error"]
    assert body["error"]["code"] == code
    assert body["error"]["message"]
    error: dict[str, Any] = body["error"]
    return error


def test_a_new_session_has_no_game_and_gets_no_cookie_for_looking(client: TestClient) -> None:
    assert client.get("/api/games/current").json() == {"game": None}
    assert not client.cookies


def test_a_new_game_makes_a_guest_and_is_his_current_one(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game(mode="cpu", level="medium")
    assert game["you"] == [0]
    person, cpu = game["seats"]
    assert (person["kind"], person["level"], cpu) == (
        "human",
        None,
        {"kind": "cpu", "level": "medium", "name": None, "has_account": False},
    )
    assert person["name"]
    assert game["board"]["places"] == [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]
    assert [legal["move"] for legal in game["board"]["legal"]] == [1, 2, 3, 4, 5, 6]
    assert client.get("/api/games/current").json() == {"game": game}


def test_the_session_cookie_is_hidden_from_scripts_and_other_sites(client: TestClient) -> None:
    response = client.post("/api/games", json={"variant": "kalah", "mode": "local"})
    cookie = response.headers["set-cookie"].lower()
    assert cookie.startswith("naqala=")
    for flag in ("httponly", "samesite=lax", "path=/"):
        assert flag in cookie


def test_a_legal_move_carries_what_it_would_do(new_game: NewGame) -> None:
    third = new_game()["board"]["legal"][2]
    assert third == {
        "move": 3,
        "sowing": {
            "origin": 2,
            "visited": [3, 4, 5, 6],
            "captures": [],
            "extra_turn": True,
            "sweep": [],
            "ends": False,
        },
    }


def test_a_sowing_is_answered_with_its_events_and_the_board(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    answer = send(client, game, command("sow", game, pit=3))
    (played,) = answer["events"]
    assert (played["type"], played["seq"], played["ply"]["extra_turn"]) == ("played", 2, True)
    assert answer["board"]["extra_turn"] is True
    assert answer["board"]["seat_to_move"] == 0
    assert answer["board"]["last"] == played["sowing"]


def test_a_repeated_command_gets_the_first_answer_and_plays_once(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    body = command("sow", game, pit=3)
    first = send(client, game, body)
    # After an extra turn the same sowing would be legal again.
    again = send(client, game, body)
    assert again["seq"] == first["seq"]
    assert again["board"] == first["board"]
    assert len(client.get(f"/api/games/{game['id']}").json()["plies"]) == 1


def test_a_stale_command_changes_nothing_and_brings_what_was_missed(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    send(client, game, command("sow", game, pit=3))
    late = {**command("sow", game, pit=6), "id": "another-id"}
    response = client.post(f"/api/games/{game['id']}/commands", json=late)
    error = refused(response, 409, "stale")
    assert error["detail"]["game"] == client.get(f"/api/games/{game['id']}").json()
    assert len(error["detail"]["game"]["plies"]) == 1


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"pit": 3, "seat": 1}, 409, "not_your_turn"),
        ({"pit": 0}, 400, "invalid_message"),
        ({"pit": 7}, 400, "invalid_message"),
        ({"pit": "3"}, 400, "invalid_message"),
        ({"pit": 3, "extra": 1}, 400, "invalid_message"),
        ({"pit": 3, "id": "short"}, 400, "invalid_message"),
        ({"pit": 3, "seat": 2}, 400, "invalid_message"),
        ({}, 400, "invalid_message"),
    ],
)
def test_a_wrong_sowing_is_refused_and_changes_nothing(
    client: TestClient, new_game: NewGame, fields: dict[str, Any], status: int, code: str
) -> None:
    game = new_game()
    body = command("sow", game, **fields)
    refused(client.post(f"/api/games/{game['id']}/commands", json=body), status, code)
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_sowing_an_empty_pit_says_so(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    board = send(client, game, command("sow", game, pit=3))["board"]
    body = command("sow", {**game, "board": board}, pit=3)
    error = refused(
        client.post(f"/api/games/{game['id']}/commands", json=body), 422, "illegal_move"
    )
    assert error["detail"]["reason"] == "empty_pit"
    assert error["detail"]["legal"] == [1, 2, 4, 5, 6]
    assert "the pit is empty" in error["message"]


def test_a_game_belongs_to_who_made_it_and_others_may_only_look(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    body = command("sow", game, pit=3)
    mine = dict(client.cookies)

    client.cookies.clear()
    seen = client.get(f"/api/games/{game['id']}").json()
    assert seen["you"] == []
    assert seen["board"] == game["board"]
    refused(client.post(f"/api/games/{game['id']}/commands", json=body), 401, "no_session")

    new_game()  # now somebody else with a session
    refused(client.post(f"/api/games/{game['id']}/commands", json=body), 403, "not_your_seat")
    wish = {"variant": "kalah", "mode": "local", "previous": game["id"]}
    refused(client.post("/api/games", json=wish), 403, "not_your_game")

    client.cookies.clear()
    client.cookies.update(mine)
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_a_forged_session_is_nobodys(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    client.cookies.clear()
    client.cookies.set("naqala", "not-a-token")
    assert client.get(f"/api/games/{game['id']}").json()["you"] == []


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"variant": "chess", "mode": "local"}, 422, "unknown_variant"),
        ({"variant": "kalah(7,4)", "mode": "local"}, 422, "unknown_variant"),
        ({"variant": "wari+pie", "mode": "local"}, 422, "unknown_variant"),
        ({"variant": "kalah", "mode": "cpu"}, 422, "level_missing"),
        ({"variant": "kalah", "mode": "local", "level": "easy"}, 422, "no_cpu"),
        ({"variant": "kalah", "mode": "local", "seat": 1}, 422, "no_cpu"),
        ({"variant": "kalah", "mode": "cpu", "level": "divine"}, 400, "invalid_message"),
        ({"variant": "kalah", "mode": "friend"}, 400, "invalid_message"),
        ({"mode": "local"}, 400, "invalid_message"),
        ([], 400, "invalid_message"),
        ({"variant": "kalah", "mode": "local", "previous": "nonesuch"}, 404, "game_not_found"),
    ],
)
def test_a_wrong_wish_for_a_game_is_refused(
    client: TestClient, wish: Any, status: int, code: str
) -> None:
    refused(client.post("/api/games", json=wish), status, code)
    assert client.get("/api/games/current").json() == {"game": None}


def test_what_is_no_json_or_too_large_is_refused(client: TestClient) -> None:
    kind = {"content-type": "application/json"}
    refused(client.post("/api/games", content=b"{", headers=kind), 400, "invalid_message")
    refused(client.post("/api/games", content=b"\xff\xfe", headers=kind), 400, "invalid_message")
    deep = b"[" * 5000
    refused(client.post("/api/games", content=deep, headers=kind), 400, "invalid_message")
    large = b'{"variant":"' + b"k" * 9000 + b'"}'
    refused(client.post("/api/games", content=large, headers=kind), 413, "too_large")
    refused(client.post("/api/games", content=b"a=1"), 415, "not_json")


def test_unknown_addresses_and_methods_get_the_same_shape_of_error(client: TestClient) -> None:
    refused(client.get("/api/games/nonesuch"), 404, "game_not_found")
    refused(client.get("/api/nonesuch"), 404, "not_found")
    assert "allow" in client.delete("/api/games").headers
    refused(client.delete("/api/games"), 405, "method_not_allowed")


def test_the_next_game_in_a_room_ends_the_one_that_is_left(
    client: TestClient, new_game: NewGame
) -> None:
    first = new_game()
    second = new_game("wari", previous=first["id"])
    left = client.get(f"/api/games/{first['id']}").json()
    assert left["board"]["outcome"]["reason"] == "aborted"
    assert left["board"]["outcome"]["winner"] is None
    assert client.get("/api/games/current").json()["game"]["id"] == second["id"]
    # A second tab that still shows the first game is sent to the newest one.
    wish = {"variant": "kalah", "mode": "local", "previous": first["id"]}
    error = refused(client.post("/api/games", json=wish), 409, "stale")
    assert error["detail"] == {"game_id": second["id"]}


def test_a_finished_game_keeps_its_result_when_the_next_one_begins(
    client: TestClient, new_game: NewGame
) -> None:
    first = new_game()
    send(client, first, command("resign", first, seat=1))
    new_game(previous=first["id"])
    outcome = client.get(f"/api/games/{first['id']}").json()["board"]["outcome"]
    assert (outcome["reason"], outcome["winner"], outcome["winner_seat"]) == (
        "resignation",
        "south",
        0,
    )


def test_nobody_waits_while_the_events_of_a_long_game_are_told(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    tell = views.events_since

    def watched(*arguments: Any) -> Any:
        threads.append(threading.get_ident())
        return tell(*arguments)

    monkeypatch.setattr(views, "events_since", watched)
    game = new_game()
    sow = command("sow", game, pit=1)
    assert send(client, game, sow)["events"] == send(client, game, sow)["events"]
    assert client.get(f"/api/games/{game['id']}/events").status_code == 200
    assert len(threads) == 2
    assert client.portal.call(threading.get_ident) not in threads  # type: ignore[union-attr]


def test_events_are_lines_of_json_without_gaps(client: TestClient, new_game: NewGame) -> None:
    game = new_game("kalah(1,1)")
    send(client, game, command("sow", game, pit=1))
    text = client.get(f"/api/games/{game['id']}/events?follow=1").text
    events = [json.loads(line) for line in text.splitlines() if line]
    assert [event["type"] for event in events] == ["started", "played", "ended"]
    assert [event["seq"] for event in events] == [1, 2, 3]
    rest = client.get(f"/api/games/{game['id']}/events?seen=2").text
    assert [json.loads(line)["seq"] for line in rest.splitlines()] == [3]
    refused(client.get(f"/api/games/{game['id']}/events?seen=x"), 400, "invalid_message")


def test_a_swap_is_offered_taken_and_undone(client: TestClient, new_game: NewGame) -> None:
    game = new_game("kalah(6,4)+pie")
    board = send(client, game, command("sow", game, pit=1))["board"]
    assert board["is_swap_offered"] is True
    assert board["legal"][-1] == {"move": 0, "sowing": None}
    swap = command("swap", {**game, "board": board}, seat=1)
    answer = send(client, game, swap)
    assert answer["events"][0]["sowing"] is None
    assert (answer["board"]["south_seat"], answer["board"]["seat_to_move"]) == (1, 0)
    undo = command("undo", {**game, "board": answer["board"]})
    assert send(client, game, undo)["board"]["is_swap_offered"] is True


def test_a_game_that_ends_by_repetition_is_swept(client: TestClient, new_game: NewGame) -> None:
    """These moves of oware lead to a repetition: each keeps his own row, and the sweep is told."""
    game = new_game("oware")
    board = game["board"]
    number = 0
    while board["outcome"] is None:
        number += 1
        legal = board["legal"]
        move = legal[(number * 7) % len(legal)]["move"]
        body = command("sow", {**game, "board": board}, pit=move, seat=board["seat_to_move"])
        answer = send(client, game, {**body, "id": f"move-{number:06}"})
        board = answer["board"]
    assert board["outcome"]["reason"] == "repetition"
    assert board["last"]["ends"] is True
    assert board["last"]["sweep"]
    assert sum(board["outcome"]["stores"]) == 48
    assert sum(board["places"]) == board["places"][6] + board["places"][13]


def test_variants_are_listed_in_the_one_grammar(client: TestClient) -> None:
    listed = client.get("/api/variants").json()
    assert [variant["variant"] for variant in listed["variants"]] == [
        "kalah(6,3)",
        "kalah(6,4)",
        "kalah(6,5)",
        "kalah(6,6)",
        "wari(6,4)",
        "oware(6,4)",
    ]
    assert "+pie" in listed["options"]


def test_the_openapi_document_describes_every_operation(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    assert set(document["paths"]) == {
        "/api/games",
        "/api/games/current",
        "/api/games/{game_id}",
        "/api/games/{game_id}/commands",
        "/api/games/{game_id}/events",
        "/api/lessons/{game}",
        "/api/games/{game_id}/rematch",
        "/api/live",
        "/api/me",
        "/api/account",
        "/api/account/codes",
        "/api/account/delete",
        "/api/account/export",
        "/api/account/login",
        "/api/account/logout",
        "/api/account/name",
        "/api/account/password",
        "/api/account/recover",
        "/api/account/sessions/{session_id}/end",
        "/api/games/{game_id}/ratings",
        "/api/games/{game_id}/hint",
        "/api/games/{game_id}/review",
        "/api/analysis",
        "/api/rooms",
        "/api/rooms/{token}",
        "/api/rooms/{token}/join",
        "/api/statistics",
        "/api/variants",
    }
    text = json.dumps(document)
    named = {part.split('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}
    assert named <= set(document["components"]["schemas"])


def test_health_tells_the_truth(client: TestClient, settings: Settings) -> None:
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").text == "ready\n"
    with sqlite3.connect(settings.data / "naqala.sqlite", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.text == "not ready: store\n"
        wish = {"variant": "kalah", "mode": "local"}
        refused(client.post("/api/games", json=wish), 503, "not_stored")
        other.execute("ROLLBACK")
    other.close()
    assert client.get("/readyz").status_code == 200
