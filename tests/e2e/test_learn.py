"""The lessons in a real browser: by mouse, by keyboard alone, by touch, and what may be heard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.test_access import check_fit, violations

GLOWING = ".pit[data-beacon]"
NEXT = "[data-action=next]"
STEPS = 6
SOLUTIONS = [(6, 5, 6, 4, 6), (6, 5), (3,)]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
LESSONS = ["/es/aprender", "/en/learn", "/es/aprender/wari", "/en/learn/wari"]
LESSONS += ["/es/aprender/oware", "/en/learn/oware"]


def open_lesson(visit: Visit, path: str = "/es/aprender", **options: Any) -> Page:
    page = visit(path, **options).page
    expect(page.locator(f"{GLOWING}, .talk .count").first).to_be_visible()
    return page


def pit(page: Page, number: int) -> str:
    """A pit of one's own row, as its number from the left."""
    return f".row-front .pit:nth-child({number})"


def tap_glowing(page: Page) -> None:
    """Taps the pit that glows, once: the browser makes a click of a tap a little later."""
    discs = page.locator(".face .disc")
    before = discs.all_text_contents()
    page.locator(GLOWING).tap()
    expect(discs).not_to_have_text(before)


def tap_next(page: Page) -> None:
    """Taps what leads on from a step that is done."""
    page.locator(NEXT).tap()
    expect(page.locator(".praise[data-shown]")).to_have_count(0)


def praised(page: Page) -> None:
    expect(page.locator(".praise[data-shown]")).to_be_visible()
    expect(page.locator(f"{NEXT}.primary")).to_be_visible()


def test_the_whole_lesson_by_mouse_ends_in_a_game_against_easy(visit: Visit) -> None:
    page = open_lesson(visit)
    for _ in range(STEPS):
        while page.locator(GLOWING).count():
            page.locator(GLOWING).click()
        praised(page)
        page.locator(NEXT).click()
    for moves in SOLUTIONS:
        expect(page.locator(f"{GLOWING}, .tip")).to_have_count(0)
        for move in moves:
            page.locator(pit(page, move)).click()
        praised(page)
        page.locator(NEXT).click()
    expect(page.get_by_role("heading", name="¡Lección terminada!")).to_be_focused()
    expect(page.locator(".ending-mark[data-done]")).to_have_count(STEPS + len(SOLUTIONS))
    page.get_by_role("button", name="Jugar contra el rival fácil").click()
    expect(page.locator(".pit[data-playable]").first).to_be_visible()
    expect(page.locator(".player-level")).to_have_text("Fácil")


def test_the_whole_lesson_by_keyboard_alone(visit: Visit) -> None:
    page = open_lesson(visit)
    for step in range(STEPS):
        if step == 0:
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")  # the link to the board
        else:
            expect(page.locator("#talk-title")).to_be_focused()
        # The row's one stop is the pit that glows.
        while page.locator(GLOWING).count():
            if page.locator(f"{GLOWING}:focus").count() == 0:
                page.keyboard.press("Tab")
            if page.locator(f"{GLOWING}:focus").count() == 0:
                number = page.locator(GLOWING).get_attribute("data-place")
                page.keyboard.press(str(int(number or "") + 1))
            else:
                page.keyboard.press("Enter")
        expect(page.locator(NEXT)).to_be_focused()
        page.keyboard.press("Enter")
    for moves in SOLUTIONS:
        expect(page.locator("#talk-title")).to_be_focused()
        page.keyboard.press("Tab")
        for move in moves:
            page.keyboard.press(str(move))
        expect(page.locator(NEXT)).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="¡Lección terminada!")).to_be_focused()


def test_the_whole_lesson_by_touch_takes_one_tap_a_move(visit: Visit) -> None:
    page = open_lesson(visit, "/en/learn", **PHONE)
    for _ in range(STEPS):
        while page.locator(GLOWING).count():
            tap_glowing(page)
        praised(page)
        tap_next(page)
    for moves in SOLUTIONS:
        for move in moves:
            page.locator(pit(page, move)).tap()
        praised(page)
        tap_next(page)
    expect(page.get_by_role("heading", name="Lesson complete!")).to_be_visible()


@pytest.mark.parametrize("game", ["wari", "oware"])
def test_the_other_lessons_from_first_to_last(visit: Visit, game: str) -> None:
    page = open_lesson(visit, f"/es/aprender/{game}")
    for _ in range(STEPS):
        while page.locator(GLOWING).count():
            page.locator(GLOWING).click()
        praised(page)
        page.locator(NEXT).click()
    page.get_by_role("button", name="Jugar contra el rival fácil").click()
    expect(page.locator(".pit[data-playable]").first).to_be_visible()


def test_a_wrong_tap_is_answered_kindly_and_sows_nothing(visit: Visit) -> None:
    page = open_lesson(visit)
    page.locator(NEXT).click()
    before = page.locator(".face .disc").all_text_contents()
    page.locator(pit(page, 5)).click()
    words = "El hoyo 5 acaba en el hoyo 2 de tu rival."
    expect(page.locator(".talk .notice")).to_contain_text(words)
    expect(page.get_by_role("alert")).to_contain_text("el hoyo 3")
    expect(page.locator(".ghost").first).to_be_visible()
    assert page.locator(".face .disc").all_text_contents() == before
    page.locator(GLOWING).click()
    expect(page.locator(".talk .notice")).to_have_count(0)


def test_what_the_rules_forbid_is_explained(visit: Visit) -> None:
    page = open_lesson(visit, "/es/aprender/wari")
    for _ in range(2):
        page.locator(NEXT).click()
    page.locator(pit(page, 1)).click(force=True)
    expect(page.locator(".talk .notice")).to_have_text(
        "Tras la captura tienes que sembrar el hoyo 4."
    )
    for _ in range(2):
        page.locator(NEXT).click()
    page.locator(pit(page, 6)).click(force=True)
    expect(page.locator(".talk .notice")).to_contain_text("se queda sin semillas")


def test_a_listener_hears_each_move_and_what_comes_next(visit: Visit) -> None:
    page = open_lesson(visit)
    page.locator(NEXT).click()
    expect(page.locator("#talk-title")).to_be_focused()
    described = page.locator("#talk-title").get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_contain_text("¡juegas otra vez!")
    expect(page.locator(GLOWING)).to_have_attribute(
        "aria-description", re.compile(r"^brilla, 4 semillas")
    )
    page.locator(GLOWING).click()
    status = page.get_by_role("status")
    expect(status).to_contain_text("Siembras el hoyo 3: 4 semillas, turno extra.")
    expect(status).to_contain_text("Siembra ahora el hoyo 6")
    page.locator(GLOWING).click()
    expect(status).to_contain_text("Dos jugadas en un solo turno")


def test_progress_is_kept_and_the_other_language_goes_on_from_there(visit: Visit) -> None:
    page = open_lesson(visit)
    page.locator(GLOWING).click()
    page.locator(NEXT).click()
    page.locator(NEXT).click()
    page.reload()
    expect(page.get_by_role("heading", name="Capturar")).to_be_visible()
    expect(page.locator(".beads [data-done]")).to_have_count(1)
    page.get_by_role("button", name="English").click()
    expect(page).to_have_url(re.compile(r"/en/learn$"))
    expect(page.get_by_role("heading", name="Capturing")).to_be_visible()
    expect(page).to_have_title("Learn to play Kalah · Naqala")


def test_three_misses_offer_the_solution_which_is_then_played(visit: Visit) -> None:
    page = open_lesson(visit)
    for _ in range(STEPS + 2):
        page.locator(NEXT).click()
    notice = page.locator(".talk .notice")
    page.locator("[data-action=hint]").click()
    expect(notice).to_contain_text("hoyo vacío")
    for left in (2, 1, 0):
        page.locator(pit(page, 6)).click()
        expect(notice).to_contain_text("Tu rival captura")
        expect(page.locator(".count")).to_have_text(f"Intentos que quedan: {left}")
        if left:
            page.locator("[data-action=again]").click()
    page.locator("[data-action=solution]").click()
    expect(notice).to_contain_text("Así se hace")
    expect(page.locator(".beads [data-done]")).to_have_count(0)


def test_settings_and_help_open_over_a_lesson(visit: Visit) -> None:
    page = open_lesson(visit)
    for tool, title in (("settings", "Ajustes"), ("help", "Cómo se maneja")):
        page.locator(f".header [data-tool={tool}]").click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(GLOWING).click()
    praised(page)


def test_seeds_travel_when_motion_is_wanted(visit: Visit) -> None:
    page = open_lesson(visit, reduced_motion="no-preference")
    # The page itself looks: a film lasts less than a second, which a busy machine may miss.
    page.evaluate(
        """() => {
            window.hasMoved = false;
            const look = () => {
                if (document.getAnimations().length > 0) window.hasMoved = true;
                else requestAnimationFrame(look);
            };
            document.addEventListener("click", look, { once: true });
        }"""
    )
    page.locator(GLOWING).click()
    expect(page.locator(GLOWING)).to_have_count(0)
    page.wait_for_function("() => window.hasMoved")
    praised(page)


def test_the_lesson_stands_on_the_board_that_the_visitor_has(visit: Visit) -> None:
    small = {"width": 800, "height": 450}
    page = visit("/es/aprender?quality=low", is_flat=False, viewport=small).page
    expect(page.locator(".canvas[data-ready]")).to_be_visible(timeout=60_000)
    expect(page.locator(".buttons .pit[data-beacon]")).to_have_attribute("data-place", "1")
    page.locator(".canvas").scroll_into_view_if_needed()
    point = page.evaluate("document.querySelector('.canvas').board3d.project(1)")
    page.mouse.click(point["x"], point["y"])
    praised(page)


@pytest.mark.parametrize("path", LESSONS)
def test_axe_finds_nothing_in_a_lesson(visit: Visit, path: str) -> None:
    theme = "dark" if path.startswith("/es") else "light"
    page = open_lesson(visit, path, color_scheme=theme, viewport={"width": 1280, "height": 800})
    assert violations(page) == []
    page.locator(".row-front .pit:not([data-beacon])").first.click(force=True)
    assert violations(page) == []
    page.locator(GLOWING).click()
    praised(page)
    assert violations(page) == []


@pytest.mark.parametrize(("path", "theme"), [("/es/aprender", "light"), ("/en/learn", "dark")])
def test_axe_finds_nothing_on_a_phone_in_a_puzzle_and_at_the_end(
    visit: Visit, path: str, theme: str
) -> None:
    page = open_lesson(visit, path, color_scheme=theme, **PHONE)
    for _ in range(STEPS):
        page.locator(NEXT).tap()
    assert violations(page) == []
    page.locator(pit(page, 3)).tap()
    assert violations(page) == []
    for _ in range(len(SOLUTIONS)):
        page.locator(NEXT).tap()
    expect(page.locator(".ending")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("width_px", [320, 390, 640, 820, 1280])
def test_nothing_overflows_and_targets_are_large(visit: Visit, width_px: int) -> None:
    page = open_lesson(visit, viewport={"width": width_px, "height": 700})
    for _ in range(STEPS + len(SOLUTIONS)):
        check_fit(page)
        page.locator(NEXT).click()
    check_fit(page)


def test_twice_the_text_size_does_not_overflow_a_lesson(visit: Visit) -> None:
    page = open_lesson(visit, viewport={"width": 640, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    check_fit(page)


@pytest.mark.parametrize(("width_px", "height_px"), [(390, 844), (360, 740)])
def test_the_board_stays_where_it_is_whatever_is_said(
    visit: Visit, width_px: int, height_px: int
) -> None:
    page = open_lesson(visit, **{**PHONE, "viewport": {"width": width_px, "height": height_px}})
    page.locator(NEXT).tap()
    expect(page.locator(f"{GLOWING}[data-place='2']")).to_be_visible()
    board = page.locator(".face").bounding_box()
    assert board is not None
    bar = page.locator(".actions").bounding_box()
    assert bar is not None
    assert board["y"] + board["height"] <= bar["y"]
    page.locator(pit(page, 1)).tap()
    expect(page.locator(".talk .notice")).to_be_visible()
    assert page.locator(".face").bounding_box() == board
    for _ in range(2):
        tap_glowing(page)
    praised(page)
    assert page.locator(".face").bounding_box() == board


def test_without_javascript_the_steps_can_be_read(visit: Visit) -> None:
    page = visit("/es/aprender", java_script_enabled=False).page
    expect(page.get_by_role("heading", name="Aprende a jugar al kalah")).to_be_visible()
    expect(page.get_by_role("heading", name="Capturar", exact=True)).to_be_visible()
    expect(page.get_by_text("Solución: 6, 5, 6, 4, 6.")).to_be_visible()
    expect(page.get_by_role("link", name="Todas las reglas")).to_be_visible()


def test_a_silent_server_is_told_and_asked_again(visit: Visit, faults: list[str]) -> None:
    page = open_lesson(visit)
    page.route("**/api/lessons/*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("heading", name="No hemos podido abrir la lección")).to_be_visible()
    page.unroute("**/api/lessons/*")
    page.get_by_role("button", name="Volver a intentarlo").click()
    expect(page.locator(GLOWING)).to_be_visible()
    faults.clear()
