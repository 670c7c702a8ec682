"""Phrases between two people: said, seen, heard, hidden, refused."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.test_friends import PHONE, axe_faults, invite, join


def say(page: Page, phrase: str) -> None:
    # Without a socket nothing can be said.
    expect(page.locator(".connection")).to_have_count(0)
    page.get_by_role("button", name="Decir algo").click()
    page.get_by_role("button", name=phrase, exact=True).click()


def test_a_phrase_is_seen_and_read_out_in_each_readers_language(visit: Visit) -> None:
    ana = visit()
    path = invite(ana)
    beto = visit(path, **PHONE)
    join(beto.page)
    carla = visit(path)
    ana.wait_for_turn()
    # What is said before she looks on she does not hear.
    expect(ana.page.get_by_text("1 persona mira")).to_be_visible()
    ana.page.get_by_role("button", name="Decir algo").click()
    expect(ana.page.get_by_role("button", name="¡Suerte!", exact=True)).to_be_visible()
    assert axe_faults(ana.page) == []
    ana.page.get_by_role("button", name="¡Suerte!", exact=True).click()
    expect(ana.page.get_by_role("button", name="¡Suerte!", exact=True)).to_be_hidden()
    expect(ana.page.locator(".speech")).to_have_text("¡Suerte!")
    expect(beto.page.locator(".speech")).to_have_text("Good luck!")
    expect(beto.page.get_by_role("status").filter(has_text="says: Good luck!")).to_have_count(1)
    expect(carla.page.locator(".speech")).to_have_text("¡Suerte!")
    expect(carla.page.get_by_role("button", name="Decir algo")).to_be_hidden()
    # All see how many look on.
    expect(ana.page.get_by_text("1 persona mira")).to_be_visible()
    expect(beto.page.get_by_text("1 person watching")).to_be_visible()
    # It goes by itself.
    expect(beto.page.locator(".speech")).to_have_count(0, timeout=20_000)


def test_who_wants_quiet_has_it_and_keeps_it(visit: Visit) -> None:
    ana = visit()
    path = invite(ana)
    beto = visit(path, **PHONE)
    join(beto.page)
    ana.wait_for_turn()
    beto.page.get_by_role("button", name="Say something").tap()
    beto.page.get_by_role("checkbox", name="Show what my rival says").uncheck()
    beto.page.keyboard.press("Escape")
    beto.page.reload()
    expect(beto.page.locator(".play")).to_be_visible()
    expect(beto.page.locator(".connection")).to_have_count(0)
    beto.page.get_by_role("button", name="Say something").tap()
    expect(beto.page.get_by_role("checkbox", name="Show what my rival says")).not_to_be_checked()
    say(ana.page, "¡Hola!")
    expect(ana.page.locator(".speech")).to_have_text("¡Hola!")
    # One's own words are still shown.
    beto.page.get_by_role("button", name="Thanks!", exact=True).tap()
    expect(beto.page.locator(".speech")).to_have_text("Thanks!")
    expect(beto.page.locator(".speech")).to_have_count(1)


def test_who_says_too_much_is_told_to_wait(visit: Visit) -> None:
    ana = visit()
    beto = visit(invite(ana), **PHONE)
    join(beto.page)
    ana.wait_for_turn()
    for _ in range(6):
        say(ana.page, "¡Hola!")
    expect(ana.page.get_by_text("Has dicho muchas cosas seguidas.").first).to_be_visible()
    # The game goes on untouched.
    ana.pit(1).click()
    beto.wait_for_turn()
