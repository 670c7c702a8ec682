"""What leaves the browser for statistics: exactly this, to this site alone, or nothing."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.e2e.conftest import WAIT_MS, Visit
from tests.e2e.table import Table
from tests.e2e.test_access import check_fit
from tests.e2e.test_friends import axe_faults, invite
from tests.e2e.test_reading import tables_that_scroll
from tests.server import Server
from tests.site.statistics_events import BEGAN, CONNECTED, DRAWN, FAILED, WON, as_json

PATH = "/api/statistics"
GPC = "Object.defineProperty(navigator, 'globalPrivacyControl', {get: () => true})"
DNT = "Object.defineProperty(navigator, 'doNotTrack', {get: () => '1'})"
# The page as a site sends it whose operator wants none.
UNWANTED = """addEventListener("DOMContentLoaded", () => {
        document.documentElement.dataset.statistics = "off";
    })"""
DEVICE = """Object.defineProperty(navigator, 'hardwareConcurrency',
        {get: () => 4, configurable: true});
    Object.defineProperty(navigator, 'deviceMemory', {get: () => 8, configurable: true})"""
# That of a headless browser tells that it is one, and is of no family.
CHROME = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Safari/537.36"
)
USUAL = {
    "game": "kalah",
    "mode": "cpu",
    "level": "medium",
    "seeds": "4",
    "pie": False,
    "empty_capture": False,
    "by_turns": False,
    "rest": "owner",
    "clock": "none",
}
DESK = {
    "kind": "other",
    "memory": "8+",
    "cores": "3-4",
    "browser": "chrome",
    "system": "linux",
}


class Wire:
    """All requests of a profile, from its first page on."""

    def __init__(self, profile: BrowserContext) -> None:
        self.requests: list[Request] = []
        profile.on("request", lambda request: self.requests.append(request))

    @property
    def counted(self) -> list[dict[str, Any]]:
        """The events that were sent."""
        return [
            json.loads(request.post_data or "")
            for request in self.requests
            if urlsplit(request.url).path == PATH
        ]

    def wait(self, page: Page, events: int) -> list[dict[str, Any]]:
        """Waits until so many were sent."""
        for _ in range(WAIT_MS // 50):
            if len(self.counted) >= events:
                break
            page.wait_for_timeout(50)
        return self.counted


Opened = tuple[Table, Wire]


@pytest.fixture
def open_page(visit: Visit) -> Callable[..., Opened]:
    """Opens the game's page once its part for statistics is there."""

    def open_it(path: str = "/es/", script: str = "", **options: Any) -> Opened:
        table = visit("about:blank", **{"user_agent": CHROME, **options})
        profile = table.page.context
        profile.add_init_script(f"{DEVICE};{script}")
        wire = Wire(profile)
        watch(table.page, path)
        return table.wait_for_turn(), wire

    return open_it


def watch(page: Page, path: str) -> None:
    with page.expect_response(lambda response: "/assets/watch-" in response.url):
        page.goto(path)
    page.wait_for_load_state("networkidle")


def resign(table: Table) -> None:
    table.pit(3).click()
    expect(table.page.locator(".moves .ply").first).to_be_visible()
    table.page.get_by_role("button", name="Rendirse").click()
    table.page.get_by_role("dialog").locator(".button.primary").first.click()
    expect(table.page.locator(".result")).to_be_visible()


def begin_another(table: Table) -> Table:
    # Before this tab hears of the end the panel may still be open, and the button would close it.
    expect(table.page.locator(".result")).to_be_visible()
    table.page.get_by_role("button", name="Cambiar de modo").click()
    return table.start("Dos en este dispositivo")


def settle(page: Page) -> None:
    """Long enough for whatever else would be sent."""
    page.wait_for_timeout(300)


def test_a_short_game_sends_its_beginning_and_its_end_to_this_site_and_nothing_else(
    open_page: Callable[..., Opened], site: Server
) -> None:
    table, wire = open_page()
    resign(table)
    wire.wait(table.page, 2)
    settle(table.page)
    assert wire.counted == [
        {"type": "game_began", "played": USUAL, "device": DESK},
        {
            "type": "game_ended",
            "played": USUAL,
            "ending": "resigned",
            "result": "lost",
            "moves": "0-9",
            "minutes": "0",
            "device": DESK,
        },
    ]
    hosts = {urlsplit(request.url).netloc for request in wire.requests}
    assert hosts == {urlsplit(site.address).netloc}

    cookies = table.page.context.cookies()
    assert [cookie["name"] for cookie in cookies] == ["naqala"]
    for request in wire.requests:
        if urlsplit(request.url).path != PATH:
            continue
        headers = request.all_headers()
        # The session's cookie stays here, and so does the address, which names the game.
        assert "cookie" not in headers
        assert "referer" not in headers
        assert headers["origin"] == site.address
        response = request.response()
        assert response is not None
        assert (response.status, response.all_headers().get("set-cookie")) == (204, None)
        sent = json.dumps({**headers, "body": request.post_data})
        assert str(table.game_id()) not in sent


def test_what_is_switched_off_sends_nothing_in_any_tab_at_once(
    open_page: Callable[..., Opened], visit: Visit
) -> None:
    table, wire = open_page()
    page = table.page
    other = visit("about:blank", profile=page.context)
    watch(other.page, "/es/")

    page.get_by_role("button", name="Ajustes").click()
    switch = page.get_by_role("checkbox", name="Estadísticas de las partidas")
    expect(switch).to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    page.keyboard.press("Escape")

    resign(table)
    resign(begin_another(other))
    settle(page)
    assert wire.counted == []

    page.reload()
    page.get_by_role("button", name="Ajustes").click()
    expect(switch).not_to_be_checked()
    switch.check()
    page.keyboard.press("Escape")
    resign(begin_another(other))
    assert [event["type"] for event in wire.wait(page, 2)] == ["game_began", "game_ended"]


def test_a_browser_that_objects_sends_nothing_and_the_switch_says_so(
    open_page: Callable[..., Opened],
) -> None:
    table, wire = open_page(script=GPC)
    resign(table)
    table.page.get_by_role("button", name="Ajustes").click()
    switch = table.page.get_by_role("checkbox", name="Estadísticas de las partidas")
    expect(switch).to_be_disabled()
    expect(switch).not_to_be_checked()
    expect(table.page.get_by_text("Tu navegador pide que no se te cuente")).to_be_visible()
    settle(table.page)
    assert wire.counted == []


def test_where_the_operator_wants_none_nothing_is_sent(open_page: Callable[..., Opened]) -> None:
    table, wire = open_page(script=UNWANTED)
    resign(table)
    table.page.get_by_role("button", name="Ajustes").click()
    switch = table.page.get_by_role("checkbox", name="Estadísticas de las partidas")
    expect(switch).to_be_disabled()
    expect(table.page.get_by_text("Este sitio las tiene desactivadas")).to_be_visible()
    settle(table.page)
    assert wire.counted == []


def test_a_game_that_is_open_in_two_tabs_is_counted_once(
    open_page: Callable[..., Opened], visit: Visit
) -> None:
    table, wire = open_page()
    other = visit("about:blank", profile=table.page.context)
    watch(other.page, "/es/")
    assert other.game_id() == table.game_id()
    resign(table)
    expect(other.page.locator(".result")).to_be_visible()
    wire.wait(table.page, 2)
    settle(other.page)
    assert [event["type"] for event in wire.counted] == ["game_began", "game_ended"]


def connect(
    open_page: Callable[..., Opened], visit: Visit, script: str = ""
) -> tuple[Table, Wire, str]:
    """Two friends with a game; the first one's page, and the secret in its address."""
    ana, wire = open_page(script=script)
    path = invite(ana)
    beto = visit(path)
    beto.page.get_by_role("button", name="Unirse").click()
    ana.wait_for_turn()
    return ana, wire, path.rpartition("/")[2]


def test_the_connection_to_a_friend_is_told_at_the_end_and_the_rooms_secret_never(
    open_page: Callable[..., Opened], visit: Visit
) -> None:
    ana, wire, token = connect(open_page, visit)
    ana.pit(1).click()
    ana.page.get_by_role("button", name="Cancelar la partida").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Cancelar la partida").click()
    expect(ana.page.locator(".result")).to_be_visible()
    assert token in ana.page.url
    events = wire.wait(ana.page, 3)
    assert sorted(event["type"] for event in events) == ["connection", "game_began", "game_ended"]
    (connection,) = [event for event in events if event["type"] == "connection"]
    told = {"mode": "friend", "came_about": True, "reconnections": "0"}
    assert connection == {"type": "connection", **told, "device": DESK}
    for request in wire.requests:
        if urlsplit(request.url).path == PATH:
            assert token not in json.dumps({**request.all_headers(), "body": request.post_data})


def test_the_connection_to_a_friend_is_told_by_a_page_that_is_left(
    open_page: Callable[..., Opened], visit: Visit, site: Server
) -> None:
    def kept() -> int:
        with closing(sqlite3.connect(site.data / "naqala.sqlite")) as store:
            event = (
                '{"type":"connection","mode":"friend","came_about":true,"reconnections":"0",'
                '"device":{"kind":"other","memory":"0-1","cores":"9+",%'
            )
            query = "SELECT sum(times) FROM statistics_event WHERE event LIKE ?"
            return int(store.execute(query, (event,)).fetchone()[0] or 0)

    ana, wire, _ = connect(open_page, visit, script=DEVICE.replace("4", "16").replace("8", "0.5"))
    # With a move that is stored there is certainly a connection.
    ana.pit(1).click()
    expect(ana.page.locator(".moves .ply").first).to_be_visible()
    wire.wait(ana.page, 1)
    ana.page.goto("/es/ayuda")
    # The browser sends it behind the page's back; the server writes every few seconds.
    for _ in range(WAIT_MS // 50):
        if kept() > 0:
            break
        ana.page.wait_for_timeout(100)
    assert kept() == 1


def test_a_3d_board_that_cannot_be_drawn_is_told_once(open_page: Callable[..., Opened]) -> None:
    script = "HTMLCanvasElement.prototype.getContext = () => null"
    table, wire = open_page(script=script, is_flat=False)
    wire.wait(table.page, 1)
    settle(table.page)
    assert wire.counted == [{"type": "board3d_failed", "trouble": "unsupported", "device": DESK}]


def test_the_speed_of_the_3d_board_is_told_once_it_has_moved(
    open_page: Callable[..., Opened],
) -> None:
    table, wire = open_page(
        "/es/?quality=low",
        is_flat=False,
        reduced_motion="no-preference",
        viewport={"width": 640, "height": 400},
    )
    expect(table.page.locator(".canvas[data-ready]")).to_be_visible(timeout=60_000)
    for pit in (3, 6):
        table.pit(pit).click()
        table.wait_for_turn()
    # The frames of some films are measured: a busy machine draws few of them in each.
    while not (speeds := [event for event in wire.counted if event["type"] == "board3d_speed"]):
        table.playable()[-1].click()
        assert table.settle(), "a whole game was too short"
    (told,) = speeds
    assert (told["quality"], told["device"]) == ("low", DESK)
    assert told["speed"] in ("0-14", "15-24", "25-39", "40-54", "55+")


def test_the_privacy_page_has_the_switch_too_for_keyboard_and_screen_reader(
    open_page: Callable[..., Opened], visit: Visit
) -> None:
    table, wire = open_page()
    privacy = visit("/es/privacidad", profile=table.page.context).page
    switch = privacy.get_by_role("checkbox", name="Enviar estadísticas de mis partidas")
    state = privacy.get_by_role("status")
    expect(switch).to_be_checked()
    expect(state).to_have_text("Activadas en este dispositivo.")
    switch.focus()
    privacy.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(state).to_have_text("Desactivadas en este dispositivo: no se envía nada.")
    assert axe_faults(privacy) == []

    # The game that is open meanwhile obeys, and its own switch follows.
    table.page.get_by_role("button", name="Ajustes").click()
    its_own = table.page.get_by_role("checkbox", name="Estadísticas de las partidas")
    expect(its_own).not_to_be_checked()
    table.page.keyboard.press("Escape")
    resign(table)
    privacy.reload()
    expect(switch).not_to_be_checked()
    settle(table.page)
    assert wire.counted == []

    switch.check()
    table.page.get_by_role("button", name="Ajustes").click()
    expect(its_own).to_be_checked()


def test_the_privacy_page_says_that_the_browser_objects(visit: Visit) -> None:
    page = visit("about:blank").page
    page.add_init_script(DNT)
    page.goto("/en/privacy")
    switch = page.get_by_role("checkbox", name="Send statistics of my games")
    expect(switch).to_be_disabled()
    expect(page.get_by_role("status")).to_contain_text("Your browser asks us not to count you")


def test_the_operator_sees_what_was_sent_and_everybody_can_read_it(
    visit: Visit, site: Server
) -> None:
    page = visit("/es/ayuda", color_scheme="light").page
    for event in (BEGAN, WON, FAILED, DRAWN, CONNECTED):
        answer = page.request.post(PATH, data=as_json(event))
        assert answer.status == 204
    page.goto(f"{site.operator_address}/admin")
    assert page.url.endswith("/admin/es")
    expect(page.get_by_role("heading", name="Por modo y nivel")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Contra la CPU · medio")).to_be_visible()
    assert axe_faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe_faults(page) == []
    page.get_by_role("link", name="7 días").click()
    # The link to the other language stands on the page before, too, where it leads elsewhere.
    expect(page).to_have_url(re.compile(r"/admin/es\?days=7$"))
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(re.compile(r"/admin/en\?days=7$"))
    expect(page.get_by_role("heading", name="By mode and level")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename.endswith(".csv")
    page.set_viewport_size({"width": 390, "height": 844})
    check_fit(page)
    assert tables_that_scroll(page) == []
    table = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="Mode"))
    expect(table.get_by_role("cell").first).to_be_visible()


@pytest.mark.parametrize(("width_px", "height_px"), [(390, 844), (375, 553), (1280, 800)])
def test_who_chooses_a_game_finds_what_is_sent_of_it(
    visit: Visit, width_px: int, height_px: int
) -> None:
    page = visit(viewport={"width": width_px, "height": height_px}).wait_for_turn().page
    link = page.locator(".modes").get_by_role("link", name="Privacidad", exact=True)
    expect(link).to_be_visible()
    expect(page.get_by_role("heading", name="Buscar un rival")).to_be_visible()
    # Whole and under nothing, such as the bar of actions, at the page's end, which may still move.
    page.wait_for_function(
        """link => {
            scrollTo(0, document.documentElement.scrollHeight);
            const { left, right, top, bottom } = link.getBoundingClientRect();
            const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return top >= 0 && bottom <= innerHeight && link.contains(at);
        }""",
        arg=link.element_handle(),
        timeout=WAIT_MS,
    )
    link.click(timeout=WAIT_MS)
    expect(page).to_have_url(re.compile("/es/privacidad$"))


def test_help_leads_to_what_is_sent_while_a_game_goes_on(visit: Visit) -> None:
    page = visit("/en/").wait_for_turn().page
    page.locator("[data-tool=help]").click()
    link = page.get_by_role("dialog").get_by_role("link", name="Privacy")
    assert link.get_attribute("href") == "/en/privacy"
