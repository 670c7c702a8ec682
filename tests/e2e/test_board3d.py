"""The 3D board: played by mouse and touch, seen from both sides, and done without."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, ViewportSize, expect

from tests.e2e.conftest import FLAGS, Visit
from tests.e2e.table import Table
from tests.e2e.test_access import check_fit, violations
from tests.server import Server

SMALL: ViewportSize = {"width": 800, "height": 450}
LOW = "/es/?quality=low"
API = "document.querySelector('.canvas').board3d"
MOST_MOVES = 60
READY = ".canvas[data-ready]"
DRAWN_MS = 60_000
"""Longest wait for a first picture, which a processor draws beside all else that it does."""


class Solid:
    """The 3D board of a page."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.wait()

    def wait(self) -> None:
        expect(self.page.locator(READY)).to_be_visible(timeout=DRAWN_MS)
        self.table.wait_for_turn()

    def at(self, place: int) -> tuple[float, float]:
        """The middle of a place, in pixels of the window."""
        self.page.locator(".canvas").scroll_into_view_if_needed()
        point = self.page.evaluate(f"place => {API}.project(place)", place)
        return point["x"], point["y"]

    def click(self, place: int) -> None:
        self.page.mouse.click(*self.at(place))

    def frames(self) -> int:
        return int(self.page.evaluate(f"{API}.stats().frames"))

    def playable(self) -> list[int]:
        found = self.page.locator(".pit[data-playable]")
        return [int(pit.get_attribute("data-place") or -1) for pit in found.all()]


@pytest.fixture
def solid(visit: Visit) -> Any:
    """Opens a page with the 3D board; `options` go to the browser's profile."""

    def open_board(path: str = LOW, **options: Any) -> Solid:
        return Solid(visit(path, is_flat=False, **{"viewport": SMALL, **options}))

    return open_board


def test_a_whole_game_is_played_by_mouse_on_the_canvas(solid: Any, site: Server) -> None:
    board = solid()
    # A small board: three pits with two seeds each.
    wish = {"variant": "kalah(3,2)", "mode": "local"}
    response = board.page.request.post("/api/games", data=wish, headers={"origin": site.address})
    assert response.ok
    board.page.reload()
    board.wait()
    moves = 0
    while board.table.settle():
        assert moves < MOST_MOVES, "the game does not end"
        board.click(board.playable()[-1])
        moves += 1
    assert sum(board.table.places()) == 12


def test_a_tap_selects_in_both_boards_and_a_second_one_sows(solid: Any) -> None:
    board = solid(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    pit = board.table.pit(3)
    board.page.touchscreen.tap(*board.at(2))
    expect(pit).to_have_attribute("data-selected", "")
    expect(pit.locator(".gain")).to_have_count(0)
    expect(board.table.pit(4).locator(".gain")).to_have_text("+1")
    board.page.touchscreen.tap(*board.at(8))
    expect(pit).not_to_have_attribute("data-selected", "")
    board.page.touchscreen.tap(*board.at(2))
    # The browser makes a click of a tap a little later.
    expect(pit).to_have_attribute("data-selected", "")
    board.page.touchscreen.tap(*board.at(2))
    expect(board.page.locator(".moves .ply").first).to_have_text("3→, turno extra; ")


def test_a_drag_turns_the_board_and_never_sows(solid: Any) -> None:
    board = solid()
    home = board.at(2)
    board.page.mouse.move(*home)
    board.page.mouse.down()
    board.page.mouse.move(home[0] + 120, home[1] + 10, steps=4)
    board.page.mouse.up()
    turned = board.at(2)
    assert abs(turned[0] - home[0]) + abs(turned[1] - home[1]) > 5
    assert board.table.plies() == 0
    board.page.get_by_role("button", name="Restablecer la vista").click()
    assert board.at(2) == pytest.approx(home, abs=1)
    board.page.get_by_role("button", name="Cenital").click()
    top, bottom = board.at(9), board.at(3)
    assert top[0] == pytest.approx(bottom[0], abs=1), "from above, facing pits stand in a line"


def test_the_second_player_sees_his_side_in_front(solid: Any) -> None:
    board = solid()
    board.page.get_by_role("button", name="Jugar segundo").click()
    board.page.wait_for_function(f"() => {API}.project(7).y > {API}.project(0).y")
    board.table.wait_for_turn()
    assert all(place > 6 for place in board.playable())
    plies = board.table.plies()
    board.click(board.playable()[0])
    board.page.wait_for_function(
        "plies => document.querySelectorAll('.moves .ply').length > plies", arg=plies
    )


def test_the_buttons_play_beside_the_canvas_and_their_focus_shows_on_it(solid: Any) -> None:
    board = solid()
    expect(board.page.get_by_role("heading", name="Jugar con botones")).to_be_visible()
    expect(board.page.get_by_role("img", name="El tablero en 3D")).to_be_visible()
    frames = board.frames()
    board.table.pit(1).focus()
    board.page.keyboard.press("ArrowRight")
    board.page.wait_for_function(f"() => {API}.stats().frames > {frames}")
    board.page.keyboard.press("Enter")
    board.page.locator(".moves .ply").first.wait_for()


def test_the_buttons_are_large_beside_the_canvas_at_any_size(solid: Any) -> None:
    board = solid(viewport={"width": 320, "height": 640})
    for width_px, height_px in [(320, 640), (390, 844), (768, 1024), (844, 390), (1280, 720)]:
        board.page.set_viewport_size({"width": width_px, "height": height_px})
        # The page hears of its new size a little later.
        expect(board.page.locator(".solid")).to_have_attribute(
            "data-shape", "deep" if width_px < 568 else "wide"
        )
        check_fit(board.page)
    assert violations(board.page) == []


def test_an_idle_board_draws_no_frame(solid: Any) -> None:
    board = solid(reduced_motion="no-preference")
    board.click(2)
    expect(board.page.locator(".tile[data-end]")).to_be_visible()
    board.table.wait_for_turn()
    # Whatever comes late (a sentence, a picture, a slower machine's last step), it comes to rest.
    _rest(board.page, still_ms=2_000)


def test_the_canvas_shows_wood_and_seeds_and_the_mark_of_the_last_move(solid: Any) -> None:
    board = solid()
    _rest(board.page)
    colours = _colours(board)
    assert len(colours) > 100, "a blank canvas has one colour"
    orange = [c for c in colours if c[0] > 235 and 120 < c[1] < 160 and c[2] < 60]
    assert orange == []
    board.click(2)
    board.table.wait_for_turn()
    _rest(board.page)
    assert any(c[0] > 235 and 120 < c[1] < 160 and c[2] < 60 for c in _colours(board))


def test_a_lost_context_that_comes_back_is_drawn_again(solid: Any, faults: list[str]) -> None:
    board = solid()
    # At rest, so that whatever is drawn from now on is drawn because the context is back.
    _rest(board.page)
    frames = board.frames()
    _lose(board.page, restore=True)
    board.page.wait_for_function(f"() => {API}.stats().frames > {frames}")
    _rest(board.page)
    assert len(_colours(board)) > 100
    board.click(2)
    board.table.wait_for_turn()
    assert board.table.plies() == 1
    _forgive(faults)


def test_a_context_that_stays_lost_gives_way_to_the_flat_board(
    solid: Any, faults: list[str]
) -> None:
    board = solid()
    board.table.pit(2).focus()
    _lose(board.page, restore=False)
    note = board.page.locator(".flat-note")
    expect(note).to_contain_text("El tablero en 3D se ha detenido")
    expect(board.table.pit(2)).to_be_focused()
    board.table.pit(3).click()
    expect(board.page.locator(".moves .ply").first).to_be_visible()
    board.page.get_by_role("button", name="Ver en 3D").click()
    board.wait()
    _forgive(faults)


@pytest.mark.slow
def test_twenty_boards_leave_nothing_behind(solid: Any) -> None:
    board = solid(viewport={"width": 360, "height": 300})
    board.page.get_by_role("button", name="Ajustes").click()
    expect(board.page.get_by_role("radio", name="Plano")).to_be_visible()
    counts = board.page.evaluate(
        f"""async () => {{
            const pick = name => [...document.querySelectorAll('label')]
                .find(label => label.textContent === name).click();
            const until = async found => {{
                while (!found()) await new Promise(done => setTimeout(done, 10));
            }};
            const left = [];
            for (let mount = 0; mount < 20; mount++) {{
                const api = {API};
                pick('Plano');
                await until(() => document.querySelector('.canvas') === null);
                await new Promise(done => setTimeout(done, 50));
                left.push([api.stats().geometries, api.stats().textures]);
                pick('En 3D');
                await until(() => document.querySelector('{READY}') !== null);
            }}
            return left;
        }}"""
    )
    assert counts == [[0, 0]] * 20


def test_the_address_and_the_settings_choose_the_board(solid: Any) -> None:
    board = solid()
    board.page.get_by_role("button", name="Ajustes").click()
    board.page.get_by_role("radio", name="Plano").check()
    board.page.keyboard.press("Escape")
    expect(board.page.locator(".solid")).to_have_count(0)
    expect(board.page.get_by_text("Ves el tablero plano.")).to_be_visible()
    board.table.pit(3).click()
    expect(board.page.locator(".moves .ply").first).to_be_visible()
    board.page.goto("/es/?board=3d&quality=low")
    board.wait()
    board.page.goto("/es/?board=2d")
    expect(board.page.get_by_text("Ves el tablero plano.")).to_be_visible()


@pytest.fixture
def without_webgl(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: Server
) -> Iterator[BrowserContext]:
    flags = [flag for flag in FLAGS if flag != "--enable-unsafe-swiftshader"]
    flags += ["--disable-gpu", "--disable-software-rasterizer"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": flags})
    profile = browser.new_context(
        base_url=site.address, locale="es-ES", reduced_motion="reduce", viewport=SMALL
    )
    yield profile
    browser.close()


def test_without_webgl_the_flat_board_plays_and_says_why(
    visit: Visit, without_webgl: BrowserContext
) -> None:
    table = visit("/es/", profile=without_webgl)
    expect(table.page.get_by_text("no puede mostrar el tablero en 3D")).to_be_visible()
    table.wait_for_turn()
    table.pit(3).click()
    expect(table.page.locator(".moves .ply").first).to_be_visible()


def _rest(page: Page, still_ms: int = 300) -> None:
    """Waits until the board has drawn all it has to draw, and then nothing for so long."""
    page.wait_for_function(
        f"""async () => {{
            const before = {API}.stats().frames;
            await new Promise(done => setTimeout(done, {still_ms}));
            return {API}.stats().isIdle && {API}.stats().frames === before;
        }}""",
        timeout=DRAWN_MS,
    )


def _colours(board: Solid) -> list[tuple[int, int, int]]:
    """The colours of the canvas, as a screen would show them."""
    found = board.page.evaluate(
        f"""() => {{
            const canvas = document.querySelector('.canvas canvas');
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
            {API}.draw();
            copy.drawImage(canvas, 0, 0);
            const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data;
            const found = new Set();
            for (let i = 0; i < pixels.length; i += 4)
                if (pixels[i + 3] === 255)
                    found.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
            return [...found];
        }}"""
    )
    return [(colour >> 16, colour >> 8 & 255, colour & 255) for colour in found]


def _lose(page: Page, *, restore: bool) -> None:
    page.evaluate(
        """restore => {
            const gl = document.querySelector('.canvas canvas').getContext('webgl2');
            const extension = gl.getExtension('WEBGL_lose_context');
            extension.loseContext();
            if (restore) setTimeout(() => extension.restoreContext(), 100);
        }""",
        restore,
    )
    page.wait_for_timeout(400)


def _forgive(faults: list[str]) -> None:
    """three.js tells of a lost context on the console."""
    faults[:] = [fault for fault in faults if "ontext" not in fault]
