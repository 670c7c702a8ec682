"""After the end: the result, the graph, the link, and stepping through the moves."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import REVIEW_MS, Visit
from tests.e2e.table import Table


def finished(table: Table) -> Table:
    """A short game that the visitor has given up after some moves."""
    for number in (3, 6, 1):
        table.pit(number).click()
        table.settle()
    table.page.get_by_role("button", name="Rendirse").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Rendirse").click()
    expect(table.page.locator(".result")).to_be_visible()
    wait_for_review(table)
    return table


def wait_for_review(table: Table) -> None:
    """What was given away is read out as soon as it is known, in the place of what was before."""
    said = table.page.get_by_role("status")
    expect(said).to_contain_text("Semillas regaladas", timeout=REVIEW_MS)


def test_the_result_shows_the_stores_and_the_lead(visit: Visit) -> None:
    page = finished(visit().wait_for_turn()).page
    review = page.get_by_role("region", name="Así fue la partida")
    expect(review).to_be_visible()
    graph = review.get_by_role("img", name=re.compile("Gráfica de la ventaja"))
    expect(graph).to_have_accessible_name(re.compile(r"Tú: como mucho \d+ semillas? por delante"))


def test_one_steps_through_the_moves_of_a_finished_game(visit: Visit) -> None:
    table = finished(visit().wait_for_turn())
    page = table.page
    end = table.places()
    bar = page.get_by_role("group", name="Repasar la partida")
    bar.get_by_role("button", name="Al principio").click()
    expect(page.get_by_role("status")).to_contain_text("El principio de la partida.")
    assert table.places() == [4] * 6 + [0] + [4] * 6 + [0]
    expect(table.pit(3)).to_have_attribute("aria-label", "Hoyo 3, 4 semillas")
    bar.get_by_role("button", name="Jugada siguiente").click()
    expect(page.get_by_role("status")).to_contain_text("Siembras el hoyo 3: 4 semillas")
    assert table.places()[:7] == [4, 4, 0, 5, 5, 5, 1]
    expect(page.locator(".ply[data-viewed]")).to_have_count(1)
    expect(page.locator(".result")).to_be_visible()
    bar.get_by_role("button", name="Al final").click()
    expect(page.locator(".face .disc").first).to_have_text(str(end[0]))
    assert table.places() == end


def test_the_arrow_keys_step_inside_the_move_list(visit: Visit) -> None:
    table = finished(visit().wait_for_turn())
    page = table.page
    page.get_by_role("log").focus()
    page.keyboard.press("Home")
    expect(page.get_by_role("status")).to_contain_text("El principio de la partida.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".caption")).to_contain_text("Jugada 2 de")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".caption")).to_contain_text("Jugada 1 de")
    page.keyboard.press("End")
    expect(page.locator(".ply[data-viewed]")).to_have_count(1)


def test_taking_back_the_end_leaves_the_review(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Fácil")
    while table.settle():
        table.playable()[-1].click()
    wait_for_review(table)
    page = table.page
    page.get_by_role("button", name="Al principio").click()
    expect(page.get_by_role("status")).to_contain_text("El principio de la partida.")
    page.get_by_role("button", name="Deshacer jugada").click()
    table.wait_for_turn()
    assert sum(table.places()) == 48
    assert table.places() != [4] * 6 + [0] + [4] * 6 + [0]
    expect(page.locator(".review")).to_have_count(0)


def test_a_rematch_lets_the_other_one_begin(visit: Visit) -> None:
    table = finished(visit().wait_for_turn())
    before = table.game_id()
    table.page.get_by_role("button", name="Revancha, empieza la CPU").click()
    table.page.wait_for_function(
        "before => document.querySelector('#app')?.dataset.game !== before", arg=before
    )
    table.wait_for_turn()
    expect(table.page.locator(".player[data-front=true]")).to_contain_text("Tú")
    expect(table.page.locator(".disc[data-marked]").first).to_be_visible()


@pytest.mark.parametrize("may_copy", [True, False])
def test_the_link_to_the_game_is_copied_or_shown(visit: Visit, may_copy: bool) -> None:
    permissions = ["clipboard-read", "clipboard-write"] if may_copy else []
    table = visit(permissions=permissions).wait_for_turn()
    page = finished(table).page
    if not may_copy:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="Compartir la partida").click()
    address = f"/g/{table.game_id()}"
    if may_copy:
        expect(page.get_by_role("button", name="Enlace copiado")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()").endswith(address)
    else:
        expect(page.locator(".share-link")).to_have_attribute("href", re.compile(f"{address}$"))
