"""A page that is ended: at once while it waits, and else behind what it has in hand."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from naqala.site import connection
from naqala.site.guests import Session
from naqala.site.outbox import CLOSE_POLICY
from naqala.site.outboxes import Outboxes
from naqala.site.transports import SHORT_WAY
from tests.security.live import wait_until
from tests.site.people import Person, begin, receive
from tests.site.test_silent_readers import scope_of

MOST_SEND_S = 0.02

Way = Callable[["Page", Any], None]
OpenPage = Callable[[Person, str], "Page"]


class Page:
    """A page of a game with a network that a test makes fail."""

    def __init__(self, site: TestClient, person: Person, game_id: str, is_short: bool) -> None:
        assert site.portal is not None
        self._portal = site.portal
        self._services: Any = site.app.state.services  # type: ignore[attr-defined]
        self._application: Callable[..., Any] = site.app
        self._person = person
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._scope = scope_of(game_id, person)
        if is_short:
            self._scope["extensions"] = {SHORT_WAY: {"way": self}}
        self._listener: Callable[[], None] | None = None
        self.told: list[dict[str, Any]] = []
        self.closes: list[int] = []
        self.refused = 0
        self.is_lost = False
        """Whether whatever it is sent fails."""
        self.is_stuck = False
        """Whether it takes nothing."""
        self.is_cancelled_when_lost = False
        self.task: asyncio.Task[None]
        self._events.put_nowait({"type": "websocket.connect"})
        self.done: Future[bool] = self._portal.start_task_soon(self._run)
        wait_until(lambda: any(message["type"] == "snapshot" for message in self.told))

    @property
    def outboxes(self) -> Outboxes:
        outboxes: Outboxes = self._services.outboxes
        return outboxes

    def put(self, message: Any) -> None:
        """Sends the server a message."""
        self.put_event({"type": "websocket.receive", "text": json.dumps(message)})

    def put_event(self, event: dict[str, Any]) -> None:
        self._portal.call(self._put_event, event)

    def end_session(self) -> None:
        session: Session | None
        session = self._portal.call(self._services.guests.session_of, dict(self._person.cookies))
        assert session is not None
        self._portal.call(self.outboxes.end_sessions, [session.key])

    def wait_s(self, seconds: float) -> None:
        """Lets time pass for the server."""
        self._portal.call(asyncio.sleep, seconds)

    def cancel(self) -> None:
        self._portal.call(self.task.cancel)

    def is_cancelled(self) -> bool:
        """Waits for its end; tells whether it was cancelled."""
        return self.done.result(timeout=10)

    async def _run(self) -> bool:
        serving = self._application(self._scope, self._listen, self._take)
        self.task = asyncio.create_task(serving)
        await asyncio.wait([self.task])
        if not self.task.cancelled():
            self.task.result()
        return self.task.cancelled()

    async def _listen(self) -> dict[str, Any]:
        return await self._events.get()

    async def _take(self, message: dict[str, Any]) -> None:
        if self.is_lost:
            self.refused += 1
            if self.is_cancelled_when_lost:
                self.task.cancel()
            raise OSError("gone")
        if self.is_stuck:
            self.refused += 1
            await asyncio.Event().wait()
        if message["type"] == "websocket.send":
            self.told.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closes.append(message["code"])

    def _put_event(self, event: dict[str, Any]) -> None:
        self._events.put_nowait(event)
        if self._listener is not None:
            self._listener()

    def listen(self, listener: Callable[[], None] | None) -> None:
        self._listener = listener

    def take(self) -> dict[str, Any] | None:
        return None if self._events.empty() else self._events.get_nowait()

    def send_now(self, text: bytes) -> bool:
        if self.is_lost or self.is_stuck:
            return False
        self.told.append(json.loads(text))
        return True


def say(socket: Any) -> None:
    """Has all who watch sent something."""
    socket.send_json({"type": "say", "id": "say-00001", "seat": 0, "phrase": "hello"})
    receive(socket, "said")


def is_lost(page: Page, socket: Any) -> None:
    page.is_lost = True
    say(socket)
    wait_until(lambda: page.refused > 0)


def takes_nothing(page: Page, socket: Any) -> None:
    page.is_stuck = True
    say(socket)
    wait_until(lambda: page.refused > 0)
    page.wait_s(2 * MOST_SEND_S)


def has_no_session_any_more(page: Page, socket: Any) -> None:
    page.end_session()
    wait_until(lambda: page.closes == [CLOSE_POLICY])


WAYS = [is_lost, takes_nothing, has_no_session_any_more]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_SEND_S", MOST_SEND_S)


@pytest.fixture(autouse=True)
def _nothing_is_a_fault() -> Iterator[None]:
    with capture_logs() as logs:
        yield
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []


@pytest.fixture(params=["the short way", "the long way"])
def open_page(request: pytest.FixtureRequest, site: TestClient) -> Iterator[OpenPage]:
    """Opens pages of games; they have to end in the test."""
    opened: list[Page] = []

    def open_(person: Person, game_id: str) -> Page:
        opened.append(Page(site, person, game_id, request.param == "the short way"))
        return opened[-1]

    yield open_
    for page in opened:
        page.done.cancel()


class HeldStore:
    """The store of a site, which keeps nothing before it is let."""

    def __init__(self, site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
        store: Any = site.app.state.services.games.store  # type: ignore[attr-defined]
        assert site.portal is not None
        self._portal = site.portal
        self._load = store.load
        self._append = store.append
        self._goes_on = asyncio.Event()
        self.is_asked = threading.Event()
        monkeypatch.setattr(store, "append", self._wait_and_append)

    def go_on(self) -> None:
        self._portal.call(self._goes_on.set)

    def commands_of(self, game_id: str) -> list[str | None]:
        """By which command each event of a game came about."""
        stored = self._portal.call(self._load, game_id)
        return [record.command and record.command.command_id for record in stored.records]

    def _wait_and_append(self, *arguments: Any) -> None:
        self.is_asked.set()
        self._waiting = asyncio.create_task(self._append_later(arguments))

    async def _append_later(self, arguments: tuple[Any, ...]) -> None:
        await self._goes_on.wait()
        self._append(*arguments)


@pytest.mark.parametrize("way", WAYS)
def test_what_a_page_had_in_hand_when_it_was_ended_is_stored_and_told_and_no_more_than_that(
    site: TestClient,
    ana: Person,
    beto: Person,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
    open_page: OpenPage,
) -> None:
    game = begin(ana, beto)
    after = ana.sow(game, 1)["board"]["after"]
    store = HeldStore(site, monkeypatch)
    with ana.watch(game["id"]) as one:
        page = open_page(beto, game["id"])
        page.put({"type": "sow", "id": "sow-000001", "seat": 1, "after": after, "pit": 6})
        assert store.is_asked.wait(timeout=10)
        # Both wait behind the sowing, and come too late.
        page.put({"type": "say", "id": "say-00002", "seat": 1, "phrase": "thanks"})
        page.put({"type": "resign", "id": "resign-0001", "seat": 1})
        way(page, one)
        assert not page.done.done()
        assert len(ana.game(game["id"])["plies"]) == 1
        store.go_on()
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["type"] != "events":
            heard.append(one.receive_json())
        assert [event["type"] for event in heard[-1]["events"]] == ["played"]
        assert page.is_cancelled() is False
        assert "said" not in [message["type"] for message in heard]
        while receive(one, "presence")["away_ms"][1] is None:
            pass
        assert len(page.outboxes) == 1
    assert store.commands_of(game["id"])[2:] == ["sow-000001"]
    board = ana.game(game["id"])["board"]
    assert (board["seat_to_move"], board["outcome"]) == (0, None)


@pytest.mark.parametrize("way", WAYS)
def test_a_page_that_waits_for_a_message_is_ended_at_once(
    ana: Person, beto: Person, way: Way, open_page: OpenPage
) -> None:
    game = begin(ana, beto)
    with ana.watch(game["id"]) as one:
        page = open_page(beto, game["id"])
        way(page, one)
        assert page.is_cancelled() is False
        while receive(one, "presence")["away_ms"][1] is None:
            pass
        assert len(page.outboxes) == 1


def test_a_page_that_has_gone_is_ended_and_told_nothing(
    ana: Person, beto: Person, open_page: OpenPage
) -> None:
    game = begin(ana, beto)
    page = open_page(beto, game["id"])
    page.put_event({"type": "websocket.disconnect", "code": 1001})
    assert page.is_cancelled() is False
    assert page.closes == []
    assert len(page.outboxes) == 0


@pytest.mark.parametrize("is_stuck", [False, True])
def test_a_page_that_breaks_the_rules_is_closed_and_nothing_more_of_it_is_waited_for(
    ana: Person, beto: Person, is_stuck: bool, open_page: OpenPage
) -> None:
    """Not even that it takes what it is sent."""
    game = begin(ana, beto)
    with ana.watch(game["id"]) as one:
        page = open_page(beto, game["id"])
        if is_stuck:
            page.is_stuck = True
            say(one)
        page.put_event({"type": "websocket.receive", "bytes": b"binary"})
        page.put({"type": "resign", "id": "resign-0001", "seat": 1})
        assert page.is_cancelled() is False
        assert page.closes == ([] if is_stuck else [CLOSE_POLICY])
    assert ana.game(game["id"])["board"]["outcome"] is None


@pytest.mark.parametrize("is_also_ended", [False, True])
def test_whoever_cancels_a_page_from_outside_is_obeyed(
    ana: Person, beto: Person, is_also_ended: bool, open_page: OpenPage
) -> None:
    """Also if it is ended in the same turn of the loop."""
    game = begin(ana, beto)
    with ana.watch(game["id"]) as one:
        page = open_page(beto, game["id"])
        if is_also_ended:
            page.is_cancelled_when_lost = True
            is_lost(page, one)
        else:
            page.cancel()
        assert page.is_cancelled() is True
        assert len(page.outboxes) == 1
