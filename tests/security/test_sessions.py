"""Point 3: sessions are random, hidden from scripts, changed at every entry and over when ended."""

from collections.abc import Iterator
from dataclasses import replace
from http.cookies import SimpleCookie

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import hash_token, migrate
from naqala.site.storage.engine import open_engine
from naqala.site.storage.tables import METADATA, SESSION
from tests.site.conftest import BUNDLE
from tests.site.people import PASSWORD, Person, log_in, receive, sign_up


@pytest.fixture
def secure(settings: Settings) -> Iterator[TestClient]:
    """The site as players reach it over TLS."""
    migrate(settings.database_url)
    app = create_app(replace(settings, public_url="https://testserver"), BUNDLE)
    with TestClient(app, base_url="https://testserver") as client:
        yield client


def cookie_of(header: str) -> tuple[str, str, dict[str, str]]:
    jar = SimpleCookie(header)
    ((name, morsel),) = jar.items()
    return name, morsel.value, {key: str(value) for key, value in morsel.items() if value}


def test_over_tls_the_cookie_belongs_to_this_host_alone(secure: TestClient) -> None:
    name, token, marks = cookie_of(secure.post("/api/me").headers["set-cookie"])
    assert name == "__Host-naqala"
    assert len(token) == 43  # 256 bits in base64
    assert marks.pop("max-age") == str(400 * 24 * 60 * 60)
    assert marks == {"path": "/", "secure": "True", "httponly": "True", "samesite": "lax"}


def test_without_tls_it_is_hidden_from_scripts_all_the_same(client: TestClient) -> None:
    name, _, marks = cookie_of(client.post("/api/me").headers["set-cookie"])
    assert name == "naqala"
    assert (marks["httponly"], marks["samesite"]) == ("True", "lax")
    assert "domain" not in marks


def test_a_cookie_that_another_host_has_tossed_counts_for_nothing_over_tls(
    secure: TestClient,
) -> None:
    token = secure.post("/api/me").cookies["__Host-naqala"]
    secure.cookies.clear()
    headers = {"cookie": f"naqala={token}"}
    assert secure.get("/api/me", headers=headers).json() == {"player": None}


@pytest.mark.parametrize(
    "chosen", ["chosen-by-somebody-else", "a" * 43, "", "'; --", "\u00e9" * 10, "x" * 4_000]
)
def test_a_token_that_somebody_has_chosen_is_never_taken_over(
    site: TestClient, chosen: str
) -> None:
    headers = {b"cookie": b"naqala=" + chosen.encode()}
    assert site.get("/api/me", headers=headers).json() == {"player": None}
    given = site.post("/api/me", headers=headers).cookies["naqala"]
    assert given != chosen
    site.cookies.clear()
    assert site.get("/api/me", headers=headers).json() == {"player": None}


def test_every_entry_gives_another_token_and_the_old_one_opens_nothing(
    site: TestClient, ana: Person
) -> None:
    ana.post("/api/me")
    tokens = [ana.cookies["naqala"]]
    sign_up(ana, "Ana")
    tokens.append(ana.cookies["naqala"])
    new_password = {"password": PASSWORD, "new_password": "otra mancala de pino"}
    assert ana.post("/api/account/password", new_password).status_code == 200
    tokens.append(ana.cookies["naqala"])
    assert log_in(ana, "Ana", "otra mancala de pino").status_code == 200
    tokens.append(ana.cookies["naqala"])
    assert len(set(tokens)) == 4
    site.cookies.clear()
    for token in tokens[:-1]:
        answer = site.get("/api/me", headers={"cookie": f"naqala={token}"})
        assert answer.json() == {"player": None}


@pytest.mark.parametrize("way", ["logout", "elsewhere", "deleted"])
def test_what_a_session_has_open_ends_with_it(ana: Person, beto: Person, way: str) -> None:
    sign_up(ana, "Ana")
    game = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    with ana.watch(game["id"]) as socket, ana.socket("/api/lobby/socket") as lobby:
        receive(socket, "snapshot")
        if way == "logout":
            ana.post("/api/account/logout")
        elif way == "deleted":
            ana.post("/api/account/delete", {"password": PASSWORD})
        else:
            log_in(beto, "Ana")
            (other,) = [
                one for one in beto.get("/api/account").json()["sessions"] if not one["is_this"]
            ]
            beto.post(f"/api/account/sessions/{other['id']}/end")
        for one in (socket, lobby):
            with pytest.raises(WebSocketDisconnect) as closed:
                receive(one, "never")
            assert closed.value.code == 1008


def test_the_database_has_no_token_password_or_code(settings: Settings, ana: Person) -> None:
    """Whoever reads a backup can enter nowhere by it."""
    codes = sign_up(ana, "Ana")
    room = ana.post("/api/rooms", {"variant": "kalah"}).json()
    secrets = [ana.cookies["naqala"], PASSWORD, room["token"], *codes]
    secrets += [code.replace("-", "") for code in codes]
    with open_engine(settings.database_url).connect() as connection:
        stored = [
            str(value)
            for table in METADATA.sorted_tables
            for row in connection.execute(select(table))
            for value in row
        ]
        keys = connection.execute(select(SESSION.c.token_hash)).scalars().all()
    assert hash_token(ana.cookies["naqala"]) in keys
    for secret in secrets:
        assert not any(secret in value for value in stored)
