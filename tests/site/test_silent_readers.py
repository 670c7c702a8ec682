"""A page that takes nothing of what it is sent: the others do not notice, and it is dropped."""

import json
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from naqala.site import connection
from naqala.site.outbox import MOST_FRAMES
from tests.site.people import Person, begin, receive


def open_silently(site: TestClient, person: Person, game_id: str) -> Any:
    """Connects a page whose network takes no frame at all; returns what ends with it."""

    async def listen() -> dict[str, Any]:
        if not asked:
            asked.append(True)
            return {"type": "websocket.connect"}
        await anyio.sleep_forever()
        raise AssertionError

    async def take(message: dict[str, Any]) -> None:
        if message["type"] != "websocket.accept":
            await anyio.sleep_forever()

    asked: list[bool] = []
    application: Callable[..., Any] = site.app
    assert site.portal is not None
    return site.portal.start_task_soon(application, scope_of(game_id, person), listen, take)


def scope_of(game_id: str, person: Person) -> dict[str, Any]:
    """What a server says of a socket that somebody opens to a game."""
    cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    path = f"/api/games/{game_id}/socket"
    return {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"seen=0",
        "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())],
        "subprotocols": [],
        "scheme": "ws",
        "server": ("testserver", 80),
        "client": ("testclient", 1),
        "state": {},
    }


@pytest.mark.parametrize("is_closed_by_us", [False, True])
def test_a_page_that_goes_while_it_is_sent_something_ends_without_a_fault(
    site: TestClient, ana: Person, beto: Person, is_closed_by_us: bool
) -> None:
    """It has also sent a command, which is judged meanwhile."""
    game = begin(ana, beto)
    frames = [{"type": "resign", "id": "resign-00001", "seat": 1}] if not is_closed_by_us else []
    application: Callable[..., Any] = site.app
    outboxes = site.app.state.services.outboxes  # type: ignore[attr-defined]

    async def serve() -> None:
        messages = [{"type": "websocket.connect"}] + [
            {"type": "websocket.receive", "text": json.dumps(frame)} for frame in frames
        ]

        async def listen() -> dict[str, Any]:
            if messages:
                return messages.pop(0)
            if is_closed_by_us:
                outboxes.say_goodbye()
            await anyio.sleep_forever()
            raise AssertionError

        async def take(message: dict[str, Any]) -> None:
            if message["type"] != "websocket.accept" and not (is_closed_by_us and len(outboxes)):
                raise OSError("gone")
            if "goodbye" in message.get("text", ""):
                raise OSError("gone")

        await application(scope_of(game["id"], beto), listen, take)

    assert site.portal is not None
    with capture_logs() as logs:
        site.portal.call(serve)
    assert [line for line in logs if line["log_level"] == "error"] == []
    assert len(outboxes) == 0


def test_a_page_that_never_reads_does_not_hold_the_others_up(
    site: TestClient, ana: Person, beto: Person
) -> None:
    game = begin(ana, beto)
    silent = [open_silently(site, beto, game["id"]) for _ in range(20)]
    with ana.watch(game["id"]) as player:
        # More comes to all than a page may leave waiting.
        for _ in range(MOST_FRAMES):
            with beto.watch(game["id"]):
                pass
            with Person(site, ana.cookies).watch(game["id"]):
                pass
        for person, pit in ((ana, 1), (beto, 6), (ana, 2), (beto, 5)):
            board = person.sow(game, pit)["board"]
            assert receive(player, "events")["board"]["seq"] == board["seq"]
    # They wait for their first frame to be taken, and hold nothing but what fits the outbox.
    assert not any(task.done() for task in silent)
    for task in silent:
        task.cancel()


def test_who_takes_nothing_for_too_long_is_dropped_and_seen_to_be_away(
    site: TestClient, ana: Person, beto: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MOST_SEND_S", 0.3)
    game = begin(ana, beto)
    silent = open_silently(site, beto, game["id"])
    with ana.watch(game["id"]) as player:
        assert silent.result(timeout=30) is None
        while receive(player, "presence")["away_ms"][1] is None:
            pass
        ana.sow(game, 1)
        assert receive(player, "events")["board"]["seat_to_move"] == 1
