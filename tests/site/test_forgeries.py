"""What a client may send in bad faith: refused clearly, nothing changed, nobody else disturbed."""

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from naqala.site.rooms import Rooms
from tests.site.people import HandClock, Person, begin, error_code, invite, join, receive

SOW: dict[str, Any] = {"type": "sow", "id": "forged-0001", "seat": 0, "after": 1, "pit": 1}


@pytest.mark.parametrize(
    "wrong",
    [
        # Times are the server's: there is no field for them.
        {"at_ms": 1_700_000_000_000},
        {"remaining_ms": [3_600_000, 0]},
        {"round_trip_ms": 1_000},
        {"lag": 500},
        {"clock": {"control": "60+60"}},
        # Nor is there one for who sends, or for a result.
        {"player": "somebody"},
        {"outcome": {"winner": "south"}},
        {"type": "flag"},
        {"type": "give_back", "since_ms": 0},
        {"type": "replaced"},
        {"seat": 2},
        {"seat": -1},
        {"seat": "0"},
        {"pit": 0},
        {"pit": 7},
        {"pit": 1.5},
        {"after": -1},
        {"after": 10**18},
        {"id": "short"},
        {"id": "<script>alert(1)</script>"},
        {"id": "x" * 65},
        {"id": None},
    ],
)
def test_a_forged_command_is_refused_and_changes_nothing(
    ana: Person, beto: Person, wrong: dict[str, Any]
) -> None:
    game = begin(ana, beto, "3+2")
    with ana.watch(game["id"]) as one, beto.watch(game["id"]) as two:
        one.send_json({**SOW, **wrong})
        refused = receive(one, "rejected")
        assert refused["error"]["code"] == "invalid_message"
        assert "<script>" not in refused["error"]["message"]
        http = ana.post(f"/api/games/{game['id']}/commands", {**SOW, **wrong})
        assert (http.status_code, error_code(http)) == (400, "invalid_message")
        before = beto.game(game["id"])["board"]
        assert (before["seq"], before["clock"]["remaining_ms"]) == (1, [180_000, 180_000])
        # The socket lives, and so does the other's.
        one.send_json(SOW)
        assert receive(one, "events")["events"][0]["command"] == SOW["id"]
        assert receive(two, "events")["events"][0]["ply"]["move"] == 1


@pytest.mark.parametrize("kind", ["sow", "resign", "abort", "claim_abandonment", "hand_to_cpu"])
def test_a_foreign_seat_is_nobodys_to_use(
    ana: Person, beto: Person, carla: Person, kind: str
) -> None:
    room = invite(ana)
    game = join(beto, room)
    carla.post("/api/me")
    board = {"after": 1, "pit": 1} if kind == "sow" else {}
    body = {"type": kind, "id": "foreign-0001", "seat": 0, **board}
    for thief in (beto, carla):
        with thief.watch(game["id"], token=room["token"]) as socket:
            socket.send_json(body)
            assert receive(socket, "rejected")["error"]["code"] == "not_your_seat"
        path = f"/api/games/{game['id']}/commands?room={room['token']}"
        assert error_code(thief.post(path, body)) == "not_your_seat"
    assert ana.game(game["id"])["board"]["seq"] == 1


def test_an_id_of_ones_own_does_not_answer_for_anothers(ana: Person, beto: Person) -> None:
    """Two players may choose the same id: each has his own command under it."""
    game = begin(ana, beto)
    path = f"/api/games/{game['id']}/commands"
    assert ana.post(path, SOW).json()["seq"] == 2
    answer = beto.post(path, {**SOW, "seat": 1, "after": 2, "pit": 6})
    assert (answer.status_code, answer.json()["seq"]) == (200, 3)
    assert error_code(beto.post(path, {**SOW, "id": "forged-0002"})) == "not_your_seat"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/rooms", {"variant": "<img src=x onerror=alert(1)>"}),
        ("/api/rooms", {"variant": "kalah", "clock": "<b>3+2</b>"}),
        ("/api/rooms", {"variant": "kalah", "inviter": "<b>Ana</b>"}),
        ("/api/games", {"variant": "kalah'; DROP TABLE game; --", "mode": "local"}),
        ("/api/me", {"name": "<script>alert(1)</script>"}),
    ],
)
def test_markup_in_a_field_is_refused_or_left_alone_and_never_a_page(
    site: TestClient, ana: Person, path: str, body: dict[str, Any]
) -> None:
    answer = ana.post(path, body)
    assert answer.headers["content-type"] == "application/json"
    if path == "/api/me":
        # It takes no name at all: a guest's is made by the site.
        assert "<" not in answer.json()["player"]["name"]
    else:
        assert answer.status_code in (400, 422)


def test_a_link_with_markup_leads_nowhere_and_is_not_shown(site: TestClient) -> None:
    link = "/r/%3Cscript%3Ealert(1)%3C%2Fscript%3E"
    page = site.get(link, headers={"accept": "text/html"})
    assert "<script>alert" not in page.text
    assert site.get(link).headers["content-type"] == "application/json"
    answer = site.get("/api/rooms/%3Cscript%3E")
    assert (answer.status_code, error_code(answer)) == (404, "room_not_found")


def test_the_socket_of_a_room_ends_with_its_link(
    site: TestClient, ana: Person, clock: HandClock
) -> None:
    room = invite(ana)
    path = f"/api/rooms/{room['token']}/socket"
    rooms: Rooms = site.app.state.services.rooms  # type: ignore[attr-defined]
    assert site.portal is not None
    with ana.socket(path) as waiting:
        receive(waiting, "room")
        clock.pass_s(24 * 60 * 60)
        site.portal.call(rooms.sweep)
        with pytest.raises(WebSocketDisconnect):
            receive(waiting, "room")
    with pytest.raises(WebSocketDisconnect), ana.socket(path):
        pass


def test_a_pong_that_was_not_asked_for_measures_nothing(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    """Forged pongs cannot lengthen the way that the server has measured."""
    game = begin(ana, beto, "3+2")
    with ana.watch(game["id"]) as one:
        receive(one, "snapshot")
        for number in (0, 7, 10**6, -1):
            one.send_json({"type": "pong", "n": number})
        one.send_json(SOW)
        receive(one, "events")
    clock.pass_s(10)
    beto.sow(game, 6)
    assert ana.game(game["id"])["board"]["clock"]["remaining_ms"][1] == 172_000
