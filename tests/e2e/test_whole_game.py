"""A game from its first move to its last, by every means of input."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table

MOST_MOVES = 150
RESULT = re.compile(r"^(Ganas|Pierdes) \d+ a \d+$|^Empate a 24$")


def play_to_the_end(table: Table, play: Callable[[Locator], None]) -> None:
    moves = 0
    while table.settle():
        assert moves < MOST_MOVES, "the game does not end"
        play(table.playable()[-1])
        moves += 1


def check_result(table: Table) -> None:
    heading = table.page.locator(".result")
    expect(heading).to_have_text(RESULT)
    expect(heading).to_be_focused()
    places = table.places()
    assert sum(places) == 48
    assert sum(places[:6]) == sum(places[7:13]) == 0
    assert heading.inner_text() in table.warned()
    assert table.own_pits().first.get_attribute("aria-disabled") == "true"


def test_a_whole_game_with_the_mouse(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Fácil")
    play_to_the_end(table, lambda pit: pit.click())
    check_result(table)


def test_a_whole_game_by_touch(visit: Visit) -> None:
    phone = {"width": 390, "height": 844}
    table = visit(viewport=phone, has_touch=True, is_mobile=True).wait_for_turn().start("Fácil")

    def select_then_play(pit: Locator) -> None:
        before = table.places()
        pit.tap()
        expect(table.page.locator("[data-selected]")).to_have_count(1)
        assert table.places() == before
        pit.tap()
        expect(table.page.locator("[data-selected]")).to_have_count(0)

    play_to_the_end(table, select_then_play)
    check_result(table)


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    table = visit().wait_for_turn()
    keyboard = table.page.keyboard
    focused = table.page.locator(":focus")

    def press_until(key: str, selector: str) -> None:
        for _ in range(60):
            keyboard.press(key)
            if focused.and_(table.page.locator(selector)).count() == 1:
                return
        raise AssertionError(f"{key} does not lead to {selector}")

    before = table.game_id()
    # The panel's code comes from the server: before it is there, the keys lead past its place.
    expect(table.page.locator(".levels .button").first).to_be_visible()
    press_until("Tab", ".levels .button")
    expect(focused).to_have_text("Fácil")
    keyboard.press("Enter")
    expect(table.page.locator("#app")).not_to_have_attribute("data-game", before or "")
    table.wait_for_turn()
    press_until("Shift+Tab", ".row-front .pit")
    moves = 0
    while table.settle():
        assert moves < MOST_MOVES, "the game does not end"
        name = table.playable()[-1].get_attribute("aria-label") or ""
        number = name.split()[1].rstrip(",")
        if moves % 2:
            keyboard.press(number)
        else:
            keyboard.press("Home")
            for _ in range(int(number) - 1):
                keyboard.press("ArrowRight")
            expect(focused).to_have_attribute("aria-label", name)
            keyboard.press("Enter")
        moves += 1
    check_result(table)


def test_a_whole_game_of_oware_for_two(visit: Visit) -> None:
    table = visit("/en/").wait_for_turn()
    table.page.get_by_role("radio", name="Oware").check()
    table.start("Two on this device")
    seen = set()
    for _ in range(12):
        seen.add(table.page.locator(".turn").inner_text())
        table.playable()[0].click()
        table.settle()
    assert seen == {"South to move", "North to move"}
    assert sum(table.places()) == 48
