"""Points 1 and 2: sockets and unsafe requests come from the site's own pages, or from no page."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE

PUBLIC = "https://naqala.example"


@contextmanager
def browser(settings: Settings, public_url: str | None) -> Iterator[TestClient]:
    migrate(settings.database_url)
    app = create_app(replace(settings, public_url=public_url), BUNDLE)
    with TestClient(app, base_url="http://naqala.example") as client:
        yield client


OURS = [
    (None, {}),
    (None, {"origin": "http://naqala.example"}),
    (None, {"origin": "https://naqala.example"}),  # a proxy speaks TLS
    (None, {"origin": "http://naqala.example:80"}),
    (None, {"origin": "http://naqala.example", "sec-fetch-site": "same-origin"}),
    (None, {"sec-fetch-site": "none"}),
    (PUBLIC, {"origin": PUBLIC}),
    (PUBLIC, {"origin": "HTTPS://NAQALA.EXAMPLE"}),
    (PUBLIC, {"origin": PUBLIC, "host": "internal:8000"}),
]
FOREIGN = [
    (None, {"origin": "https://evil.example"}),
    (None, {"origin": "null"}),
    (None, {"origin": ""}),
    (None, {"origin": "http://naqala.example:8080"}),
    (None, {"origin": "http://sub.naqala.example"}),
    (None, {"origin": "http://naqala.example.evil.example"}),
    (None, {"origin": "http://evil.example#naqala.example"}),
    (None, {"origin": "http://naqala.example@evil.example"}),
    (None, {"origin": "http://evil.example@naqala.example"}),
    (None, {"origin": "file://naqala.example"}),
    (None, {"origin": "http://["}),
    (None, {"origin": "http://naqala.example:99999"}),
    (None, {"origin": "http://naqala.example", "sec-fetch-site": "cross-site"}),
    (None, {"sec-fetch-site": "cross-site"}),
    (None, {"sec-fetch-site": "same-site"}),
    (None, {"origin": "http://evil.example", "x-forwarded-host": "evil.example"}),
    (PUBLIC, {"origin": "http://naqala.example"}),
    (PUBLIC, {"origin": "https://evil.example", "host": "evil.example"}),
]


@pytest.mark.parametrize(("public_url", "headers"), OURS)
def test_ours_may_open_sockets_and_change_things(
    settings: Settings, public_url: str | None, headers: dict[str, str]
) -> None:
    headers = {"host": "naqala.example", **headers}
    with browser(settings, public_url) as client:
        assert client.post("/api/me", headers=headers).status_code == 200
        with client.websocket_connect("/api/lobby/socket", headers=headers):
            pass


@pytest.mark.parametrize(("public_url", "headers"), FOREIGN)
def test_others_may_neither_and_are_told_nothing_else(
    settings: Settings, public_url: str | None, headers: dict[str, str]
) -> None:
    headers = {"host": "naqala.example", **headers}
    with browser(settings, public_url) as client:
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = client.request(method, "/api/me", headers=headers)
            assert answer.status_code == 403
            assert answer.json()["error"]["code"] == "foreign_origin"
            assert "set-cookie" not in answer.headers
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            client.websocket_connect("/api/lobby/socket", headers=headers),
        ):
            pass
        assert denied.value.status_code == 403
        # Reading is free, and no other site's script sees what is read.
        read = client.get("/api/variants", headers=headers)
        assert read.status_code == 200
        assert "access-control-allow-origin" not in read.headers


def test_a_form_of_another_site_is_no_json(settings: Settings) -> None:
    with browser(settings, None) as client:
        for media_type in ("text/plain", "application/x-www-form-urlencoded", ""):
            answer = client.post(
                "/api/games", content=b'{"variant":"kalah"}', headers={"content-type": media_type}
            )
            assert answer.status_code == 415


def test_no_method_is_overridden_by_a_header(settings: Settings) -> None:
    with browser(settings, None) as client:
        answer = client.get("/api/me", headers={"x-http-method-override": "POST"})
        assert answer.json() == {"player": None}
