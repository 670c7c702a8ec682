"""What WCAG 2.2 AA asks of the page, as far as a program can see it."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table

RESIGN = re.compile("^(Rendirse|Resign)$")
SMALLEST_PX = 44
WIDTHS_PX = (320, 390, 640, 820, 1024, 1280)


def violations(page: Page) -> list[str]:
    response: dict[str, Any] = Axe().run(page).response
    return [
        f"{found['id']}: {node['html']}"
        for found in response["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("path", ["/es/", "/en/"])
def test_axe_finds_nothing_at_the_start(visit: Visit, path: str, theme: str) -> None:
    table = visit(path, color_scheme=theme, viewport={"width": 1280, "height": 800})
    assert violations(table.wait_for_turn().page) == []


@pytest.mark.parametrize(("path", "theme"), [("/es/", "dark"), ("/en/", "light")])
def test_axe_finds_nothing(visit: Visit, path: str, theme: str) -> None:
    table = visit(path, color_scheme=theme, viewport={"width": 1280, "height": 800}).wait_for_turn()
    page = table.page
    page.locator(".options summary").first.click()
    assert violations(page) == []
    for tool in ("help", "settings"):
        page.locator(f"[data-tool={tool}]").click()
        # Its code comes from the server: before it is there, Esc closes nothing.
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    table.pit(3).click()
    table.wait_for_turn()
    assert violations(page) == []
    page.locator(".actions").get_by_role("button", name=RESIGN).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("dialog").locator(".primary").click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".review")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(("path", "theme"), [("/es/", "light"), ("/en/", "dark")])
def test_axe_finds_nothing_on_a_phone(visit: Visit, path: str, theme: str) -> None:
    phone = {"width": 320, "height": 640}
    table = visit(path, color_scheme=theme, viewport=phone, has_touch=True, is_mobile=True)
    table.wait_for_turn()
    table.pit(2).tap()
    expect(table.page.locator(".sow")).to_be_visible()
    assert violations(table.page) == []


def test_targets_are_large_and_nothing_overflows_at_any_width(visit: Visit) -> None:
    page = visit().wait_for_turn().page
    page.locator(".options summary").first.click()
    for width_px in WIDTHS_PX:
        page.set_viewport_size({"width": width_px, "height": 800})
        # The page hears of its new size a little later.
        expect(page.locator(".board")).to_have_attribute(
            "data-shape", "tall" if width_px < 640 else "wide"
        )
        check_fit(page)


def check_fit(page: Page) -> None:
    overflow_px = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow_px == 0
    small = page.evaluate(
        """smallest => [...document.querySelectorAll("button, .chip, summary, .header a")]
            .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < smallest)
            .map(([html, box]) => `${html} ${box.width}x${box.height}`)""",
        SMALLEST_PX,
    )
    assert small == []


def test_twice_the_text_size_does_not_overflow(visit: Visit) -> None:
    table = visit(viewport={"width": 640, "height": 800}).wait_for_turn()
    # Zooming to 200 % halves the layout's width: a 640 pixel window becomes 320 wide.
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    overflow_px = table.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow_px == 0


@pytest.mark.parametrize("width_px", [320, 390, 820, 1280])
def test_twice_the_text_size_stays_in_its_buttons(visit: Visit, width_px: int) -> None:
    page = visit(viewport={"width": width_px, "height": 800}).wait_for_turn().page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    check_fit(page)
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".button, .chip span")]
            .filter(button => button.scrollWidth > button.clientWidth + 1)
            .map(button => button.textContent)"""
    )
    assert outside == []
    expect(page.locator(".skip")).not_to_be_in_viewport()


def test_one_tab_stop_a_row_and_the_order_of_the_page(visit: Visit) -> None:
    page = visit().wait_for_turn().page
    stops = []
    for _ in range(24):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate(
                """() => {
                    const e = document.activeElement;
                    return e.className + " " + (e.parentElement.className ?? "");
                }"""
            )
        )
    assert "skip" in stops[0]
    front = next(index for index, stop in enumerate(stops) if "row-front" in stop)
    assert "row-back" in stops[front + 1]
    assert "flat-note" in stops[front + 2]
    assert "actions" in stops[front + 3]
    page.locator(".row-front .pit").nth(0).focus()
    page.keyboard.press("ArrowRight")
    stops_of_row = page.locator(".row-front .pit[tabindex='0']")
    expect(stops_of_row).to_have_count(1)
    expect(stops_of_row).to_be_focused()


def test_the_keys_of_the_board_are_heard_only_inside_it(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Dos en este dispositivo")
    page = table.page
    # What is said at the same moment is read out as one.
    expect(page.get_by_role("status")).to_contain_text("Partida nueva: Kalah, 4 semillas.")
    page.keyboard.press("3")
    page.keyboard.press("?")
    assert table.plies() == 0
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.pit(1).focus()
    page.keyboard.press("m")
    expect(page.get_by_role("status")).to_have_text("Puedes sembrar: 1, 2, 3, 4, 5, 6.")
    page.keyboard.press("s")
    expect(page.get_by_role("status")).to_have_text("Sur: 0. Norte: 0.")
    page.keyboard.press("3")
    expect(page.get_by_role("status")).to_have_text(
        "Sur siembra el hoyo 3: 4 semillas, turno extra. Le toca a Sur."
    )
    expect(page.locator(".moves .ply")).to_have_count(1)
    page.keyboard.press("l")
    expect(page.get_by_role("status")).to_have_text(
        "Sur siembra el hoyo 3: 4 semillas, turno extra."
    )
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Cómo se maneja")).to_be_visible()


def test_the_board_has_the_names_that_the_words_promise(visit: Visit) -> None:
    table = visit("/en/").wait_for_turn()
    table.pit(3).click()
    table.wait_for_turn()
    own = table.page.get_by_role("group", name="Your pits")
    assert own.get_by_role("button").evaluate_all("all => all.map(e => e.ariaLabel)") == [
        "Pit 1, 4 seeds",
        "Pit 2, 4 seeds",
        "Pit 3, 0 seeds, last move",
        "Pit 4, 5 seeds",
        "Pit 5, 5 seeds",
        "Pit 6, 5 seeds",
    ]
    rival = table.page.get_by_role("group", name="The CPU's pits")
    names = rival.get_by_role("button").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert names[0] == "Pit 6, 4 seeds"
    expect(table.page.get_by_text("Your store: 1 seed")).to_have_count(1)


def give_up(table: Table) -> None:
    """Ends a game after a move."""
    table.pit(3).click()
    table.wait_for_turn()
    table.page.locator(".actions").get_by_role("button", name=RESIGN).click()
    table.page.get_by_role("dialog").locator(".primary").click()
    expect(table.page.locator(".review")).to_be_visible()


@pytest.mark.parametrize(("path", "theme"), [("/es/", "light"), ("/en/", "dark")])
def test_axe_finds_nothing_after_the_end(visit: Visit, path: str, theme: str) -> None:
    table = visit(path, color_scheme=theme, viewport={"width": 1280, "height": 900})
    give_up(table.wait_for_turn())
    assert violations(table.page) == []
    table.page.locator(".replay button").first.click()
    expect(table.page.locator(".caption")).to_contain_text(re.compile("principio|start"))
    assert violations(table.page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_in_the_menu_of_a_phone(visit: Visit, theme: str) -> None:
    page = visit(color_scheme=theme, viewport={"width": 390, "height": 664}).wait_for_turn().page
    page.get_by_role("button", name="Menú").click()
    expect(page.get_by_role("link", name="Reglas")).to_be_visible()
    assert violations(page) == []
    check_fit(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Reglas")).to_be_hidden()


@pytest.mark.parametrize("address", ["/g/AAAAAAAAAAAA", "/es/"])
def test_axe_finds_nothing_on_a_page_without_a_game(
    visit: Visit, faults: list[str], address: str
) -> None:
    page = visit("about:blank").page
    if address == "/es/":
        page.route("**/api/**", lambda route: route.abort())
    page.goto(address)
    expect(page.locator(".failure h2")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 568})
    check_fit(page)
    # It asks the server again and again, and would complain of that after this.
    page.close()
    faults.clear()


def test_result_and_settings_fit_at_320_pixels_and_with_letters_twice_the_size(
    visit: Visit,
) -> None:
    table = visit(viewport={"width": 320, "height": 640}).wait_for_turn()
    page = table.page
    give_up(table)
    check_fit(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    check_fit(page)
    page.locator("[data-tool=settings]").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_fit(page)
    dialog_overflow_px = page.evaluate(
        """() => {
            const dialog = document.querySelector("dialog");
            return dialog.scrollWidth - dialog.clientWidth;
        }"""
    )
    assert dialog_overflow_px == 0


def test_the_focus_is_never_hidden_under_the_bar(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 600}).wait_for_turn().page
    # What comes later would push away what has the focus.
    expect(page.locator(".lobby-counts")).to_contain_text("conectada")
    seen = set()
    for key in ["Tab"] * 40 + ["Shift+Tab"] * 40:
        page.keyboard.press(key)
        hidden = page.evaluate(
            """() => {
                const focused = document.activeElement;
                if (focused === document.body) return null;
                const box = focused.getBoundingClientRect();
                const bar = document.querySelector(".actions");
                const edge = bar.contains(focused) ? innerHeight : bar.getBoundingClientRect().top;
                const isSeen = box.top < edge && box.bottom > 0;
                return isSeen ? focused.className : "hidden: " + focused.outerHTML.slice(0, 90);
            }"""
        )
        assert not (hidden or "").startswith("hidden"), hidden
        seen.add(hidden)
    assert len(seen) > 5, "the keys lead through the page"


@pytest.mark.parametrize("viewport", [(1280, 800), (768, 1024), (390, 844)])
def test_nothing_shifts_while_the_page_loads_and_a_game_is_played(
    visit: Visit, viewport: tuple[int, int]
) -> None:
    width_px, height_px = viewport
    table = visit("about:blank", viewport={"width": width_px, "height": height_px})
    page = table.page
    page.add_init_script(
        """window.shifts = [];
        new PerformanceObserver(list => {
            for (const entry of list.getEntries()) {
                if (!entry.hadRecentInput) window.shifts.push(entry.value);
            }
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    page.goto("/es/")
    table.wait_for_turn()
    for number in (3, 6, 1):
        table.pit(number).click()
        table.settle()
        # Beyond the half second for which a browser blames the click.
        page.wait_for_timeout(600)
    shifts = page.evaluate("() => window.shifts")
    assert sum(shifts) < 0.02, shifts


@pytest.mark.parametrize("width_px", [1024, 1280, 1600])
def test_the_longest_headline_and_story_move_no_button(visit: Visit, width_px: int) -> None:
    """The CPU goes on with an extra turn, in the language whose words are longer."""
    page = visit("/en/", viewport={"width": width_px, "height": 800}).wait_for_turn().page
    below = page.locator(".actions")
    before = below.bounding_box()
    page.evaluate(
        """() => {
            const turn = document.querySelector(".turn");
            turn.querySelector("span:not(.turn-light)").textContent = "The CPU is thinking…";
            const badge = Object.assign(document.createElement("strong"), { className: "badge" });
            badge.textContent = "extra turn";
            turn.append(badge);
            document.querySelector(".story").textContent =
                "The CPU sows pit 6: 14 seeds, captures 12, extra turn.";
        }"""
    )
    assert below.bounding_box() == before


def test_with_the_systems_own_colours_the_board_is_there(visit: Visit) -> None:
    table = visit(forced_colors="active").wait_for_turn()
    page = table.page
    table.pit(3).focus()
    borders = page.locator(".row-front .pit").evaluate_all(
        """pits => pits.map(pit => {
            const { borderTopWidth, borderTopStyle } = getComputedStyle(pit.firstElementChild);
            return `${borderTopStyle} ${borderTopWidth}`;
        })"""
    )
    assert all(border.startswith("solid") for border in borders), borders
    assert violations(page) == []
