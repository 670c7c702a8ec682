"""Sound and tips: there when they are asked for, and kept."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit

# Counts what would be heard, without a device that plays it.
COUNT_TONES = """
window.tones = 0;
// What sounds before its desk is open is not played.
window.AudioContext = class extends AudioContext {
    constructor(...given) {
        super(...given);
        window.desk = this;
    }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...times) {
    window.tones += 1;
    return start.apply(this, times);
};
"""


def tones(page: Page) -> int:
    counted: int = page.evaluate("() => window.tones")
    return counted


def test_a_page_is_silent_until_sound_is_asked_for_and_remembers_it(visit: Visit) -> None:
    table = visit("about:blank")
    page = table.page
    page.add_init_script(COUNT_TONES)
    page.goto("/es/")
    table.wait_for_turn()
    table.pit(3).click()
    table.wait_for_turn()
    assert tones(page) == 0
    sound = page.get_by_role("button", name="Sonido")
    expect(sound).to_have_attribute("aria-pressed", "false")
    with page.expect_request("**/assets/ear-*"):
        sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.desk?.state === 'running'")
    table.pit(6).click()
    page.wait_for_function("() => window.tones > 0")
    page.reload()
    table.wait_for_turn()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    before = tones(page)
    table.playable()[0].click()
    table.settle()
    assert tones(page) == before


def test_tips_mark_pits_in_the_first_games_and_go_when_unwanted(visit: Visit) -> None:
    table = visit().wait_for_turn()
    page = table.page
    expect(table.pit(3).locator(".tip[data-tip=extra-turn]")).to_be_visible()
    expect(page.locator(".tip")).to_have_count(1)
    expect(page.locator(".caption")).to_contain_text("el hoyo 3 termina en tu almacén")
    page.locator("[data-tool=settings]").click()
    page.get_by_role("checkbox", name="Consejos para empezar").uncheck()
    page.keyboard.press("Escape")
    page.mouse.move(1, 1)
    expect(page.locator(".tip")).to_have_count(0)
    expect(page.locator(".caption")).to_contain_text("Elige un hoyo tuyo")
    page.reload()
    table.wait_for_turn()
    expect(page.locator(".tip")).to_have_count(0)


def test_whoever_has_seen_three_games_end_gets_no_tips_unasked(visit: Visit) -> None:
    table = visit("about:blank")
    page = table.page
    page.add_init_script("try { localStorage['naqala.finished'] = '3' } catch {}")
    page.goto("/es/")
    table.wait_for_turn()
    expect(page.locator(".tip")).to_have_count(0)
