"""The page for watching: the best game on the board, the others beside it, never a control."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.conftest import StartServer
from tests.e2e.conftest import Visit
from tests.e2e.table import Table
from tests.e2e.test_friends import PHONE, axe_faults


def meet(visit: Callable[..., Table]) -> tuple[Table, Table]:
    """Two strangers in a game; first the one who is to move."""
    ana, beto = visit(), visit()
    for table in (ana, beto):
        table.wait_for_turn()
        name = "Buscar rival: Kalah, 4 semillas, reloj 5+5"
        table.page.get_by_role("button", name=name).click()
    for table in (ana, beto):
        table.page.wait_for_url("**/g/*")
        expect(table.page.get_by_role("timer")).to_have_count(2)
    return (ana, beto) if ana.playable() else (beto, ana)


def test_the_best_game_is_shown_as_it_is_played(
    visit: Visit, start_server: StartServer, tmp_path: Path
) -> None:
    # A server of its own: no other test's games are listed.
    address = start_server(tmp_path).address

    def open_page(path: str = "/es/", **options: Any) -> Table:
        return visit(path, base_url=address, **options)

    carla = open_page("/en/watch", **PHONE)
    expect(carla.page.get_by_role("heading", name="Live games")).to_be_visible()
    expect(carla.page.get_by_role("link", name="Play a game")).to_be_visible()
    assert axe_faults(carla.page) == []

    # The game appears by itself.
    first, second = meet(open_page)
    expect(carla.page.locator(".play")).to_be_visible()
    assert carla.game_id() == first.game_id()
    expect(first.page.get_by_text("1 persona mira")).to_be_visible()
    first.wait_for_turn().pit(1).click()
    second.wait_for_turn()
    expect(carla.page.locator(".moves .ply")).to_have_count(1)
    assert carla.playable() == []
    for control in ("Resign", "Say something", "Undo", "Hint", "Cancel"):
        expect(carla.page.get_by_role("button", name=re.compile(control))).to_be_hidden()
    expect(carla.page.locator(".player-level")).to_have_count(2)
    expect(carla.page.locator(".live li")).to_have_count(1)
    expect(carla.page.locator(".live li")).to_contain_text("Kalah, 4 seeds · 5+5 · 1 move")
    assert axe_faults(carla.page) == []

    # The address is the page's in each language.
    dora = open_page("/es/ver")
    expect(dora.page.get_by_role("heading", name="Partidas en directo")).to_be_visible()
    dora.page.get_by_role("button", name="English").click()
    dora.page.wait_for_url("**/en/watch")
    expect(dora.page.get_by_role("heading", name="Live games")).to_be_visible()

    # Who plays does not watch himself.
    own = open_page("/es/ver", profile=first.page.context)
    expect(own.page.get_by_role("link", name="Jugar una partida")).to_be_visible()

    # After the end the next one takes its place.
    second.page.get_by_role("button", name="Cancelar la partida").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Cancelar").click()
    expect(carla.page.locator(".result")).to_be_visible()
    third, _ = meet(open_page)
    expect(carla.page.locator("#app")).to_have_attribute(
        "data-game", str(third.game_id()), timeout=20_000
    )
    carla.page.get_by_role("button", name="Play my own game").click()
    carla.page.wait_for_url("**/en/")
    carla.wait_for_turn()


def test_the_lobby_leads_to_the_page_for_watching(visit: Visit) -> None:
    ana = visit().wait_for_turn()
    ana.page.get_by_role("link", name="Ver la mejor partida en directo").click()
    ana.page.wait_for_url("**/es/ver")
    expect(ana.page.get_by_role("heading", name="Partidas en directo")).to_be_visible()
