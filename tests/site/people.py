"""Several people at one site in this process, and a clock that tests set."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from starlette.testclient import TestClient, WebSocketTestSession

from naqala.site.limits import Limit, Limits, Rate

PLENTY = Limits({limit: (Rate(10**9, 1.0),) for limit in Limit}, 10**9, 10**9, 10**9)
"""Limits by address for tests in which one address does a thousand times what any other does."""


@dataclass
class HandClock:
    """The server's time, moved by hand."""

    now_ms: int = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now_ms

    def pass_s(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1_000)


@dataclass
class Person:
    """A browser with its own cookies; all share the client, for it holds the site's event loop."""

    client: TestClient
    cookies: httpx2.Cookies = field(default_factory=httpx2.Cookies)
    commands: int = 0

    def get(self, path: str) -> httpx2.Response:
        with self._own_cookies():
            return self.client.get(path)

    def post(self, path: str, body: Any = None) -> httpx2.Response:
        with self._own_cookies():
            return self.client.post(path, json={} if body is None else body)

    @contextmanager
    def watch(
        self, game_id: str, seen: int = 0, token: str | None = None
    ) -> Iterator[WebSocketTestSession]:
        """The game's socket, after its greeting."""
        room = "" if token is None else f"&room={token}"
        with self.socket(f"/api/games/{game_id}/socket?seen={seen}{room}") as socket:
            yield socket

    @contextmanager
    def socket(self, path: str) -> Iterator[WebSocketTestSession]:
        with self._own_cookies():
            session = self.client.websocket_connect(path)
        with session as socket:
            assert socket.receive_json()["type"] == "hello"
            yield socket

    def command(self, game: dict[str, Any], kind: str, seat: int, **fields: Any) -> httpx2.Response:
        """Sends a command over HTTP; its id is new for every call."""
        self.commands += 1
        body = {"type": kind, "id": f"{kind}-{seat}-{self.commands:06}", "seat": seat, **fields}
        return self.post(f"/api/games/{game['id']}/commands", body)

    def sow(self, game: dict[str, Any], pit: int) -> dict[str, Any]:
        """Sows for whoever is to move, who must be this person; returns the game afterwards."""
        now = self.game(game["id"])
        seat = now["board"]["seat_to_move"]
        answer = self.command(game, "sow", seat, pit=pit, after=now["board"]["after"])
        assert answer.status_code == 200, answer.text
        return self.game(game["id"])

    def game(self, game_id: str, token: str | None = None) -> dict[str, Any]:
        room = "" if token is None else f"?room={token}"
        response = self.get(f"/api/games/{game_id}{room}")
        assert response.status_code == 200, response.text
        game: dict[str, Any] = response.json()
        return game

    @contextmanager
    def _own_cookies(self) -> Iterator[None]:
        self.client.cookies = self.cookies
        yield
        self.cookies = self.client.cookies
        self.client.cookies = httpx2.Cookies()


def error_code(response: httpx2.Response) -> str:
    code: str = response.json()["error"]["code"]
    return code


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind; others that come before are let pass, pings answered."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == "ping":
            socket.send_json({"type": "pong", "n": message["n"]})
        if message["type"] == kind:
            return message


def invite(person: Person, variant: str = "kalah", clock: str | None = None) -> dict[str, Any]:
    response = person.post("/api/rooms", {"variant": variant, "clock": clock})
    assert response.status_code == 201, response.text
    room: dict[str, Any] = response.json()
    return room


def join(person: Person, room: dict[str, Any]) -> dict[str, Any]:
    response = person.post(f"/api/rooms/{room['token']}/join")
    assert response.status_code == 200, response.text
    game: dict[str, Any] = response.json()
    return game


def begin(ana: Person, beto: Person, clock: str | None = None) -> dict[str, Any]:
    return join(beto, invite(ana, clock=clock))


PASSWORD = "mancala de olivo"


def sign_up(person: Person, name: str, password: str = PASSWORD) -> list[str]:
    """Makes an account of a person; returns its recovery codes."""
    response = person.post("/api/account", {"name": name, "password": password})
    assert response.status_code == 201, response.text
    codes: list[str] = response.json()["codes"]
    return codes


def log_in(person: Person, name: str, password: str = PASSWORD) -> httpx2.Response:
    return person.post("/api/account/login", {"name": name, "password": password})
