"""Points 7 and 8: every named limit by address, tried at the site itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

import httpx2
import pytest
import structlog
from starlette.testclient import TestClient, WebSocketDenialResponse

from naqala.site import analysis_api
from naqala.site.app import create_app
from naqala.site.client_address import parse_networks
from naqala.site.limits import Limit, Limits, Rate
from naqala.site.running import MOST_ANALYSES
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.security.live import wait_until
from tests.site.conftest import BUNDLE
from tests.site.people import PASSWORD, PLENTY, Person, begin, error_code, receive, sign_up
from tests.site.statistics_events import BEGAN, as_json
from tests.site.test_analysis import Gate

POSITION = "0,0,0,0,0,1/0,0,0,0,0,1 23,23 S"
MOST = 3


@dataclass
class Table:
    """What counts for each limit; every call does it once, as somebody new where it matters."""

    client: TestClient
    game: dict[str, Any]
    owner: Person
    number: int = 0

    def new(self) -> Person:
        return Person(self.client)

    def requests(self) -> httpx2.Response:
        return self.client.get("/healthz")

    def new_guests(self) -> httpx2.Response:
        return self.new().post("/api/me")

    def new_games(self) -> httpx2.Response:
        return self.owner.post("/api/games", {"variant": "kalah", "mode": "local"})

    def commands(self) -> httpx2.Response:
        self.number += 1
        return self.owner.command(self.game, "resign", 1 - self.number % 2)

    def cards(self) -> httpx2.Response:
        self.number += 1
        # A picture for each state of the game.
        new = self.owner.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
        return self.client.get(f"/g/{new['id']}/card.png")

    def invitations(self) -> httpx2.Response:
        return self.owner.post("/api/rooms", {"variant": "kalah"})

    def sign_ups(self) -> httpx2.Response:
        self.number += 1
        wish = {"name": f"Persona-{self.number}", "password": PASSWORD}
        return self.new().post("/api/account", wish)

    def passwords(self) -> httpx2.Response:
        self.number += 1
        wish = {"name": f"Nadie-{self.number}", "password": PASSWORD}
        return self.new().post("/api/account/login", wish)

    def exports(self) -> httpx2.Response:
        return self.owner.get("/api/account/export")

    def analyses(self) -> httpx2.Response:
        return self.owner.post("/api/analysis", {"variant": "kalah", "position": POSITION})

    def hints(self) -> httpx2.Response:
        return self.owner.post(f"/api/games/{self.game['id']}/hint", {"after": 999})

    def reviews(self) -> httpx2.Response:
        return self.owner.get(f"/api/games/{self.game['id']}/review")

    def statistics(self) -> httpx2.Response:
        return self.owner.post("/api/statistics", as_json(BEGAN))


MakeTable = Callable[[Limits], Table]


@pytest.fixture
def make(settings: Settings) -> Iterator[MakeTable]:
    with ExitStack() as stack:

        def made(limits: Limits) -> Table:
            migrate(settings.database_url)
            site = TestClient(create_app(settings, BUNDLE, limits=limits))
            stack.enter_context(site)
            owner = Person(site)
            answer = owner.post("/api/games", {"variant": "kalah", "mode": "local"})
            assert answer.status_code == HTTPStatus.CREATED, answer.text
            return Table(site, answer.json(), owner)

        yield made


NOT_HERE = {Limit.HANDSHAKES, Limit.SEEKS}

SPENT = {Limit.NEW_GUESTS: 1, Limit.NEW_GAMES: 1, Limit.REQUESTS: 1}
"""What making the table has cost."""


@pytest.mark.parametrize("limit", [limit for limit in Limit if limit not in NOT_HERE])
def test_what_comes_too_often_from_an_address_is_refused_until_later(
    make: MakeTable, limit: Limit
) -> None:
    table = make(replace(PLENTY, rates={**PLENTY.rates, limit: (Rate(MOST, 3_600.0),)}))
    ask = getattr(table, limit.value)
    for _ in range(MOST - SPENT.get(limit, 0)):
        answer = ask()
        assert answer.status_code != HTTPStatus.TOO_MANY_REQUESTS, answer.text
    refused = ask()
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (429, "too_many_requests")
    retry_s = error["detail"]["retry_s"]
    assert error["detail"] == {"limit": limit.value, "retry_s": retry_s}
    # A third of an hour, less what the tries have taken.
    assert 1_000 < retry_s <= 1_200
    assert refused.headers["retry-after"] == str(retry_s)
    assert "set-cookie" not in refused.headers
    if limit is not Limit.REQUESTS:
        # And nothing else has become harder.
        assert table.client.get("/healthz").status_code == HTTPStatus.OK


def test_an_operation_that_has_a_limit_is_counted_before_its_body_is_read(make: MakeTable) -> None:
    table = make(replace(PLENTY, rates={**PLENTY.rates, Limit.ANALYSES: (Rate(MOST, 3_600.0),)}))
    for _ in range(MOST):
        assert error_code(table.owner.post("/api/analysis", ["?"])) == "invalid_message"
    assert error_code(table.owner.post("/api/analysis", ["?"])) == "too_many_requests"


def test_handshakes_are_refused_before_they_are_accepted_and_say_when_to_come_back(
    make: MakeTable,
) -> None:
    rates = {**PLENTY.rates, Limit.HANDSHAKES: (Rate(MOST, 3_600.0),)}
    table = make(replace(PLENTY, rates=rates))
    path = f"/api/games/{table.game['id']}/socket"
    for _ in range(MOST):
        with table.owner.socket(path):
            pass
    with pytest.raises(WebSocketDenialResponse) as denied, table.owner.socket(path):
        pass
    assert denied.value.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 1_000 < int(denied.value.headers["retry-after"]) <= 1_200
    # Who has a game may play it over HTTP meanwhile.
    assert table.owner.get(f"/api/games/{table.game['id']}").status_code == HTTPStatus.OK


def test_commands_and_seeks_over_sockets_are_counted_and_refused_there(make: MakeTable) -> None:
    rate = (Rate(MOST, 3_600.0),)
    table = make(replace(PLENTY, rates={**PLENTY.rates, Limit.COMMANDS: rate, Limit.SEEKS: rate}))
    seek = {"type": "seek", "mode": "casual", "variant": "kalah", "clock": "3+2"}
    resign = {"type": "resign", "seat": 1}
    for path, message in (
        ("/api/lobby/socket", seek),
        (f"/api/games/{table.game['id']}/socket", resign),
    ):
        with table.owner.socket(path) as socket:
            for number in range(MOST + 1):
                socket.send_json({**message, "id": f"limit-{number:03}"})
            answer = receive(socket, "rejected")
            while answer["error"]["code"] != "too_many_requests":
                answer = receive(socket, "rejected")
            assert answer["id"] == f"limit-{MOST:03}"
            assert answer["error"]["detail"]["retry_s"] > 1_000


def test_a_flood_that_is_refused_fills_no_log(make: MakeTable) -> None:
    table = make(replace(PLENTY, rates={**PLENTY.rates, Limit.REQUESTS: (Rate(MOST, 3_600.0),)}))
    settings = table.client.app.state.services.settings  # type: ignore[attr-defined]
    with structlog.testing.capture_logs() as logs:
        for _ in range(50):
            table.client.get("/api/variants")
    told = [entry for entry in logs if entry["event"] == "limit reached"]
    assert [entry["limit"] for entry in told] == ["requests"]
    wait_until(lambda: any((settings.data / "access").glob("*.log")))
    table.client.__exit__(None, None, None)  # writes what waits
    lines = "".join(path.read_text() for path in (settings.data / "access").glob("*.log"))
    assert 0 < lines.count("/api/variants") <= MOST


def test_an_address_has_a_bounded_number_of_sockets_open(make: MakeTable) -> None:
    table = make(replace(PLENTY, open_sockets=2))
    path = "/api/lobby/socket"
    with table.owner.socket(path):
        with table.owner.socket(path):
            with pytest.raises(WebSocketDenialResponse) as denied, table.owner.socket(path):
                pass
            assert denied.value.json()["error"]["detail"]["limit"] == "open_sockets"
        # One that has ended makes room.
        with table.owner.socket(path):
            pass


def test_an_address_has_a_bounded_number_of_requests_under_way(make: MakeTable) -> None:
    """Streams of events stay open as sockets do."""
    table = make(replace(PLENTY, open_requests=2))
    assert table.client.portal is not None
    limiter = table.client.app.state.services.limiter  # type: ignore[attr-defined]
    with limiter.request("testclient"), limiter.request("testclient"):
        assert error_code(table.client.get("/api/variants")) == "too_many_requests"
    assert table.client.get("/api/variants").status_code == HTTPStatus.OK


def test_limits_are_counted_for_who_stands_behind_the_proxy(settings: Settings) -> None:
    rates = {**PLENTY.rates, Limit.NEW_GUESTS: (Rate(MOST, 3_600.0),)}
    proxied = replace(settings, trusted_proxies=parse_networks("127.0.0.1"))
    migrate(proxied.database_url)
    application = create_app(proxied, BUNDLE, limits=replace(PLENTY, rates=rates))
    with TestClient(application, client=("127.0.0.1", 1)) as client:

        def come(forwarded: str) -> int:
            client.cookies.clear()
            answer = client.post("/api/me", headers={"x-forwarded-for": forwarded})
            return answer.status_code

        assert [come("198.51.100.1") for _ in range(MOST + 1)] == [200] * MOST + [429]
        # Nobody becomes another one by claiming that he has come through him.
        assert come("203.0.113.5, 198.51.100.1") == HTTPStatus.TOO_MANY_REQUESTS
        assert come("198.51.100.2") == HTTPStatus.OK


def test_many_guests_of_one_address_leave_places_in_the_queue_to_others(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    guests = iter(range(1_000))
    monkeypatch.setattr(analysis_api, "asker_of", lambda *_: f"guest {next(guests)}")
    proxied = replace(settings, trusted_proxies=parse_networks("127.0.0.1"))
    migrate(proxied.database_url)
    application = create_app(proxied, BUNDLE)
    question = {"variant": "kalah", "position": POSITION}
    with TestClient(application, client=("127.0.0.1", 1)) as client, ThreadPoolExecutor(20) as pool:

        def ask(address: str) -> httpx2.Response:
            headers = {"x-forwarded-for": address}
            return client.post("/api/analysis", json=question, headers=headers)

        # One subscriber: the addresses of a /48.
        many = [pool.submit(ask, f"2001:db8:0:{number:x}::1") for number in range(MOST_ANALYSES)]
        wait_until(lambda: sum(one.done() for one in many) == MOST_ANALYSES // 2)
        other = pool.submit(ask, "198.51.100.1")
        wait_until(lambda: application.state.services.analysts.jobs > MOST_ANALYSES // 2)
        gate.opened.set()
        assert other.result().status_code == HTTPStatus.OK
        answers = [one.result() for one in many]
    busy = [answer for answer in answers if answer.status_code != HTTPStatus.OK]
    assert len(busy) == MOST_ANALYSES // 2
    assert {error_code(answer) for answer in busy} == {"busy"}


def test_whoever_is_exempted_has_no_limits(settings: Settings) -> None:
    none = Limits({limit: (Rate(1, 3_600.0),) for limit in Limit}, 0, 0, 0)
    exempt = replace(settings, unlimited=parse_networks("127.0.0.1"))
    migrate(exempt.database_url)
    application = create_app(exempt, BUNDLE, limits=none)
    with TestClient(application, client=("127.0.0.1", 1)) as client:
        for _ in range(5):
            client.cookies.clear()
            assert client.post("/api/me").status_code == HTTPStatus.OK
            with client.websocket_connect("/api/lobby/socket"):
                pass


def test_a_classroom_behind_one_address_plays_undisturbed(site: TestClient) -> None:
    """Thirty come at once, sign up, invite each other, and have two pages open each."""
    people = [Person(site) for _ in range(30)]
    games = []
    for number, (one, other) in enumerate(zip(people[::2], people[1::2], strict=True)):
        sign_up(one, f"Clase-{number}a")
        sign_up(other, f"Clase-{number}b")
        games.append(begin(one, other, "5+5"))
    with ExitStack() as stack:
        for pair, game in zip(zip(people[::2], people[1::2], strict=True), games, strict=True):
            for person in pair:
                stack.enter_context(person.watch(game["id"]))
                stack.enter_context(person.socket("/api/lobby/socket"))
        for (one, _), game in zip(zip(people[::2], people[1::2], strict=True), games, strict=True):
            one.sow(game, 1)


def test_every_answer_that_a_limit_can_give_is_in_the_api_document(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert "429" in operation["responses"], (method, path)
