"""Language, colours and motion: chosen, obeyed and kept."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visit


def test_the_language_switches_in_place_and_is_kept(visit: Visit) -> None:
    table = visit("/es/").wait_for_turn()
    page = table.page
    assert page.locator("html").get_attribute("lang") == "es"
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("group", name="Your pits")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(re.compile("/en/$"))
    expect(page).to_have_title("Naqala: play mancala")
    page.goto("/")
    table.wait_for_turn()
    expect(page.get_by_role("group", name="Your pits")).to_be_visible()


def test_settings_survive_a_reload(visit: Visit) -> None:
    table = visit(color_scheme="dark").wait_for_turn()
    page = table.page
    page.get_by_role("button", name="Ajustes").click()
    page.get_by_role("radio", name="Claros").check()
    page.get_by_role("radio", name="Siempre").first.check()
    page.keyboard.press("Escape")
    page.reload()
    table.wait_for_turn()
    assert page.locator("html").get_attribute("data-theme") == "light"
    table.pit(3).click()
    expect(table.pit(3)).to_have_attribute("data-selected", "")
    # Beside the board, and nowhere on a link: the name in the bar leads to a new page.
    page.locator(".turn").click()
    expect(table.pit(3)).not_to_have_attribute("data-selected", "")
    table.pit(3).click()
    page.get_by_role("button", name="Sembrar").click()
    expect(page.locator(".moves .ply").first).to_have_text("3→, turno extra; ")


def test_seeds_travel_one_by_one_and_jump_when_motion_is_unwanted(visit: Visit) -> None:
    table = visit("about:blank", reduced_motion="no-preference")
    page = table.page
    # Whatever is seen, however long a busy machine looks away.
    page.add_init_script(
        """localStorage["naqala.settings"] = '{"board":"2d","speed":0.5}';
        window.counts = new Set();
        new MutationObserver(() => {
            const discs = document.querySelectorAll(".face .disc");
            window.counts.add([2, 3, 6].map(place => discs[place]?.textContent).join(" "));
        }).observe(document, { childList: true, characterData: true, subtree: true });"""
    )
    page.goto("/es/")
    table.wait_for_turn().pit(3).click()
    expect(page.locator(".face .disc").nth(6)).to_have_text("1")
    seen = page.evaluate("() => [...window.counts]")
    assert "0 5 0" in seen, "the first seed has landed, the last one is on its way"

    still = visit().wait_for_turn()
    still.pit(3).click()
    assert still.places()[:7] == [4, 4, 0, 5, 5, 5, 1]


def test_a_page_without_storage_still_plays(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    table.page.reload()
    table.wait_for_turn()
    table.pit(3).click()
    table.wait_for_turn()
    assert table.plies() == 1
