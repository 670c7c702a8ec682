"""The operator's page about statistics: what it adds up, shows, hands out, and to whom."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.languages import LANGUAGES
from naqala.site.operator import operator_app
from naqala.site.services import Services
from naqala.site.settings import Settings
from naqala.site.statistics.admin_view import AdminView, tell_number
from naqala.site.statistics.choices import Band, Choice
from naqala.site.statistics.collector import DAY_MS, KEPT_DAYS
from naqala.site.statistics.figures import Counted, Figures, read_counts
from naqala.site.statistics.plot import HEIGHT, WIDTH, Plot, nice_top
from naqala.site.statistics.schema import (
    EVENTS,
    Ending,
    Event,
    Level,
    Mode,
    People,
    Reconnections,
    Result,
)
from naqala.site.statistics.sheet import columns, sheet
from naqala.site.storage import migrate
from naqala.site.storage.statistics import Count
from tests.site.conftest import BUNDLE
from tests.site.people import HandClock
from tests.site.statistics_events import (
    BEGAN,
    CONNECTED,
    DRAWN,
    EVENTS_THERE_CAN_BE,
    FAILED,
    ONE_OF_EACH,
    PHONE,
    USUAL,
    WON,
    all_fields,
    as_json,
    values_of,
)
from tests.site.test_articles import Document

LEFT = msgspec.structs.replace(WON, ending=Ending.ABORTED, result=Result.NONE)
LOCAL = msgspec.structs.replace(USUAL, mode=Mode.LOCAL, level=Level.NONE)
NOT_CONNECTED = msgspec.structs.replace(
    CONNECTED, came_about=False, reconnections=Reconnections.NONE
)


def test_games_are_added_up_by_day_opponent_and_variant() -> None:
    local = msgspec.structs.replace(BEGAN, played=LOCAL)
    counts = [
        Counted(5, BEGAN, 3),
        Counted(5, WON, 1),
        Counted(6, LEFT, 1),
        Counted(6, local, 2),
    ]
    figures = Figures.of(counts, range(4, 7))
    assert (figures.games.begun, figures.games.ended, figures.games.played_out) == (5, 2, 1)
    assert figures.games.share == 1 / 5
    assert [figures.games_by_day[day].begun for day in (4, 5, 6)] == [0, 3, 2]
    assert figures.games_by_opponent[Mode.CPU, Level.MEDIUM].begun == 3
    assert figures.games_by_opponent[Mode.LOCAL, Level.NONE].begun == 2
    # Whoever plays it, it is the same variant.
    (variant,) = figures.games_by_variant.values()
    assert (variant.begun, variant.played_out) == (5, 1)
    assert figures.sums["result"] == {Result.WON: 1, Result.NONE: 1}


def test_more_ends_than_beginnings_are_no_share_above_all() -> None:
    figures = Figures.of([Counted(5, BEGAN, 1), Counted(5, WON, 3)], range(5, 6))
    assert figures.games.share == 1.0
    assert Figures.of([], range(5, 6)).games.share is None


def test_connections_and_boards_are_added_up_by_day_and_device() -> None:
    counts = [
        Counted(5, CONNECTED, 4),
        Counted(5, NOT_CONNECTED, 1),
        Counted(5, msgspec.structs.replace(CONNECTED, mode=People.RATED), 1),
        Counted(5, FAILED, 2),
        Counted(5, DRAWN, 7),
        Counted(5, BEGAN, 9),
    ]
    figures = Figures.of(counts, range(5, 6))
    phone = figures.reach_by_device[PHONE.kind, PHONE.system, PHONE.browser]
    assert (phone.connections, phone.failed, phone.reconnected) == (6, 1, 5)
    assert (phone.drawn, phone.not_drawn, phone.begun) == (7, 2, 0)
    assert figures.reach_by_day[5].begun == 9
    # A connection that never came about has no number of reconnections.
    assert sum(figures.sums["reconnections"].values()) == 5


def test_what_is_measured_of_the_3d_board_is_not_told_as_visits() -> None:
    figures = Figures.of([Counted(5, FAILED, 2), Counted(5, DRAWN, 1200)], range(5, 6))
    told = {language: AdminView(figures, language).reach[1] for language in LANGUAGES}
    assert told["en"].told == "Measurements of the 3D board: 1,200. Failures: 2."
    assert told["es"].told == "Mediciones del tablero 3D: 1200. Fallos: 2."
    assert told["en"].legend == ("Measurements and failures", "Failures")
    assert told["es"].table.rows[0].cells == ("1202", "2")


@pytest.mark.parametrize(
    ("number", "spanish", "english"),
    [
        (0, "0", "0"),
        (999, "999", "999"),
        (3062, "3062", "3,062"),
        (9999, "9999", "9,999"),
        (12345, "12\u202f345", "12,345"),
        (1234567, "1\u202f234\u202f567", "1,234,567"),
    ],
)
def test_numbers_are_written_as_each_language_does(number: int, spanish: str, english: str) -> None:
    assert (tell_number(number, "es"), tell_number(number, "en")) == (spanish, english)


@given(
    events=st.lists(
        st.tuples(st.integers(10, 16), EVENTS_THERE_CAN_BE, st.integers(1, 9)), max_size=8
    )
)
def test_sums_by_anything_are_the_sums_of_all(events: list[tuple[int, Event, int]]) -> None:
    figures = Figures.of([Counted(*event) for event in events], range(10, 17))
    for split in (figures.games_by_day, figures.games_by_opponent, figures.games_by_variant):
        parts: list[Any] = list(split.values())
        assert sum(games.begun for games in parts) == figures.games.begun
        assert sum(games.played_out for games in parts) == figures.games.played_out
    for reach in (figures.reach_by_day, figures.reach_by_device):
        ways: list[Any] = list(reach.values())
        assert sum(one.connections for one in ways) == figures.reach.connections
        assert sum(one.not_drawn for one in ways) == figures.reach.not_drawn
    for part in ("kind", "memory", "cores", "browser", "system"):
        assert sum(figures.sums[part].values()) == figures.games.begun
    assert sum(figures.sums["ending"].values()) == figures.games.ended


def test_what_another_version_has_written_is_counted_and_left_out() -> None:
    known = Count(5, msgspec.json.encode(BEGAN).decode(), 2)
    counts, unread = read_counts([known, Count(5, '{"type":"game_paused"}', 1)])
    assert (counts, unread) == ([Counted(5, BEGAN, 2)], 1)


@pytest.mark.parametrize(
    ("most", "top"),
    [(0, 4), (4, 4), (5, 6), (9, 10), (10, 10), (11, 12), (101, 120), (219, 300), (9_999, 10_000)],
)
def test_a_plot_ends_at_the_next_easy_number(most: int, top: int) -> None:
    assert nice_top(most) == top


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=30))
def test_bars_stay_in_their_box_and_side_by_side(numbers: list[int]) -> None:
    plot = Plot.of(numbers, [number // 2 for number in numbers])
    for bars in (plot.whole, plot.part):
        assert all(bar.x >= 0 and bar.x + bar.width <= WIDTH + 0.01 for bar in bars)
        assert all(abs(bar.y + bar.height - HEIGHT) < 0.02 for bar in bars)
        assert all(one.x + one.width <= two.x for one, two in zip(bars, bars[1:], strict=False))


@given(events=st.lists(EVENTS_THERE_CAN_BE, max_size=5))
def test_the_sheet_has_a_row_for_each_event_with_all_its_values(events: list[Event]) -> None:
    text = sheet([Counted(20_000, event, 3) for event in events])
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(events)
    for row, event in zip(rows, events, strict=True):
        assert (row["day"], row["times"]) == ("2024-10-04", "3")
        assert row["event"] == as_json(event)["type"]
        filled = {name for name, cell in row.items() if cell} - {"day", "event", "times"}
        assert filled == {field.name for field in all_fields(type(event))}


def test_no_cell_of_a_sheet_can_be_a_formula_or_be_taken_for_a_date() -> None:
    values = {
        value
        for event in EVENTS
        for field in all_fields(event)
        for value in values_of(field)
        if isinstance(value, str)
    }
    assert len(values) > 60
    assert [value for value in values if not value[0].isalnum()] == []
    text = sheet([Counted(20_000, event, 1) for event in ONE_OF_EACH])
    cells = {cell for row in csv.reader(io.StringIO(text)) for cell in row}
    assert "5 to 8" in cells
    assert not any(set("=+@-\t\r") & set(cell[:1]) for cell in cells)


def test_a_cell_that_could_be_a_formula_would_be_refused() -> None:
    class Risky(Choice):
        SUM = "=1+1", "suma", "sum"

    risky = msgspec.structs.replace(FAILED, trouble=Risky.SUM)
    with pytest.raises(ValueError, match="begins like a formula"):
        sheet([Counted(20_000, risky, 1)])


def test_columns_are_named_once() -> None:
    assert len(columns()) == len(set(columns()))


@pytest.fixture
def operator(site: TestClient) -> TestClient:
    return TestClient(operator_app(site.app, None), "http://localhost")  # type: ignore[arg-type]


def services(client: TestClient) -> Services:
    found: Services = client.app.state.services  # type: ignore[attr-defined]
    return found


@pytest.fixture
def used(site: TestClient) -> TestClient:
    """A site on which something of each kind has happened."""
    for event in (*ONE_OF_EACH, BEGAN, LEFT, NOT_CONNECTED):
        assert site.post("/api/statistics", json=as_json(event)).status_code == 204
    return site


def call(site: TestClient, operator: TestClient, path: str) -> Any:
    """Asks the operator's address in the site's own loop."""
    assert site.portal is not None
    operator.portal = site.portal
    return operator.get(path)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_shows_what_was_counted_and_its_html_is_sound(
    used: TestClient, operator: TestClient, language: str
) -> None:
    answer = call(used, operator, f"/admin/{language}")
    assert (answer.status_code, answer.headers["content-language"]) == (200, language)
    page = Document(answer.text)
    assert page.faults == []
    assert page.one("html")["lang"] == language
    assert page.one("meta", name="robots")["content"] == "noindex"
    told = [svg["aria-label"] for svg in page.all("svg", role="img")]
    assert len(told) == 4
    assert all(any(letter.isdigit() for letter in text) for text in told)
    for text in {"es": ("contra la CPU · medio", "Kalah, 4 semillas", "50\u202f%")}.get(
        language, ("gainst the CPU · medium", "Kalah, 4 seeds", "50%")
    ):
        assert text[1:] in answer.text
    # No script but that of the colours, no style of its own, nothing from elsewhere.
    assert [script["src"] for script in page.all("script")] == [BUNDLE.reading_script]
    assert "style=" not in answer.text
    assert "//" not in answer.text.replace("<!doctype", "").split("<body>")[1]


def test_without_games_the_page_says_what_will_be_there(
    site: TestClient, operator: TestClient
) -> None:
    text = call(site, operator, "/admin/es").text
    assert "Aún no hay nada que contar" in text
    assert "statistics.csv" not in text
    assert "Nothing to count yet" in call(site, operator, "/admin/en").text


def test_the_address_alone_leads_to_the_browsers_language(operator: TestClient) -> None:
    for wish, path in (("en-GB", "/admin/en?days=7"), ("fr", "/admin/es?days=7")):
        answer = operator.get(
            "/admin?days=7", headers={"accept-language": wish}, follow_redirects=False
        )
        assert (answer.status_code, answer.headers["location"]) == (307, path)


def test_seven_days_leave_out_what_is_older(
    used: TestClient, operator: TestClient, clock: HandClock
) -> None:
    assert used.portal is not None
    used.portal.call(services(used).statistics.write)
    clock.now_ms += 7 * DAY_MS
    assert "Aún no hay nada" in call(used, operator, "/admin/es?days=7").text
    assert "Aún no hay nada" not in call(used, operator, "/admin/es?days=30").text
    assert len(call(used, operator, "/admin/statistics.csv?days=7").text.splitlines()) == 1
    rows = call(used, operator, f"/admin/statistics.csv?days={KEPT_DAYS}").text.splitlines()
    assert len(rows) == 1 + len({*ONE_OF_EACH, LEFT, NOT_CONNECTED})


def test_the_sheet_is_a_file_to_keep(used: TestClient, operator: TestClient) -> None:
    answer = call(used, operator, "/admin/statistics.csv?days=7")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == (
        'attachment; filename="naqala-2023-11-08-2023-11-14.csv"'
    )


@pytest.mark.parametrize("days", ["8", "0", "-7", "seven", ""])
def test_another_period_is_refused(site: TestClient, operator: TestClient, days: str) -> None:
    for path in ("/admin/es", "/admin/statistics.csv"):
        answer = call(site, operator, f"{path}?days={days}")
        assert answer.status_code == 400
        assert answer.json()["error"]["message"] == "days is one of 7, 30"


def test_the_page_says_when_statistics_are_off(settings: Settings, clock: HandClock) -> None:
    migrate(settings.database_url)
    app = create_app(replace(settings, statistics=False), BUNDLE, clock)
    with TestClient(app) as client:
        operator = TestClient(operator_app(app, None), "http://localhost")
        assert "NAQALA_STATISTICS=off" in call(client, operator, "/admin/es").text


def test_nobody_sees_the_page_without_the_token_or_at_the_sites_address(used: TestClient) -> None:
    for path in ("/admin", "/admin/es", "/admin/statistics.csv"):
        assert used.get(path).status_code == 404
        closed = TestClient(operator_app(used.app, "secret"), "http://localhost")  # type: ignore[arg-type]
        assert closed.get(path, follow_redirects=False).status_code == 401


def test_every_value_of_the_schema_can_be_shown() -> None:
    lists: Iterator[Any] = (
        field.values for event in EVENTS for field in all_fields(event) if field.values is not bool
    )
    assert all(issubclass(one, Choice | Band) for one in lists)
