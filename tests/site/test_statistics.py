"""Statistics as they come in: what is counted, what is refused, who is never counted."""

import asyncio
import json
import string
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from naqala.site import failures
from naqala.site.app import create_app
from naqala.site.errors import ApiError
from naqala.site.operations import routes
from naqala.site.services import Services
from naqala.site.settings import Settings, read_settings
from naqala.site.statistics.api import STATISTICS_OPERATIONS
from naqala.site.statistics.collector import DAY_MS, KEPT_DAYS, MOST_WAITING, Statistics
from naqala.site.statistics.schema import EVENTS, MOST_BYTES, Event
from naqala.site.storage import StorageError, migrate
from naqala.site.storage.statistics import StoredStatistics
from tests.site.conftest import BUNDLE
from tests.site.people import HandClock
from tests.site.statistics_events import (
    BEGAN,
    EVENTS_THERE_CAN_BE,
    ONE_OF_EACH,
    WON,
    all_fields,
    as_json,
    values_of,
)

PATH = "/api/statistics"


def services(client: TestClient) -> Services:
    found: Services = client.app.state.services  # type: ignore[attr-defined]
    return found


def statistics(client: TestClient) -> Statistics:
    return services(client).statistics


def waiting(client: TestClient) -> int:
    """How many events were counted and are not stored yet."""
    return sum(statistics(client)._waiting.values())


@pytest.fixture
def counted(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What the site counts."""
    events: list[Event] = []
    monkeypatch.setattr(Statistics, "count", lambda self, event: events.append(event))
    return events


@dataclass
class Desk:
    """The endpoint alone, for very many requests, and what it has counted."""

    is_on: bool = True
    counted: list[Event] = field(default_factory=list)
    client: TestClient = field(init=False)

    def __post_init__(self) -> None:
        app = Starlette(
            routes=routes(STATISTICS_OPERATIONS),
            exception_handlers={ApiError: failures.on_api_error},
        )
        limiter = SimpleNamespace(take=lambda limit, address: None)
        app.state.services = SimpleNamespace(statistics=self, limiter=limiter)
        self.client = TestClient(app)

    def count(self, event: Event) -> None:
        self.counted.append(event)

    def send(self, document: Any) -> tuple[int, list[Event]]:
        """The status of the answer, and what was counted."""
        self.counted.clear()
        response = self.client.post(
            PATH, content=json.dumps(document), headers={"content-type": "application/json"}
        )
        return response.status_code, list(self.counted)


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    found = Desk()
    with found.client:
        yield found


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_of_the_schema_is_counted_and_gets_no_answer_to_remember(
    site: TestClient, counted: list[Event], event: Event
) -> None:
    response = site.post(PATH, json=as_json(event))
    assert (response.status_code, response.content) == (204, b"")
    assert "set-cookie" not in response.headers
    assert counted == [event]


@given(event=EVENTS_THERE_CAN_BE)
def test_every_event_that_there_can_be_is_counted(desk: Desk, event: Event) -> None:
    assert desk.send(as_json(event)) == (204, [event])


def paths_of(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The ways to all values inside an event, and to all its parts."""
    if not isinstance(value, dict):
        return [path]
    inside = [way for name, part in value.items() for way in paths_of(part, (*path, name))]
    return [path, *inside] if path else inside


def put(value: Any, path: tuple[str, ...], new: Any) -> None:
    for name in path[:-1]:
        value = value[name]
    value[path[-1]] = new


ANYTHING = st.recursive(
    st.none()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40)
    | st.sampled_from(["203.0.113.9", "room-9aF3xK", "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "Ana", ""]),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(st.text(string.ascii_lowercase, max_size=8), inside, max_size=3)
    ),
    max_leaves=5,
)


VALUES = {value for event in EVENTS for field in all_fields(event) for value in values_of(field)}


@given(event=EVENTS_THERE_CAN_BE, new=ANYTHING, data=st.data())
def test_an_event_with_any_other_value_in_it_is_refused(
    desk: Desk, event: Event, new: Any, data: st.DataObject
) -> None:
    assume(not isinstance(new, str | bool) or new not in VALUES)
    sent = as_json(event)
    put(sent, data.draw(st.sampled_from(paths_of(sent))), new)
    assert desk.send(sent) == (400, [])


@given(event=EVENTS_THERE_CAN_BE, data=st.data())
def test_a_value_of_one_list_is_refused_in_another(
    desk: Desk, event: Event, data: st.DataObject
) -> None:
    sent = as_json(event)
    where = data.draw(st.sampled_from(paths_of(sent)))
    put(sent, where, data.draw(st.sampled_from(sorted(VALUES, key=str))))
    status, counted = desk.send(sent)
    # By chance it is one of the same list; then nothing else is counted than what was sent.
    assert (status, [as_json(event) for event in counted]) in [(400, []), (204, [sent])]


@given(event=EVENTS_THERE_CAN_BE, name=st.text(max_size=12), value=ANYTHING, data=st.data())
def test_an_event_with_a_field_more_is_refused(
    desk: Desk, event: Event, name: str, value: Any, data: st.DataObject
) -> None:
    sent = as_json(event)
    parts = [sent, *(part for part in sent.values() if isinstance(part, dict))]
    part = data.draw(st.sampled_from(parts))
    part[name if name not in part else f"{name}_2"] = value
    assert desk.send(sent) == (400, [])


@given(event=EVENTS_THERE_CAN_BE, data=st.data())
def test_an_event_with_a_field_less_is_refused(
    desk: Desk, event: Event, data: st.DataObject
) -> None:
    sent = as_json(event)
    way = data.draw(st.sampled_from(paths_of(sent)))
    inside: Any = sent
    for name in way[:-1]:
        inside = inside[name]
    del inside[way[-1]]
    assert desk.send(sent) == (400, [])


@given(document=ANYTHING)
def test_any_other_document_is_refused(desk: Desk, document: Any) -> None:
    assert desk.send(document) == (400, [])


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("room", "9aF3xK"),
        ("moves_made", [3, 6, 1]),
        ("position", "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S"),
        ("ip", "203.0.113.9"),
        ("gpu", "ANGLE (NVIDIA GeForce RTX 3060)"),
        ("name", "Ana"),
        ("player", "p-1"),
        ("session", "s-1"),
        ("at_ms", 1_764_488_000_000),
        ("user_agent", "Mozilla/5.0"),
    ],
)
def test_what_is_never_sent_has_no_place_in_an_event(
    site: TestClient, counted: list[Event], where: str, value: Any
) -> None:
    for part in ("", "played", "device"):
        sent = as_json(WON)
        (sent[part] if part else sent)[where] = value
        assert site.post(PATH, json=sent).status_code == 400
    assert counted == []


@pytest.mark.parametrize(
    ("part", "changes"),
    [
        ("played", {"mode": "local"}),
        ("played", {"level": "none"}),
        ("played", {"game": "wari", "pie": True}),
        ("played", {"game": "oware", "seeds": "3"}),
        ("", {"result": "none"}),
        ("", {"ending": "aborted"}),
        ("", {"result": "first_won"}),
    ],
)
def test_games_that_there_cannot_be_are_refused(
    site: TestClient, counted: list[Event], part: str, changes: dict[str, Any]
) -> None:
    sent = as_json(WON)
    (sent[part] if part else sent).update(changes)
    assert site.post(PATH, json=sent).status_code == 400
    assert counted == []


def test_a_long_body_another_type_and_another_site_are_refused(
    site: TestClient, counted: list[Event]
) -> None:
    padded = json.dumps(as_json(BEGAN)) + " " * MOST_BYTES
    headers = {"content-type": "application/json"}
    assert site.post(PATH, content=padded, headers=headers).status_code == 413
    assert site.post(PATH, data={"type": "game_began"}).status_code == 415
    foreign = {"origin": "https://evil.example"}
    assert site.post(PATH, json=as_json(BEGAN), headers=foreign).status_code == 403
    assert site.get(PATH).status_code == 405
    assert counted == []


@pytest.mark.parametrize("headers", [{"Sec-GPC": "1"}, {"DNT": "1"}, {"DNT": "1xyz"}])
def test_who_objects_is_not_counted(
    site: TestClient, counted: list[Event], headers: dict[str, str]
) -> None:
    response = site.post(PATH, json=as_json(BEGAN), headers=headers)
    assert (response.status_code, response.content) == (204, b"")
    # Nor is what he sends looked at.
    assert site.post(PATH, content=b"\xff", headers=headers).status_code == 204
    assert counted == []
    assert site.post(PATH, json=as_json(BEGAN), headers={"DNT": "0"}).status_code == 204
    assert counted == [BEGAN]


def test_no_session_is_read_begun_or_needed(
    site: TestClient, counted: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    site.post("/api/games", json={"variant": "kalah", "mode": "local"})
    assert len(site.cookies) == 1

    async def never(*_: Any) -> None:
        raise AssertionError("somebody asked who it is")

    monkeypatch.setattr("naqala.site.guests.Guests.session_of", never)
    response = site.post(PATH, json=as_json(BEGAN))
    assert (response.status_code, "set-cookie" in response.headers) == (204, False)
    assert counted == [BEGAN]


@pytest.fixture
def quiet(settings: Settings) -> Iterator[TestClient]:
    """A site whose operator wants no statistics."""
    migrate(settings.database_url)
    with TestClient(create_app(replace(settings, statistics=False), BUNDLE)) as client:
        yield client


def test_a_site_that_wants_none_refuses_them(quiet: TestClient) -> None:
    response = quiet.post(PATH, json=as_json(BEGAN))
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "statistics_off"
    assert waiting(quiet) == 0


def test_the_operator_switches_them_off_by_a_variable() -> None:
    assert read_settings({}, {}).statistics
    assert not read_settings({}, {"NAQALA_STATISTICS": "off"}).statistics


@pytest.mark.parametrize("path", ["/es/", "/en/", "/es/ayuda", "/en/learn", "/es/cuenta"])
def test_every_page_is_told_whether_to_send_any(
    site: TestClient, quiet: TestClient, path: str
) -> None:
    assert '<html lang="' in site.get(path).text
    assert ' data-statistics="on">' in site.get(path).text
    assert ' data-statistics="off">' in quiet.get(path).text


async def stored(client: TestClient, clock: HandClock) -> list[tuple[int, int]]:
    """Days and numbers of what is kept."""
    counts = statistics(client)
    await counts.write()
    kept = await counts._stored.between(0, clock() // DAY_MS + 1_000)
    return [(count.day, count.times) for count in kept]


def test_events_are_kept_for_thirty_days_and_deleted_the_day_after(
    site: TestClient, clock: HandClock
) -> None:
    counts, portal = statistics(site), site.portal
    assert portal is not None
    first_day = clock() // DAY_MS
    site.post(PATH, json=as_json(BEGAN))
    site.post(PATH, json=as_json(BEGAN))
    assert portal.call(stored, site, clock) == [(first_day, 2)]

    clock.now_ms = (first_day + KEPT_DAYS) * DAY_MS - 1
    site.post(PATH, json=as_json(BEGAN))
    portal.call(counts.tidy)
    last_day = first_day + KEPT_DAYS - 1
    assert portal.call(stored, site, clock) == [(first_day, 2), (last_day, 1)]

    clock.now_ms += 1
    portal.call(counts.tidy)
    assert portal.call(stored, site, clock) == [(last_day, 1)]


def test_the_days_that_a_wrong_clock_made_go_when_it_is_right(
    site: TestClient, clock: HandClock
) -> None:
    counts, portal = statistics(site), site.portal
    assert portal is not None
    today = clock() // DAY_MS
    for days in (3_650, 2, 1, 0):
        clock.now_ms = (today + days) * DAY_MS
        site.post(PATH, json=as_json(BEGAN))
        portal.call(counts.write)
        portal.call(counts.tidy)
    kept = portal.call(counts._stored.between, 0, today + 4_000)
    assert [count.day for count in kept] == [today, today + 1]


@pytest.mark.parametrize(
    ("is_on", "days", "left"),
    [(True, KEPT_DAYS - 1, 1), (True, KEPT_DAYS, 0), (False, KEPT_DAYS, 0)],
)
def test_what_is_too_old_is_deleted_at_the_start_even_where_they_are_off(
    settings: Settings, clock: HandClock, is_on: bool, days: int, left: int
) -> None:
    migrate(settings.database_url)
    with TestClient(create_app(settings, BUNDLE, clock)) as client:
        client.post(PATH, json=as_json(BEGAN))
    clock.now_ms = (clock() // DAY_MS + days) * DAY_MS
    app = create_app(replace(settings, statistics=is_on), BUNDLE, clock)
    with TestClient(app) as client:
        assert client.portal is not None
        # The start does it by itself: the first turn of its task is over before this one's.
        while statistics(client)._tidied_day is None:
            client.portal.call(asyncio.sleep, 0.01)
        assert len(client.portal.call(stored, client, clock)) == left


def test_a_flood_of_different_events_fills_no_memory(site: TestClient) -> None:
    counts = statistics(site)
    for number in range(MOST_WAITING):
        counts._waiting[(1, str(number))] += 1
    counts.count(BEGAN)
    assert len(counts._waiting) == MOST_WAITING
    counts._waiting.clear()


def test_what_the_database_does_not_take_waits(
    site: TestClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise StorageError("the disk is full")

    assert site.portal is not None
    with monkeypatch.context() as broken:
        broken.setattr(StoredStatistics, "add", fail)
        broken.setattr(StoredStatistics, "forget_outside", fail)
        # Not before: the site, which has just started, might write it yet.
        site.post(PATH, json=as_json(BEGAN))
        clock.now_ms += DAY_MS
        site.portal.call(statistics(site).tidy)
        site.portal.call(statistics(site).write)
        assert waiting(site) == 1
    assert len(site.portal.call(stored, site, clock)) == 1
    assert waiting(site) == 0


def test_two_that_write_at_once_count_nothing_twice(site: TestClient, clock: HandClock) -> None:
    counts = statistics(site)

    async def write_twice() -> None:
        for _ in range(3):
            counts.count(BEGAN)
            await asyncio.gather(counts.write(), counts.write(), counts.between(0, 1))

    assert site.portal is not None
    site.portal.call(write_twice)
    assert [times for _, times in site.portal.call(stored, site, clock)] == [3]
    assert waiting(site) == 0


def test_who_is_told_to_stop_while_he_writes_has_written(
    site: TestClient, clock: HandClock
) -> None:
    counts = statistics(site)

    async def write_and_stop() -> None:
        counts.count(BEGAN)
        task = asyncio.create_task(counts.write())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # What goes through the writer afterwards comes after it.
        await counts._stored.forget_outside(0, 2**31)

    assert site.portal is not None
    site.portal.call(write_and_stop)
    assert [times for _, times in site.portal.call(stored, site, clock)] == [1]


def test_nothing_of_them_stands_in_a_log_nor_an_address_in_the_store(
    settings: Settings, clock: HandClock, capsys: pytest.CaptureFixture[str]
) -> None:
    migrate(settings.database_url)
    app = create_app(settings, BUNDLE, clock)
    with TestClient(app, client=("203.0.113.77", 50_000)) as client:
        assert client.get("/es/ayuda").status_code == 200
        for document in (as_json(BEGAN), {"type": "spy"}):
            client.post(PATH, json=document)
    lines = [
        line
        for file in (settings.data / "access").iterdir()
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    assert [line for line in lines if "/es/ayuda" in line]
    assert [line for line in lines if "statistics" in line or "203.0.113.77" in line] == []
    assert "203.0.113.77" not in str(capsys.readouterr())
    for path in settings.data.glob("naqala.sqlite*"):
        assert b"203.0.113" not in path.read_bytes()
