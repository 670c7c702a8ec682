"""Two friends with a link, each at a device of his own: desktop and mouse, phone and touch."""

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
}


def invite(ana: Table, clock: str = "Sin reloj") -> str:
    """Ana makes a link; returns its path."""
    page = ana.page
    page.get_by_role("button", name="Jugar con amigos").click()
    page.get_by_role("radio", name=clock, exact=True).check()
    page.get_by_role("button", name="Crear el enlace").click()
    expect(page.get_by_text("Esperando a que alguien se una")).to_be_visible()
    link = page.get_by_label("El enlace").input_value()
    found = re.search(r"/r/[\w-]{22}$", link)
    assert found is not None, link
    return found[0]


def join(page: Page) -> None:
    page.get_by_role("button", name="Join").tap()
    expect(page.locator(".play")).to_be_visible()
    # Without a socket what the other one says is not heard.
    expect(page.locator(".connection")).to_have_count(0)


def axe_faults(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['target']}" for fault in violations]


def forgive(faults: list[str], status: int) -> None:
    """The browser complains of every answer that is an error; this one was asked for."""
    faults[:] = [fault for fault in faults if f"status of {status}" not in fault]


def test_friends_meet_by_a_link_play_and_take_their_revenge(
    visit: Visit, faults: list[str]
) -> None:
    ana = visit()
    path = invite(ana, "3+2")
    assert axe_faults(ana.page) == []
    beto = visit(path, **PHONE)
    expect(beto.page.get_by_role("heading", name="invites you to play")).to_be_visible()
    assert axe_faults(beto.page) == []
    join(beto.page)

    # Ana is told at once, and it is hers to begin; both clocks stand.
    ana.wait_for_turn()
    expect(ana.page.get_by_role("timer").first).to_have_text("3:00")
    ana.pit(1).click()
    expect(ana.page.get_by_role("timer").last).to_have_text("3:02")
    beto.wait_for_turn()
    assert beto.places()[:7] == [4, 4, 4, 4, 4, 4, 0]
    beto.pit(1).tap()
    beto.pit(1).tap()
    ana.wait_for_turn()
    assert ana.plies() == 2

    # A reload finds the game again.
    beto.page.reload()
    expect(beto.page.locator(".play")).to_be_visible()
    expect(beto.page.get_by_role("timer").first).to_be_visible()

    # A third one watches, without any control.
    carla = visit(path)
    expect(carla.page.locator("#app")).to_have_attribute("data-game", ana.game_id() or "")
    expect(carla.page.locator(".play")).to_be_visible()
    assert carla.playable() == []

    # After the second move one can only resign.
    ana.pit(3).click()
    beto.wait_for_turn()
    ana.page.get_by_role("button", name="Rendirse").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Rendirse").click()
    expect(ana.page.locator(".result")).to_be_visible()
    expect(beto.page.locator(".result")).to_be_visible()

    # Both press at the same moment: one new game, with the sides exchanged, and in sight even of
    # who was reading on below.
    before = ana.game_id()
    beto.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    presses = (
        ana.page.get_by_role("button", name="Revancha cambiando de lado"),
        beto.page.get_by_role("button", name="Rematch, changing sides"),
    )
    at_ms = ana.page.evaluate("Date.now() + 500")
    for button in presses:
        button.evaluate(
            "(button, at_ms) => setTimeout(() => button.click(), at_ms - Date.now())", at_ms
        )
    for table in (ana, beto, carla):
        table.page.wait_for_function(
            "before => document.querySelector('#app')?.dataset.game !== before", arg=before
        )
    assert ana.game_id() == beto.game_id() == carla.game_id()
    beto.wait_for_turn()
    assert ana.playable() == []
    beto.page.wait_for_function("() => scrollY === 0")
    forgive(faults, 409)


def test_the_other_is_seen_to_go_and_to_come_back(visit: Visit) -> None:
    ana = visit()
    path = invite(ana)
    beto = visit(path, **PHONE)
    join(beto.page)
    ana.wait_for_turn()
    beto.page.goto("about:blank")
    expect(ana.page.get_by_text("sin conexión")).to_be_visible()
    beto.page.goto(path)
    expect(beto.page.locator(".play")).to_be_visible()
    expect(ana.page.get_by_text("sin conexión")).to_be_hidden()


def test_the_creator_who_comes_back_by_the_link_still_waits(visit: Visit) -> None:
    ana = visit()
    path = invite(ana)
    other_tab = visit(path, profile=ana.page.context)
    expect(other_tab.page.get_by_text("Esperando a que alguien se una")).to_be_visible()
    expect(other_tab.page.get_by_role("button", name="Unirse")).to_be_hidden()


def test_a_dead_link_says_so_kindly(visit: Visit, faults: list[str]) -> None:
    page = visit("/r/AAAAAAAAAAAAAAAAAAAAAA").page
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", name="Este enlace ya no lleva")).to_be_visible()
    assert axe_faults(page) == []
    page.get_by_role("button", name="Jugar").click()
    expect(page.locator(".play")).to_be_visible()
    forgive(faults, 404)


def play_to_the_end(first: Table, second: Table) -> None:
    """Both sow the last pit that they may until the game is over."""
    clicked = None
    for _ in range(2_000):
        for table in (first, second):
            if not table.is_over() and (pits := table.playable()):
                place = pits[-1].get_attribute("data-place")
                if place == clicked:
                    # The page takes two quick clicks on one pit for one.
                    table.page.wait_for_timeout(500)
                pits[-1].click()
                clicked = place
        if first.is_over() and second.is_over():
            return
        first.page.wait_for_timeout(30)
    raise AssertionError("the game does not end")


def test_a_whole_clocked_game_and_three_rematches(visit: Visit) -> None:
    ana = visit()
    ana.page.get_by_role("radio", name="Kalah 3").check()
    path = invite(ana, "5+5")
    beto = visit(path)
    beto.page.get_by_role("button", name="Unirse").click()
    ana.wait_for_turn()
    play_to_the_end(ana, beto)
    assert ana.plies() == beto.plies() > 10
    assert ana.places()[:7] == beto.places()[7:]
    for number, (presses, follows) in enumerate(((ana, beto), (beto, ana), (ana, beto))):
        before = ana.game_id()
        presses.page.get_by_role("button", name="Revancha cambiando de lado").click()
        for table in (presses, follows):
            table.page.wait_for_function(
                "before => document.querySelector('#app')?.dataset.game !== before", arg=before
            )
        # Beto was second, so he begins the first one.
        begins, waits = (beto, ana) if number % 2 == 0 else (ana, beto)
        begins.wait_for_turn()
        assert waits.playable() == []
        expect(begins.page.get_by_role("timer").first).to_have_text("5:00")
        begins.page.get_by_role("button", name="Cancelar la partida").click()
        dialog = begins.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Cancelar la partida").click()
        for table in (begins, waits):
            expect(table.page.locator(".result")).to_be_visible()
