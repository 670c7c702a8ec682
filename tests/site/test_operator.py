"""The operator's address: beside the site, never through it, and not for everybody."""

import asyncio
import base64
import json
import os
import re
import stat
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.listener import Address, AddressInUse, listen
from naqala.site.operator import operator_app
from naqala.site.operator_token import TokenError, read_or_make_token
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.conftest import StartServer
from tests.site.conftest import BUNDLE
from tests.site.test_serve import naqala

PATHS = ("/metrics", "/healthz", "/readyz")
LOCAL = "http://127.0.0.1:9464"
TOKEN = "a-token-of-this-test-and-of-no-other"


@pytest.fixture
def site_app(settings: Settings) -> Iterator[TestClient]:
    migrate(settings.database_url)
    with TestClient(create_app(settings, BUNDLE)) as client:
        yield client


@pytest.fixture
def operator(site_app: TestClient) -> TestClient:
    """Somebody on the machine itself."""
    return TestClient(operator_app(site_app.app, None), LOCAL)  # type: ignore[arg-type]


@pytest.fixture
def distant(site_app: TestClient) -> TestClient:
    """Somebody at an address that others reach, too."""
    return TestClient(operator_app(site_app.app, TOKEN), "http://naqala.internal:9464")  # type: ignore[arg-type]


@pytest.mark.parametrize("path", PATHS)
def test_the_operator_has_his_pages_with_the_headers_of_all_pages(
    operator: TestClient, path: str
) -> None:
    answer = operator.get(path)
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_figures_are_read_beside_the_loop_for_a_disk_that_hangs_would_stop_the_site(
    site_app: TestClient, operator: TestClient
) -> None:
    read_in: list[str] = []

    def read() -> float:
        read_in.append(threading.current_thread().name)
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return 7.0

    services = site_app.app.state.services  # type: ignore[attr-defined]
    services.metrics.watch("naqala_data_free_bytes", read)
    for _ in range(2):
        assert "naqala_data_free_bytes 7.0" in operator.get("/metrics").text
    assert len(read_in) == 2


def test_the_address_that_is_told_at_the_start_shows_the_figures(operator: TestClient) -> None:
    answer = operator.get("/")
    assert answer.status_code == 200
    assert "text/html" in answer.headers["content-type"]
    assert "/admin" in answer.url.path


def test_nothing_of_the_operator_is_reached_through_the_site(site_app: TestClient) -> None:
    operators = {route.path for route in operator_app(site_app.app, None).routes}  # type: ignore[arg-type, attr-defined]
    assert operators >= set(PATHS)
    for path in operators - {"/", "/healthz", "/readyz", "/icon.svg"}:
        assert site_app.get(path).status_code == 404, path


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:9000", "127.0.0.1", "127.1.2.3:80", "[::1]:9464"]
)
def test_this_machine_is_asked_for_by_its_own_names(operator: TestClient, host: str) -> None:
    # Whatever the port: it may have been forwarded.
    assert operator.get("/metrics", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:9464",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "evil@evil.example",
        "[::2]",
        "[",
        "",
    ],
)
def test_a_foreign_name_that_points_to_this_machine_is_refused(
    operator: TestClient, host: str
) -> None:
    for path in PATHS:
        answer = operator.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert answer.json()["error"]["code"] == "foreign_host"


def _basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"ana:{password}".encode()).decode()


@pytest.mark.parametrize(
    "authorization", [f"Bearer {TOKEN}", f"bearer {TOKEN}", _basic(TOKEN), f"Bearer  {TOKEN} "]
)
def test_the_token_opens_the_operators_address(distant: TestClient, authorization: str) -> None:
    for path in PATHS:
        answer = distant.get(path, headers={"authorization": authorization})
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        TOKEN,
        "Bearer",
        "Bearer wrong",
        f"Bearer {TOKEN[:-1]}",
        f"Digest {TOKEN}",
        _basic("wrong"),
        _basic(""),
        "Basic %%%",
        f"Basic {TOKEN}",
        "Basic é",
        "Bearer é",
    ],
)
def test_without_the_token_nothing_is_told(distant: TestClient, authorization: str) -> None:
    # From this machine, too: a proxy on it speaks for others.
    for host in ("naqala.internal", "localhost"):
        for path in (*PATHS, "/no-such-page"):
            headers = {"host": host, "authorization": authorization.encode("latin-1")}
            answer = distant.get(path, headers=headers)  # type: ignore[arg-type]
            assert answer.status_code == 401
            # A browser asks for the password then.
            assert answer.headers["www-authenticate"].startswith("Basic ")
            assert answer.json()["error"]["code"] == "token_needed"


def test_the_token_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        token = read_or_make_token(tmp_path)
    finally:
        os.umask(old)
    file = tmp_path / "operator-token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(token) >= 43
    assert read_or_make_token(tmp_path) == token
    (tmp_path / "other").mkdir()
    assert read_or_make_token(tmp_path / "other") != token


@pytest.mark.parametrize("text", ["", "\n", "secret", "a token with é" + "x" * 30])
def test_a_token_that_could_be_guessed_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "operator-token"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(TokenError, match="delete it, and a new one is made"):
        read_or_make_token(tmp_path)


def test_a_token_that_everybody_can_read_is_refused(tmp_path: Path) -> None:
    read_or_make_token(tmp_path)
    (tmp_path / "operator-token").chmod(0o644)
    with pytest.raises(TokenError, match="everybody can read"):
        read_or_make_token(tmp_path)


def test_the_operators_address_answers_beside_the_site_and_not_through_it(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.operator_address)
    assert server.operator_address != server.address
    for path in PATHS:
        with urllib.request.urlopen(server.operator_address + path) as answer:
            assert answer.status == 200
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(server.address + "/metrics")
    refused.value.close()
    assert refused.value.code == 404
    # Nobody but this machine reaches it, so there is no token that could leak.
    assert not (tmp_path / "operator-token").exists()


def test_an_operators_address_for_others_asks_for_the_token(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path, "--operator", "0.0.0.0:0")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(server.operator_address + "/metrics")
    with refused.value:
        assert refused.value.code == 401
        assert json.load(refused.value)["error"]["code"] == "token_needed"
    token = (tmp_path / "operator-token").read_text().strip()
    request = urllib.request.Request(
        server.operator_address + "/metrics", headers={"authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request) as answer:
        assert b"process_cpu_seconds_total" in answer.read()
    assert token not in "".join(server.said)


@pytest.mark.parametrize(
    ("operator", "said"),
    [
        ("9464", "--operator: '9464' is wrong: write HOST:PORT"),
        ("192.0.2.1:0", "cannot listen on 192.0.2.1 port 0"),
    ],
)
def test_an_impossible_operators_address_stops_the_start_and_names_the_setting(
    operator: str, said: str, tmp_path: Path
) -> None:
    ended = naqala(
        "serve", "--no-open", "--data", str(tmp_path), "--port", "0", "--operator", operator
    )
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "--operator" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("host", ["256.1.1.1", "192.0.2.1", "a..b", "x" * 70, "\0", "localhost "])
def test_an_address_that_is_not_here_is_told(host: str) -> None:
    with pytest.raises(AddressInUse, match="cannot listen on"):
        listen(Address(host, 0))
