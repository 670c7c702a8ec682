"""Two friends with a link: making a room, joining, watching, rematches, staying away."""

import time
from typing import Any

import pytest
import structlog
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from naqala.site.rooms import MOST_OPEN, Rooms
from naqala.site.storage import Invitations, StorageError
from tests.site.people import HandClock, Person, begin, error_code, invite, join, receive


def test_a_link_shows_who_invites_to_what_and_looking_takes_no_seat(
    ana: Person, beto: Person
) -> None:
    room = invite(ana, "kalah(6,3)+pie", "3+2")
    assert room["is_yours"]
    for _ in range(3):
        seen = beto.get(f"/api/rooms/{room['token']}").json()
    assert (seen["is_yours"], seen["game_id"]) == (False, None)
    assert (seen["variant"], seen["clock"]) == ("kalah(6,3)+pie", "3+2")
    assert seen["inviter"] == room["inviter"]
    assert not beto.cookies


def test_who_invites_moves_first_and_who_joins_second(ana: Person, beto: Person) -> None:
    game = begin(ana, beto)
    assert (game["mode"], game["you"], game["board"]["seat_to_move"]) == ("friend", [1], 0)
    assert ana.get("/api/games/current").json()["game"]["id"] == game["id"]
    assert ana.game(game["id"])["you"] == [0]
    names = [seat["name"] for seat in game["seats"]]
    assert len(set(names)) == 2
    ana.sow(game, 1)
    assert beto.sow(game, 6)["board"]["seat_to_move"] == 0


def test_the_creator_stays_the_creator_in_another_tab(ana: Person) -> None:
    room = invite(ana)
    assert error_code(ana.post(f"/api/rooms/{room['token']}/join")) == "own_room"
    assert ana.get(f"/api/rooms/{room['token']}").json()["is_yours"]


def test_joining_twice_is_joining_once_and_a_third_is_told_to_watch(
    ana: Person, beto: Person, carla: Person
) -> None:
    room = invite(ana)
    game = join(beto, room)
    assert join(beto, room)["id"] == game["id"]
    assert join(ana, room)["id"] == game["id"]
    assert error_code(carla.post(f"/api/rooms/{room['token']}/join")) == "seat_taken"


def test_a_friends_game_is_seen_with_the_link_and_not_without(
    ana: Person, beto: Person, carla: Person
) -> None:
    room, other = invite(ana), invite(carla)
    game = join(beto, room)
    path = f"/api/games/{game['id']}"
    assert carla.game(game["id"], room["token"])["you"] == []
    for foreign in ("", f"?room={other['token']}", "?room=guessed"):
        assert error_code(carla.get(path + foreign)) == "game_not_found"
        assert error_code(carla.get(f"{path}/events{foreign}")) == "game_not_found"
    assert error_code(carla.command(game, "resign", 0)) == "game_not_found"
    with (
        pytest.raises(WebSocketDisconnect),
        carla.client.websocket_connect(f"/api/games/{game['id']}/socket"),
    ):
        pass


def test_a_spectator_has_no_control_and_is_counted(
    ana: Person, beto: Person, carla: Person
) -> None:
    room = invite(ana)
    game = join(beto, room)
    with ana.watch(game["id"]) as player:
        assert receive(player, "presence")["watchers"] == 0
        with carla.watch(game["id"], token=room["token"]) as watcher:
            receive(watcher, "snapshot")
            assert receive(player, "presence")["watchers"] == 1
            body = {"type": "sow", "id": "sow-000001", "seat": 0, "after": 1, "pit": 1}
            watcher.send_json(body)
            assert receive(watcher, "rejected")["error"]["code"] == "no_session"
        assert receive(player, "presence")["watchers"] == 0


def test_the_one_who_waits_is_told_the_moment_somebody_joins(ana: Person, beto: Person) -> None:
    room = invite(ana)
    with ana.socket(f"/api/rooms/{room['token']}/socket") as waiting:
        assert receive(waiting, "room")["game_id"] is None
        assert beto.get(f"/api/rooms/{room['token']}").json()["is_inviter_here"]
        game = join(beto, room)
        assert receive(waiting, "room")["game_id"] == game["id"]
    assert not beto.get(f"/api/rooms/{room['token']}").json()["is_inviter_here"]


def test_who_only_looks_at_a_link_is_not_taken_for_its_maker(
    site: TestClient, ana: Person, beto: Person, clock: HandClock
) -> None:
    room = invite(ana)
    with beto.socket(f"/api/rooms/{room['token']}/socket") as looking:
        assert not receive(looking, "room")["is_inviter_here"]
        clock.pass_s(30 * 60)
        sweep(site)
        assert beto.get(f"/api/rooms/{room['token']}").status_code == 404


def test_who_is_invited_sees_the_maker_of_the_link_come_and_go(ana: Person, beto: Person) -> None:
    address = f"/api/rooms/{invite(ana)['token']}/socket"
    with beto.socket(address) as looking:
        assert not receive(looking, "room")["is_inviter_here"]
        with ana.socket(address):
            assert receive(looking, "room")["is_inviter_here"]
        assert not receive(looking, "room")["is_inviter_here"]


def test_nothing_is_taken_back_in_a_friends_game(ana: Person, beto: Person) -> None:
    game = begin(ana, beto)
    now = ana.sow(game, 1)
    assert not now["board"]["can_undo"]
    refused = ana.command(game, "undo", 0, after=now["board"]["after"])
    assert error_code(refused) == "no_undo_between_people"


def test_a_rematch_exchanges_the_sides_and_whoever_is_second_follows(
    ana: Person, beto: Person
) -> None:
    game = begin(ana, beto, "5+5")
    assert error_code(ana.post(f"/api/games/{game['id']}/rematch")) == "game_not_over"
    assert ana.command(game, "resign", 0).status_code == 200
    for first, second in ((beto, ana), (ana, beto), (beto, ana)):
        with second.watch(game["id"]) as watching:
            response = first.post(f"/api/games/{game['id']}/rematch")
            assert response.status_code == 201
            assert receive(watching, "continued")["game_id"] == response.json()["id"]
        late = second.post(f"/api/games/{game['id']}/rematch")
        assert error_code(late) == "stale"
        assert late.json()["error"]["detail"]["game_id"] == response.json()["id"]
        before, game = game, response.json()
        assert game["board"]["clock"]["control"] == "5+5"
        names = [seat["name"] for seat in game["seats"]]
        assert names == [seat["name"] for seat in reversed(before["seats"])]
        assert first.command(game, "resign", first.game(game["id"])["you"][0]).status_code == 200


def test_strangers_and_games_alone_have_no_rematch(
    ana: Person, beto: Person, carla: Person
) -> None:
    game = begin(ana, beto)
    ana.command(game, "resign", 0)
    assert error_code(carla.post(f"/api/games/{game['id']}/rematch")) == "no_session"
    alone = carla.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    nowhere = carla.post("/api/games/no-such-game/rematch").json()["error"]
    secret = carla.post(f"/api/games/{game['id']}/rematch").json()["error"]
    assert {**secret, "detail": None} == {**nowhere, "detail": None}
    assert error_code(carla.post(f"/api/games/{alone['id']}/rematch")) == "not_between_people"


def test_beginning_a_game_against_the_cpu_takes_no_friend_along(ana: Person, beto: Person) -> None:
    game = begin(ana, beto)
    with beto.watch(game["id"]) as watching:
        receive(watching, "snapshot")
        wish = {"variant": "kalah", "mode": "cpu", "level": "easy", "previous": game["id"]}
        alone = ana.post("/api/games", wish).json()
        assert alone["id"] != game["id"]
        assert ana.game(game["id"])["board"]["outcome"] is None
        ana.sow(game, 1)
        assert receive(watching, "events")["board"]["seat_to_move"] == 1


def test_everybody_sees_who_is_away_and_after_two_minutes_the_cpu_can_step_in(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto)
    assert (game["claim_after_ms"], game["cpu_after_ms"]) == (120_000, 120_000)
    with ana.watch(game["id"]) as player:
        assert receive(player, "presence")["away_ms"] == [None, 0]
        with beto.watch(game["id"]):
            assert receive(player, "presence")["away_ms"] == [None, None]
        assert receive(player, "presence")["away_ms"] == [None, 0]
        clock.pass_s(119)
        refused = ana.command(game, "hand_to_cpu", 0)
        assert error_code(refused) == "not_abandoned"
        assert refused.json()["error"]["detail"] == {"absent_ms": 119_000, "needed_ms": 120_000}
        clock.pass_s(1)
        assert ana.command(game, "hand_to_cpu", 0).status_code == 200
        event = receive(player, "events")["events"][0]
        assert (event["type"], event["seat"], event["sitter"]["level"]) == ("replaced", 1, "medium")
    # Who comes back is told, and may look on.
    assert beto.game(game["id"])["seats"][1]["kind"] == "cpu"
    assert beto.game(game["id"])["you"] == []
    # The CPU plays on.
    ana.sow(game, 1)
    until_s = time.monotonic() + 60
    while len(ana.game(game["id"])["plies"]) < 2:
        assert time.monotonic() < until_s
        time.sleep(0.05)


def test_who_plays_on_over_http_alone_is_not_away(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto)
    ana.sow(game, 1)
    clock.pass_s(110)
    beto.sow(game, 6)
    clock.pass_s(110)
    assert error_code(ana.command(game, "hand_to_cpu", 0)) == "not_abandoned"


def test_a_game_between_people_is_aborted_before_ones_second_move_only(
    ana: Person, beto: Person
) -> None:
    game = begin(ana, beto)
    ana.sow(game, 1)
    beto.sow(game, 6)
    ana.sow(game, 2)
    assert error_code(ana.command(game, "abort", 0)) == "too_late_to_abort"
    assert beto.command(game, "abort", 1).status_code == 200
    assert ana.game(game["id"])["board"]["outcome"]["reason"] == "aborted"


def test_a_dead_link_says_so(ana: Person, beto: Person, clock: HandClock) -> None:
    assert error_code(beto.get("/api/rooms/nonsense")) == "room_not_found"
    room = invite(ana)
    clock.pass_s(24 * 60 * 60 - 1)
    assert beto.get(f"/api/rooms/{room['token']}").status_code == 200
    clock.pass_s(1)
    for response in (
        beto.get(f"/api/rooms/{room['token']}"),
        beto.post(f"/api/rooms/{room['token']}/join"),
    ):
        assert (response.status_code, error_code(response)) == (404, "room_not_found")
    assert not beto.cookies


def sweep(site: TestClient) -> None:
    assert site.portal is not None
    rooms: Rooms = site.app.state.services.rooms  # type: ignore[attr-defined]
    site.portal.call(rooms.sweep)


def test_links_are_deleted_half_an_hour_after_both_left(
    site: TestClient, ana: Person, beto: Person, clock: HandClock
) -> None:
    waiting, empty, playing = invite(ana), invite(ana), invite(ana)
    game = join(beto, playing)
    with (
        ana.socket(f"/api/rooms/{waiting['token']}/socket") as creator,
        beto.watch(game["id"]) as player,
    ):
        receive(creator, "room")
        receive(player, "snapshot")
        clock.pass_s(30 * 60)
        sweep(site)
        assert beto.get(f"/api/rooms/{waiting['token']}").status_code == 200
        assert beto.get(f"/api/rooms/{playing['token']}").status_code == 200
        assert beto.get(f"/api/rooms/{empty['token']}").status_code == 404
    clock.pass_s(30 * 60 - 1)
    sweep(site)
    assert beto.get(f"/api/rooms/{playing['token']}").status_code == 200
    clock.pass_s(1)
    sweep(site)
    assert beto.get(f"/api/rooms/{playing['token']}").status_code == 404
    assert beto.get(f"/api/rooms/{waiting['token']}").status_code == 404
    # The game stays, for its players.
    assert ana.game(game["id"])["you"] == [0]


def test_a_hundred_links_a_minute_are_refused_after_a_few(ana: Person, beto: Person) -> None:
    answers = [ana.post("/api/rooms", {"variant": "kalah"}).status_code for _ in range(100)]
    assert answers == [201] * MOST_OPEN + [429] * (100 - MOST_OPEN)
    assert beto.post("/api/rooms", {"variant": "kalah"}).status_code == 201


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"variant": "chess"}, "unknown_variant"),
        ({"variant": "kalah", "clock": "99+0"}, "invalid_clock"),
        ({"variant": "kalah", "clock": "soon"}, "invalid_message"),
        ({"variant": "kalah", "seat": 1}, "invalid_message"),
        ({}, "invalid_message"),
    ],
)
def test_a_wrong_wish_for_a_room_is_refused(ana: Person, wish: dict[str, Any], code: str) -> None:
    assert error_code(ana.post("/api/rooms", wish)) == code


@pytest.mark.parametrize("fault", [StorageError("gone"), ZeroDivisionError()])
def test_no_log_keeps_the_token_of_a_room(
    ana: Person, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def fail(*_: object) -> None:
        raise fault

    token = invite(ana)["token"]
    monkeypatch.setattr(Invitations, "find", fail)
    with structlog.testing.capture_logs() as logs:
        ana.get(f"/api/rooms/{token}")
    assert [entry["path"] for entry in logs] == ["/api/rooms/{token}"]
