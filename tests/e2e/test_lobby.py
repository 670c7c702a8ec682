"""Two strangers find each other, and a third one watches them."""

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Visit


def test_two_who_look_for_an_opponent_play_and_a_third_one_watches(visit: Visit) -> None:
    ana, beto = visit(), visit(locale="en-GB", path="/en/")
    expect(
        ana.page.get_by_text("conectadas").or_(ana.page.get_by_text("conectada"))
    ).to_be_visible()
    before = ana.wait_for_turn().game_id()
    ana.page.get_by_role("button", name="Buscar rival: Kalah, 4 semillas, reloj 3+2").click()
    expect(ana.page.get_by_text("Buscando rival para")).to_be_visible()
    expect(beto.page.get_by_text("1 looking for an opponent")).to_be_visible()
    # Meanwhile one plays on against the CPU.
    ana.pit(1).click()
    beto.page.get_by_role("button", name="Find an opponent: Kalah, 4 seeds, clock 3+2").click()
    for table in (ana, beto):
        table.page.wait_for_url("**/g/*")
    assert ana.game_id() == beto.game_id() != before
    expect(ana.page.get_by_role("timer")).to_have_count(2)
    first, second = (ana, beto) if ana.playable() else (beto, ana)
    first.wait_for_turn().pit(1).click()
    second.wait_for_turn()

    carla = visit()
    # Others may be listed as well, which earlier tests have left behind.
    link = carla.page.get_by_role("link", name="–")
    link.and_(carla.page.locator(f"[href='/g/{ana.game_id()}']")).click()
    carla.page.wait_for_url(f"**/g/{ana.game_id()}")
    expect(carla.page.locator(".play")).to_be_visible()
    assert carla.playable() == []


def test_a_search_is_called_off_and_leaves_the_game_alone(visit: Visit) -> None:
    ana = visit()
    before = ana.wait_for_turn().game_id()
    ana.page.get_by_role("button", name="reloj 5+5").click()
    ana.page.get_by_role("button", name="Dejar de buscar").click()
    expect(ana.page.get_by_role("button", name="reloj 5+5")).to_be_visible()
    assert ana.game_id() == before


def test_a_found_game_is_in_sight_of_who_searched_far_below(visit: Visit) -> None:
    ana, beto = (visit(viewport={"width": 390, "height": 640}) for _ in range(2))
    for table in (ana, beto):
        table.wait_for_turn().page.get_by_role("button", name="reloj 5+5").click()
    for table in (ana, beto):
        table.page.wait_for_url("**/g/*")
        table.page.wait_for_function("() => scrollY === 0")


@pytest.mark.parametrize("width_px", [390, 1280])
def test_nothing_moves_for_a_guest_when_it_is_known_that_he_is_one(
    visit: Visit, width_px: int
) -> None:
    page = visit("about:blank", viewport={"width": width_px, "height": 844}).page
    held: list[Route] = []
    page.route("**/api/me", lambda route: held.append(route))
    with page.expect_request("**/api/me"):
        page.goto("/es/")
    below = page.get_by_role("link", name="Las mejores puntuaciones")
    expect(below).to_be_visible()
    expect(page.get_by_text("conectadas").or_(page.get_by_text("conectada"))).to_be_visible()
    note = page.get_by_role("link", name="Crear la tuya")
    expect(note).to_be_hidden()
    before = below.bounding_box()
    for route in held:
        route.continue_()
    expect(note).to_be_visible()
    assert below.bounding_box() == before
