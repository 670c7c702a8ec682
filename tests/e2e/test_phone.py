"""On a phone the board, its words and its buttons share one screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table

PHONES = [(390, 844), (390, 664), (375, 553), (360, 640), (320, 568)]


def phone(visit: Visit, width_px: int, height_px: int) -> Table:
    viewport = {"width": width_px, "height": height_px}
    return visit(viewport=viewport, has_touch=True, is_mobile=True).wait_for_turn()


def box(page: Page, selector: str) -> dict[str, float]:
    """Where an element lies on the screen, with its lower edge."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    y, height = found["y"], found["height"]
    return {
        "x": found["x"],
        "y": y,
        "width": found["width"],
        "height": height,
        "bottom": y + height,
    }


def check_words(page: Page) -> None:
    """What the caption says is on the screen, above the bar at the lower edge."""
    caption = box(page, ".caption")
    assert caption["y"] >= 0
    assert caption["bottom"] <= box(page, ".actions")["y"]
    assert box(page, ".caption p")["height"] <= caption["height"]


@pytest.mark.parametrize(("width_px", "height_px"), PHONES)
def test_words_are_on_the_screen_and_move_nothing(
    visit: Visit, width_px: int, height_px: int
) -> None:
    table = phone(visit, width_px, height_px)
    page = table.page
    board = box(page, ".face")
    assert board["bottom"] < box(page, ".actions")["y"]
    own_name = box(page, ".player[data-front=true]")
    assert own_name["bottom"] <= box(page, ".actions")["y"]
    check_words(page)
    table.pit(3).tap()
    expect(page.locator(".preview")).to_contain_text("Toca otra vez para sembrar")
    check_words(page)
    sow = box(page, ".sow")
    assert sow["y"] >= 0
    assert sow["bottom"] <= box(page, ".actions")["y"]
    assert box(page, ".face") == board
    page.locator(".sow").tap()
    # The browser makes a click of a tap a little later.
    expect(page.locator(".moves .ply")).to_have_count(1)
    table.wait_for_turn()
    expect(page.locator(".caption")).to_contain_text("Siembras el hoyo 3")
    check_words(page)
    page.locator(".row-back .pit").first.tap(force=True)
    expect(page.locator(".notice")).to_be_visible()
    check_words(page)
    assert box(page, ".face") == board


@pytest.mark.parametrize(("width_px", "height_px"), [(390, 664), (320, 568)])
def test_the_offer_to_change_sides_moves_nothing(
    visit: Visit, width_px: int, height_px: int
) -> None:
    table = phone(visit, width_px, height_px)
    page = table.page
    board = box(page, ".face")
    page.get_by_text("Variantes del kalah").tap()
    page.get_by_role("checkbox", name="Regla de la tarta").check()
    table.start("Jugar segundo (medio)")
    swap = page.get_by_role("button", name="Cambiar de lado")
    expect(swap).to_be_in_viewport(ratio=1)
    check_words(page)
    assert box(page, ".face") == board
    table.pit(1).tap()
    expect(swap).to_be_hidden()
    expect(page.locator(".sow")).to_be_visible()
    assert box(page, ".face") == board


def test_a_game_begun_in_the_panel_brings_the_board_back(visit: Visit) -> None:
    table = phone(visit, 390, 664)
    page = table.page
    table.start("Dos en este dispositivo")
    expect(page.locator(".turn")).to_be_in_viewport(ratio=1)
    expect(page.locator(".face")).to_be_in_viewport(ratio=1)
    expect(page.locator(".modes")).to_have_count(0)
    expect(page.locator("#board-title")).to_be_focused()


def test_the_offer_to_change_sides_stays_on_a_low_screen(visit: Visit) -> None:
    table = phone(visit, 568, 320)
    page = table.page
    page.get_by_text("Variantes del kalah").tap()
    page.get_by_role("checkbox", name="Regla de la tarta").check()
    table.start("Jugar segundo (medio)")
    expect(page.get_by_role("button", name="Cambiar de lado")).to_be_in_viewport(ratio=1)
    words = box(page, ".caption p")
    assert words["bottom"] <= 320


def test_a_phone_on_its_side_has_the_wide_board(visit: Visit) -> None:
    table = phone(visit, 568, 320)
    expect(table.page.locator(".board")).to_have_attribute("data-shape", "wide")
    pit = table.pit(1).bounding_box()
    assert pit is not None
    assert min(pit["width"], pit["height"]) >= 44
