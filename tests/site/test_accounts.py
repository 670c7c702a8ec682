"""Accounts: signing up, entering, sessions, recovery, changing and deleting oneself."""

import json
import sqlite3
from contextlib import closing
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from naqala.site.accounts import Attempts
from naqala.site.accounts.attempts import KNOWN_MS, MOST_FAILURES, MOST_FAILURES_OF_ALL
from naqala.site.app import create_app
from naqala.site.errors import ApiError
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE
from tests.site.people import (
    PASSWORD,
    HandClock,
    Person,
    begin,
    error_code,
    invite,
    join,
    log_in,
    receive,
    sign_up,
)
from tests.site.test_site_clock import NOON_MS, Machine

OTHER = "otra palabra larga"
DAY_S = 24 * 60 * 60


def account(person: Person) -> dict[str, Any]:
    response = person.get("/api/account")
    assert response.status_code == 200, response.text
    view: dict[str, Any] = response.json()
    return view


def name_of(person: Person) -> object:
    player = person.get("/api/me").json()["player"]
    return None if player is None else (player["name"], player["has_account"])


def token_of(person: Person) -> str:
    return str(person.cookies.get("naqala"))


def use_token(person: Person, token: str) -> None:
    person.cookies = httpx2.Cookies({"naqala": token})


def test_a_guest_who_signs_up_keeps_his_games_and_gets_another_token(ana: Person) -> None:
    game = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    before = token_of(ana)
    codes = sign_up(ana, "Ana")
    assert len(set(codes)) == 8
    assert token_of(ana) != before
    assert name_of(ana) == ("Ana", True)
    assert ana.get("/api/games/current").json()["game"]["id"] == game["id"]
    assert ana.game(game["id"])["you"] == [0, 1]
    # The token of before opens nothing.
    use_token(ana, before)
    assert name_of(ana) is None


def test_somebody_new_can_sign_up_at_once(ana: Person) -> None:
    sign_up(ana, "Ana")
    assert name_of(ana) == ("Ana", True)
    assert error_code(ana.post("/api/account", {"name": "Anita", "password": PASSWORD})) == (
        "has_account"
    )


def test_the_answer_of_an_account_is_kept_by_no_cache(ana: Person) -> None:
    response = ana.post("/api/account", {"name": "Ana", "password": PASSWORD})
    assert response.headers["cache-control"] == "no-store"
    assert ana.get("/api/account").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", ["Ana", "ANA", "Aná", "A-na", "ana"])
def test_a_name_that_looks_like_anothers_is_taken(ana: Person, beto: Person, name: str) -> None:
    sign_up(ana, "Ana")
    response = beto.post("/api/account", {"name": name, "password": PASSWORD})
    assert (response.status_code, error_code(response)) == (409, "name_taken")
    assert name_of(beto) is None


@pytest.mark.parametrize(
    ("name", "password", "code", "reason"),
    [
        ("<b>x</b>", PASSWORD, "invalid_name", "characters"),
        ("An", PASSWORD, "invalid_name", "too_short"),
        ("naqala", PASSWORD, "invalid_name", "reserved"),
        ("Ana", "corta", "weak_password", "too_short"),
        ("Ana", "x" * 201, "weak_password", "too_long"),
        ("Ana", "Password1", "weak_password", "common"),
        ("Ana", "aaaaaaaaaaaa", "weak_password", "common"),
        ("AnaCatalina", "ana-catalina", "weak_password", "name"),
    ],
)
def test_what_will_not_do_is_refused_with_its_reason(
    ana: Person, name: str, password: str, code: str, reason: str
) -> None:
    response = ana.post("/api/account", {"name": name, "password": password})
    assert (response.status_code, error_code(response)) == (422, code)
    assert response.json()["error"]["detail"]["reason"] == reason
    assert name_of(ana) is None


def test_an_account_can_enter_elsewhere_and_sees_both_sessions(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    sign_up(ana, "Ana")
    clock.pass_s(10)
    assert log_in(beto, "ana").json() == {"player": {"name": "Ana", "has_account": True}}
    here, there = (account(person)["sessions"] for person in (ana, beto))
    assert [one["is_this"] for one in here] == [False, True]
    assert [one["is_this"] for one in there] == [True, False]


def test_a_session_tells_browser_and_system_and_when_it_was_used(
    ana: Person, clock: HandClock
) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    ana.client.headers["user-agent"] = agent
    sign_up(ana, "Ana")
    began_ms = clock.now_ms
    clock.pass_s(2 * 60 * 60)
    (session,) = account(ana)["sessions"]
    assert (session["browser"], session["system"]) == ("Firefox", "Linux")
    assert (session["created_ms"], session["seen_ms"]) == (began_ms, clock.now_ms)


def test_a_wrong_password_and_a_name_that_nobody_has_get_the_same_answer(
    ana: Person, beto: Person
) -> None:
    sign_up(ana, "Ana")
    wrong, nobody = log_in(beto, "Ana", OTHER), log_in(beto, "Nadia", OTHER)
    assert wrong.status_code == nobody.status_code == 403
    assert wrong.json() == nobody.json()
    assert error_code(wrong) == "wrong_password"
    assert name_of(beto) is None


def test_too_many_wrong_passwords_close_a_name_for_a_while(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    sign_up(ana, "Ana")
    for _ in range(MOST_FAILURES):
        assert error_code(log_in(beto, "Ana", OTHER)) == "wrong_password"
    refused = log_in(beto, "ANA")  # the right one, too late
    assert (refused.status_code, error_code(refused)) == (429, "too_many_attempts")
    retry_s = refused.json()["error"]["detail"]["retry_s"]
    assert refused.headers["retry-after"] == str(retry_s)
    # Others are not affected, nor is who has entered already.
    sign_up(beto, "Beto")
    assert name_of(ana) == ("Ana", True)
    clock.pass_s(retry_s)
    assert log_in(beto, "Ana").status_code == 200


def test_a_right_password_makes_the_wrong_ones_forgotten(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    for _ in range(3):
        for _ in range(MOST_FAILURES - 1):
            log_in(beto, "Ana", OTHER)
        assert log_in(beto, "Ana").status_code == 200


def test_wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(clock: HandClock) -> None:
    attempts = Attempts(clock)
    for _ in range(MOST_FAILURES):
        attempts.begin("ana", "198.51.100.1")
    with pytest.raises(ApiError):
        attempts.begin("ana", "198.51.100.1")
    attempts.begin("ana", "198.51.100.2")
    attempts.succeeded("ana", "198.51.100.2")
    # Who tried there is no freer for it.
    with pytest.raises(ApiError):
        attempts.begin("ana", "198.51.100.1")


def test_wrong_passwords_for_a_name_are_limited_from_all_addresses_together(
    clock: HandClock,
) -> None:
    attempts = Attempts(clock)
    for number in range(MOST_FAILURES_OF_ALL):
        attempts.begin("ana", f"198.51.100.{number}")
    with pytest.raises(ApiError) as error:
        attempts.begin("ana", "198.51.100.1")
    assert error.value.view.detail == {"retry_s": 15 * 60}
    attempts.begin("beto", "198.51.100.1")
    clock.pass_s(15 * 60)
    attempts.begin("ana", "198.51.100.1")


def test_the_last_bits_of_an_address_do_not_give_more_tries(clock: HandClock) -> None:
    attempts = Attempts(clock)
    for number in range(MOST_FAILURES):
        attempts.begin("ana", f"2001:db8:0:1::{number:x}")
    with pytest.raises(ApiError):
        attempts.begin("ana", "2001:db8:0:1:ffff::1")
    attempts.begin("ana", "2001:db8:0:2::1")


def test_many_addresses_that_spend_all_tries_of_a_name_leave_its_owner_his(
    clock: HandClock,
) -> None:
    attempts = Attempts(clock)
    attempts.begin("ana", "203.0.113.1")
    attempts.succeeded("ana", "203.0.113.1")
    attempts.remember("ana", "203.0.113.2")
    for number in range(MOST_FAILURES_OF_ALL):
        attempts.begin("ana", f"198.51.100.{number % 10}")
    # From where he has entered or signed up before he may even err.
    for home in ("203.0.113.1", "203.0.113.2"):
        for _ in range(MOST_FAILURES):
            attempts.begin("ana", home)
        with pytest.raises(ApiError):
            attempts.begin("ana", home)
    # From elsewhere he has one try, which must be right.
    attempts.begin("ana", "203.0.113.3")
    attempts.succeeded("ana", "203.0.113.3")
    attempts.begin("ana", "203.0.113.4")
    with pytest.raises(ApiError):
        attempts.begin("ana", "203.0.113.4")


def test_once_all_tries_are_spent_a_whole_48_has_one_more(clock: HandClock) -> None:
    attempts = Attempts(clock)
    for number in range(MOST_FAILURES_OF_ALL):
        attempts.begin("ana", f"198.51.100.{number}")
    attempts.begin("ana", "2001:db8:0:1::1")
    with pytest.raises(ApiError):
        attempts.begin("ana", "2001:db8:0:2::1")
    attempts.begin("ana", "2001:db8:1:1::1")


def test_from_where_names_were_entered_is_forgotten_in_the_end(
    clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.accounts.attempts._MOST_NAMES", 50)
    attempts = Attempts(clock)
    for number in range(200):
        attempts.remember("ana", f"198.51.100.{number}")
    assert len(attempts._known) == 50
    attempts.remember("beto", "203.0.113.1")
    clock.pass_s(KNOWN_MS / 1_000)
    for number in range(MOST_FAILURES_OF_ALL):
        attempts.begin("beto", f"198.51.100.{number}")
    attempts.begin("beto", "203.0.113.1")
    with pytest.raises(ApiError):
        attempts.begin("beto", "203.0.113.1")


def test_who_waits_to_try_again_waits_no_longer_because_the_clock_is_set(
    settings: Settings,
) -> None:
    machine = Machine()
    migrate(settings.database_url)
    with TestClient(create_app(settings, BUNDLE, machine.clock)) as client:
        ana, beto = Person(client), Person(client)
        sign_up(ana, "Ana")
        for _ in range(MOST_FAILURES):
            log_in(beto, "Ana", OTHER)
        machine.date_ms -= 9 * 3_600_000
        machine.clock.take_date()
        assert machine.clock() < NOON_MS
        machine.live(15 * 60_000)
        assert log_in(beto, "Ana").status_code == 200


def test_a_flood_of_refused_names_does_not_open_one_that_is_closed(
    clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.accounts.attempts._MOST_NAMES", 2)
    attempts = Attempts(clock)
    for name in ("ana", "beto"):
        for _ in range(MOST_FAILURES):
            attempts.begin(name, "198.51.100.1")
    for _ in range(100):
        for name in ("ana", "beto"):
            with pytest.raises(ApiError):
                attempts.begin(name, "198.51.100.1")


def test_entering_takes_the_place_of_the_guest_who_was_there(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    beto.post("/api/me")
    guest = token_of(beto)
    with beto.socket("/api/lobby/socket") as socket:
        assert log_in(beto, "Ana").status_code == 200
        # What the guest had open is closed: it would go on acting as somebody else.
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "never")
    use_token(beto, guest)
    assert name_of(beto) is None


def test_who_logs_out_is_nobody_in_this_browser_and_himself_elsewhere(
    ana: Person, beto: Person
) -> None:
    sign_up(ana, "Ana")
    log_in(beto, "Ana")
    old = token_of(beto)
    assert beto.post("/api/account/logout").json() == {"player": None}
    assert beto.cookies.get("naqala") is None
    use_token(beto, old)
    assert name_of(beto) is None
    assert name_of(ana) == ("Ana", True)


def test_a_guest_has_no_account_to_leave_or_look_at(ana: Person, beto: Person) -> None:
    ana.post("/api/me")
    for path in ("logout", "sessions/abcdefgh0123/end"):
        assert error_code(ana.post(f"/api/account/{path}")) == "no_account"
    assert error_code(ana.get("/api/account")) == "no_account"
    assert error_code(ana.get("/api/account/export")) == "no_account"
    assert error_code(beto.get("/api/account")) == "no_session"
    assert error_code(beto.post("/api/account/delete", {"password": "x"})) == "no_session"


def test_ending_a_session_closes_its_sockets_and_refuses_its_commands(
    ana: Person, beto: Person
) -> None:
    sign_up(ana, "Ana")
    game = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    log_in(beto, "Ana")
    (other,) = [one for one in account(ana)["sessions"] if not one["is_this"]]
    with ana.watch(game["id"]) as mine, beto.watch(game["id"]) as socket:
        receive(socket, "snapshot")
        answer = ana.post(f"/api/account/sessions/{other['id']}/end").json()
        assert len(answer["account"]["sessions"]) == 1
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "never")
        refused = beto.command(game, "resign", 0)
        assert (refused.status_code, error_code(refused)) == (401, "no_session")
        # One's own goes on.
        ana.sow(game, 6)
        assert receive(mine, "events")["events"][0]["type"] == "played"
    again = ana.post(f"/api/account/sessions/{other['id']}/end")
    assert (again.status_code, error_code(again)) == (404, "session_not_found")


def test_nobody_ends_anothers_session(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    (mine,) = account(ana)["sessions"]
    assert error_code(beto.post(f"/api/account/sessions/{mine['id']}/end")) == "session_not_found"
    assert name_of(ana) == ("Ana", True)


def test_signing_up_and_a_new_password_keep_ones_own_sockets_open(ana: Person) -> None:
    game = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    with ana.watch(game["id"]) as socket:
        receive(socket, "snapshot")
        sign_up(ana, "Ana")
        ana.post("/api/account/password", {"password": PASSWORD, "new_password": OTHER})
        ana.sow(game, 6)
        assert receive(socket, "events")["events"][0]["type"] == "played"
        # And they belong to the session that has taken the place of the first.
        ana.post("/api/account/logout")
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "never")


def test_a_new_password_ends_all_other_sessions(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    log_in(beto, "Ana")
    before = token_of(ana)
    wrong = ana.post("/api/account/password", {"password": OTHER, "new_password": "12 palabras"})
    assert error_code(wrong) == "wrong_password"
    weak = ana.post("/api/account/password", {"password": PASSWORD, "new_password": "corta"})
    assert error_code(weak) == "weak_password"
    assert name_of(beto) == ("Ana", True)
    view = ana.post("/api/account/password", {"password": PASSWORD, "new_password": OTHER}).json()
    assert [one["is_this"] for one in view["sessions"]] == [True]
    assert token_of(ana) != before
    assert (name_of(ana), name_of(beto)) == (("Ana", True), None)
    assert error_code(log_in(beto, "Ana")) == "wrong_password"
    assert log_in(beto, "Ana", OTHER).status_code == 200


def test_a_recovery_code_opens_the_account_once_and_ends_all_sessions(
    ana: Person, beto: Person, carla: Person
) -> None:
    codes = sign_up(ana, "Ana")

    def recover(person: Person, code: str, name: str = "Ana") -> str | None:
        body = {"name": name, "code": code, "password": OTHER}
        response = person.post("/api/account/recover", body)
        return None if response.status_code == 200 else error_code(response)

    assert recover(beto, "0000-0000-0000-0000") == "wrong_code"
    assert recover(beto, codes[0], "Nadia") == "wrong_code"
    assert name_of(ana) == ("Ana", True)
    # As somebody types it who has it on paper.
    assert recover(beto, codes[0].upper().replace("-", " ")) is None
    assert (name_of(beto), name_of(ana)) == (("Ana", True), None)
    assert account(beto)["codes_left"] == 7
    assert recover(carla, codes[0]) == "wrong_code"
    assert error_code(log_in(carla, "Ana")) == "wrong_password"
    assert log_in(carla, "Ana", OTHER).status_code == 200


def test_new_recovery_codes_take_the_place_of_the_old_ones(ana: Person, beto: Person) -> None:
    old = sign_up(ana, "Ana")
    assert error_code(ana.post("/api/account/codes", {"password": OTHER})) == "wrong_password"
    new = ana.post("/api/account/codes", {"password": PASSWORD}).json()["codes"]
    assert not set(old) & set(new)
    body = {"name": "Ana", "password": OTHER}
    assert error_code(beto.post("/api/account/recover", {**body, "code": old[1]})) == "wrong_code"
    assert beto.post("/api/account/recover", {**body, "code": new[1]}).status_code == 200


def test_a_name_changes_once_in_ninety_days_and_the_old_one_stays_its_owners(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    assert error_code(ana.post("/api/account/name", {"name": "beto"})) == "name_taken"
    assert error_code(ana.post("/api/account/name", {"name": "x"})) == "invalid_name"
    view = ana.post("/api/account/name", {"name": "Anita"}).json()
    assert (view["name"], view["rename_ms"]) == ("Anita", clock.now_ms + 90 * DAY_S * 1000)
    assert name_of(ana) == ("Anita", True)
    refused = ana.post("/api/account/name", {"name": "Aneta"})
    assert (refused.status_code, error_code(refused)) == (409, "renamed_lately")
    assert error_code(beto.post("/api/account/name", {"name": "Ana"})) == "name_taken"
    clock.pass_s(90 * DAY_S)
    assert account(ana)["rename_ms"] is None
    assert ana.post("/api/account/name", {"name": "Ana"}).json()["name"] == "Ana"
    assert error_code(beto.post("/api/account/name", {"name": "Anita"})) == "name_taken"


def test_games_and_invitations_show_the_accounts_name(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    room = invite(ana)
    assert beto.get(f"/api/rooms/{room['token']}").json()["inviter"] == "Ana"
    game = join(beto, room)
    assert game["seats"][0]["name"] == "Ana"
    assert game["seats"][0]["has_account"]
    assert not game["seats"][1]["has_account"]
    started = beto.get(f"/api/games/{game['id']}/events").text.splitlines()[0]
    assert json.loads(started)["seats"][0]["name"] == "Ana"
    ana.post("/api/account/name", {"name": "Anita"})
    assert beto.game(game["id"])["seats"][0]["name"] == "Anita"


def test_the_export_has_profile_sessions_and_games_with_their_moves(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    codes = sign_up(ana, "Ana")
    alone = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    alone = ana.sow(alone, 6)
    ana.command(alone, "undo", 0, after=alone["board"]["after"])
    ana.sow(alone, 1)
    clock.pass_s(1)
    both = begin(ana, beto)
    response = ana.get("/api/account/export")
    assert "attachment" in response.headers["content-disposition"]
    data = response.json()
    assert data["profile"]["name"] == "Ana"
    assert [one["id"] for one in data["games"]] == [alone["id"], both["id"]]
    assert [(ply["seat"], ply["move"]) for ply in data["games"][0]["moves"]] == [(0, 1)]
    assert [one["seats"] for one in data["games"]] == [[0, 1], [0]]
    assert len(data["sessions"]) == 1
    for secret in (token_of(ana), PASSWORD, "argon2", *codes):
        assert secret not in response.text
    assert beto.post("/api/me").json()["player"]["name"] not in response.text


def test_who_deletes_himself_leaves_only_his_games(
    ana: Person, beto: Person, settings: Settings
) -> None:
    sign_up(ana, "Ana")
    game = begin(ana, beto)
    room = invite(ana)
    assert error_code(ana.post("/api/account/delete", {"password": OTHER})) == "wrong_password"
    with ana.watch(game["id"]) as socket:
        receive(socket, "snapshot")
        assert ana.post("/api/account/delete", {"password": PASSWORD}).json() == {"player": None}
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "never")
    assert name_of(ana) is None
    assert error_code(log_in(ana, "Ana")) == "wrong_password"
    assert beto.game(game["id"])["seats"][0] == {
        "kind": "human",
        "level": None,
        "name": None,
        "has_account": False,
    }
    assert beto.get(f"/api/rooms/{room['token']}").status_code == 404
    with closing(sqlite3.connect(settings.data / "naqala.sqlite")) as database:
        dump = "\n".join(database.iterdump())
    assert "Ana" not in dump
    assert "argon2" not in dump
    sign_up(ana, "Ana")  # the name is free


def test_names_and_deleted_players_are_known_after_a_restart(
    ana: Person, beto: Person, site: TestClient, settings: Settings, clock: HandClock
) -> None:
    from naqala.site.app import create_app
    from tests.site.conftest import BUNDLE

    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    game = begin(ana, beto)
    beto.post("/api/account/delete", {"password": PASSWORD})
    with TestClient(create_app(settings, BUNDLE, clock)) as again:
        same = Person(again, ana.cookies)
        assert [seat["name"] for seat in same.game(game["id"])["seats"]] == ["Ana", None]


def test_no_secret_is_stored_or_logged(
    ana: Person, beto: Person, settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    codes = sign_up(ana, "Ana")
    log_in(beto, "Ana", OTHER)
    log_in(beto, "Ana")
    beto.post("/api/account/recover", {"name": "Ana", "code": codes[0], "password": OTHER})
    secrets = [PASSWORD, OTHER, token_of(ana), token_of(beto), *codes]
    secrets += [code.replace("-", "") for code in codes]
    out, err = capfd.readouterr()
    stored = b"".join(path.read_bytes() for path in settings.data.glob("naqala.sqlite*"))
    for secret in secrets:
        assert secret not in out + err
        assert secret.encode() not in stored


def test_accounts_have_the_lobbys_rated_games_and_guests_have_not(
    ana: Person, beto: Person
) -> None:
    seek = {"type": "seek", "mode": "rated", "variant": "kalah", "clock": "3+2"}
    ana.post("/api/me")
    sign_up(beto, "Beto")
    with ana.socket("/api/lobby/socket") as one, beto.socket("/api/lobby/socket") as two:
        one.send_json({**seek, "id": "seek-000001"})
        assert receive(one, "rejected")["error"]["code"] == "account_needed"
        # Signing up counts at once, on the socket that is open.
        sign_up(ana, "Ana")
        one.send_json({**seek, "id": "seek-000002"})
        two.send_json({**seek, "id": "seek-000003"})
        game_id = receive(one, "found")["game_id"]
        assert receive(two, "found")["game_id"] == game_id
        live = receive(one, "lobby")["live"]
    assert ana.game(game_id)["mode"] == "rated"
    assert {name for one in live for name in one["names"]} <= {"Ana", "Beto"}
