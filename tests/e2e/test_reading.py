"""The pages that are read, in a real browser: access, colours, narrow screens, no script."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from naqala.site.pages import the_library
from tests.e2e.conftest import Visit
from tests.server import Server

PATHS = [article.path for article in the_library()]
SAMPLE = ["/es/reglas/kalah", "/en/help/controls", "/es/ayuda", "/en/help/variants"]


def violations(page: Page) -> list[str]:
    response: dict[str, Any] = Axe().run(page).response
    return [
        f"{found['id']}: {node['html']}"
        for found in response["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("path", SAMPLE)
def test_axe_finds_nothing(visit: Visit, path: str, theme: str) -> None:
    page = visit(path, color_scheme=theme, viewport={"width": 1280, "height": 800}).page
    assert violations(page) == []


@pytest.mark.parametrize("path", ["/es/ayuda/consejos", "/en/rules/wari"])
def test_axe_finds_nothing_on_a_phone_with_the_menu_open(visit: Visit, path: str) -> None:
    page = visit(path, viewport={"width": 320, "height": 640}).page
    page.locator(".menu-button").click()
    expect(page.locator(".menu")).to_be_visible()
    assert violations(page) == []


def test_no_page_scrolls_sideways_on_the_narrowest_phone(visit: Visit) -> None:
    page = visit(PATHS[0], viewport={"width": 320, "height": 640}).page
    wide = []
    for path in PATHS:
        page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 320:
            wide.append(f"{path}: {width}")
    assert wide == []


def tables_that_scroll(page: Page) -> list[str]:
    """Tables of which a part is out of sight, by what they say first."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll(".table")]
            .filter(table => table.checkVisibility() && table.scrollWidth > table.clientWidth)
            .map(table => table.textContent.trim().slice(0, 40))"""
    )
    return found


def test_every_column_of_every_table_is_seen_on_a_phone(visit: Visit) -> None:
    page = visit(PATHS[0], viewport={"width": 390, "height": 844}).page
    cut = {}
    count = 0
    for path in PATHS:
        page.goto(path)
        count += page.locator(".table").count()
        if found := tables_that_scroll(page):
            cut[path] = found
    assert count > 10
    assert cut == {}


def test_what_can_be_tapped_in_the_bar_and_the_lists_is_large_enough(visit: Visit) -> None:
    page = visit("/es/ayuda", viewport={"width": 320, "height": 640}).page
    page.locator(".menu-button").click()
    for target in page.locator(".header :is(a, button):visible, .cards a, .onwards a").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, target.inner_text()


def test_pages_are_read_without_a_script(browser: Browser, site: Server) -> None:
    profile = browser.new_context(base_url=site.address, java_script_enabled=False)
    page = profile.new_page()
    page.goto("/es/reglas/kalah")
    expect(page.get_by_role("heading", level=1)).to_have_text("Reglas del kalah")
    board = page.get_by_role("img", name=re.compile("Tablero. Después.")).first
    expect(board).to_be_visible()
    page.locator(".nav").get_by_role("link", name="Ayuda").click()
    page.locator(".cards").get_by_role("link", name="Historia").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Historia del mancala")
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The history of mancala")
    page.goto("/es/")
    expect(page.locator("noscript").get_by_role("link", name="Reglas")).to_be_visible()
    profile.close()


def test_chosen_colours_hold_for_the_pages_and_for_the_game(visit: Visit) -> None:
    page = visit("/es/reglas", color_scheme="light").page
    root = page.locator("html")
    expect(root).not_to_have_attribute("data-theme", re.compile("."))
    page.get_by_role("button", name="Colores oscuros").click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Colores claros")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(244, 239, 230)"
    page.goto("/es/")
    expect(root).to_have_attribute("data-theme", "dark")


def test_the_chosen_colours_are_there_before_the_first_line(visit: Visit) -> None:
    table = visit("/es/reglas", color_scheme="light")
    table.page.evaluate("""localStorage.setItem("naqala.settings", '{"theme": "dark"}')""")
    seen = visit("/es/ayuda", profile=table.page.context)
    early = seen.page.evaluate(
        "performance.getEntriesByType('resource')"
        ".find((entry) => entry.initiatorType === 'script').renderBlockingStatus"
    )
    assert early == "blocking"
    expect(seen.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_browser_that_keeps_nothing_can_still_read(visit: Visit) -> None:
    table = visit("/es/reglas")
    table.page.evaluate("""localStorage.setItem("naqala.settings", "not json")""")
    table.page.reload()
    expect(table.page.get_by_role("button", name=re.compile("Colores"))).to_be_visible()


def test_a_link_within_a_page_leads_to_its_heading(visit: Visit) -> None:
    page = visit("/es/ayuda/consejos", viewport={"width": 1280, "height": 800}).page
    page.get_by_role("link", name="regla de la tarta").click()
    expect(page).to_have_url(re.compile("/es/reglas/kalah#la-regla-de-la-tarta$"))
    expect(page.get_by_role("heading", name="La regla de la tarta")).to_be_in_viewport()


def test_the_skip_link_leads_past_the_bar(visit: Visit) -> None:
    page = visit("/es/reglas").page
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Ir al contenido")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
