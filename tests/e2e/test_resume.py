"""A game goes on where it was: after a reload, in a second tab, after the server's death."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table
from tests.server import Server

SOW_ELSEWHERE = """async ([game, after, seat, pit]) => {
    const id = crypto.randomUUID();
    const body = JSON.stringify({ type: "sow", id, seat, after, pit });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/api/games/${game}/commands`, { method: "POST", body, headers });
    return answer.status;
}"""


BEGIN_ELSEWHERE = """async () => {
    const body = JSON.stringify({ variant: "kalah(6,4)", mode: "local" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/games", { method: "POST", body, headers });
    return (await answer.json()).id;
}"""


class DeafEar:
    """Stands between a page and its socket; while `is_deaf` the page hears of no event."""

    def __init__(self, page: Page) -> None:
        self.is_deaf = False
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/api/games/*/socket*", self._stand_between)

    def _stand_between(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            if not (self.is_deaf and json.loads(message)["type"] == "events"):
                socket.send(message)

        server.on_message(hear)
        socket.on_message(server.send)

    def hang_up(self) -> None:
        """Closes the page's socket; the page opens another."""
        self._sockets[-1].close()


def sow_elsewhere(table: Table, after: int, seat: int, pit: int) -> None:
    status = table.page.evaluate(SOW_ELSEWHERE, [table.game_id(), after, seat, pit])
    assert status == 200


def test_a_move_on_an_old_board_is_refused_kindly(visit: Visit) -> None:
    table = visit().wait_for_turn()
    ear = DeafEar(table.page)
    table.page.reload()
    table.wait_for_turn().start("Dos en este dispositivo")
    ear.is_deaf = True
    sow_elsewhere(table, after=1, seat=0, pit=1)
    table.pit(3).click()
    expect(table.page.locator(".notice")).to_contain_text("El tablero había cambiado")
    assert table.places() == [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0][:14]
    assert table.plies() == 1
    expect(table.page.locator(".turn")).to_have_text("Le toca a Norte")


def test_a_gap_in_the_events_is_filled(visit: Visit) -> None:
    table = visit().wait_for_turn()
    ear = DeafEar(table.page)
    table.page.reload()
    table.wait_for_turn().start("Dos en este dispositivo")
    ear.is_deaf = True
    sow_elsewhere(table, after=1, seat=0, pit=3)
    ear.is_deaf = False
    sow_elsewhere(table, after=2, seat=0, pit=6)
    expect(table.page.locator(".moves .ply")).to_have_count(2)
    expect(table.page.locator(".turn")).to_have_text("Le toca a Norte")


def test_a_reload_goes_on_with_the_same_game(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Fácil")
    table.pit(3).click()
    table.wait_for_turn()
    game_id, places, plies = table.game_id(), table.places(), table.plies()
    table.page.reload()
    table.wait_for_turn()
    assert (table.game_id(), table.places(), table.plies()) == (game_id, places, plies)
    expect(table.page.locator(".hollow[data-end]")).to_have_count(1)


def test_a_second_tab_follows(visit: Visit) -> None:
    first = visit().wait_for_turn().start("Dos en este dispositivo")
    second = visit(profile=first.page.context).wait_for_turn()
    assert second.game_id() == first.game_id()
    first.pit(3).click()
    expect(second.page.locator(".moves .ply")).to_have_count(1)
    second.pit(6).click()
    expect(first.page.locator(".moves .ply")).to_have_count(2)
    before = first.game_id()
    first.page.get_by_role("button", name="Nueva partida").click()
    first.page.get_by_role("button", name="Empezar otra").click()
    for table in (first, second):
        expect(table.page.locator("#app")).not_to_have_attribute("data-game", before)
        table.wait_for_turn()
    assert second.game_id() == first.game_id()


def test_two_tabs_of_a_first_visit_are_one_guest(visit: Visit) -> None:
    first = visit().wait_for_turn()
    first.page.context.clear_cookies()
    held: list[Route] = []
    first.page.route("**/api/games", lambda route: held.append(route))
    with first.page.expect_request("**/api/games"):
        first.page.reload()
    second = visit(profile=first.page.context)
    second.page.wait_for_timeout(500)
    assert not second.game_id(), "it waits for what the first tab is about to begin"
    held[0].continue_()
    first.wait_for_turn()
    second.wait_for_turn()
    assert second.game_id() == first.game_id()
    first.pit(3).click()
    expect(second.page.locator(".moves .ply")).to_have_count(1)


def test_a_browser_that_has_become_another_guest_goes_on_as_that_one(visit: Visit) -> None:
    table = visit().wait_for_turn()
    ear = DeafEar(table.page)
    table.page.reload()
    table.wait_for_turn()
    table.page.context.clear_cookies()
    own = table.page.evaluate(BEGIN_ELSEWHERE)
    ear.hang_up()
    table.pit(3).click()
    expect(table.page.locator("#app")).to_have_attribute("data-game", own)
    expect(table.page.locator(".notice")).to_contain_text("ya no te reconocía")
    table.pit(2).click()
    expect(table.page.locator(".moves .ply")).to_have_count(1)


def test_another_guest_begins_his_next_game_in_a_room_of_his_own(
    visit: Visit, faults: list[str]
) -> None:
    table = visit().wait_for_turn()
    table.page.context.clear_cookies()
    table.start("Dos en este dispositivo")
    assert faults.pop().startswith("Failed to load resource"), "the refusal, which is in the log"
    table.pit(3).click()
    expect(table.page.locator(".moves .ply")).to_have_count(1)


def test_a_game_is_found_at_its_address(visit: Visit) -> None:
    owner = visit().wait_for_turn()
    watcher = visit(f"/g/{owner.game_id()}")
    expect(watcher.page.locator(".caption")).to_contain_text("otras personas")
    watcher.pit(3).click(force=True)
    assert "mirando" in watcher.warned()
    owner.pit(3).click()
    expect(watcher.page.locator(".disc[data-marked]")).to_have_count(2)
    watcher.page.get_by_role("button", name="Jugar mi partida").click()
    watcher.wait_for_turn()
    assert watcher.game_id() != owner.game_id()


def test_an_unknown_game_is_said_kindly(visit: Visit, faults: list[str]) -> None:
    table = visit("/g/AAAAAAAAAAAA")
    expect(table.page.get_by_role("heading", name="Esta partida no existe")).to_be_visible()
    faults.clear()
    table.page.get_by_role("button", name="Jugar una partida").click()
    table.wait_for_turn()


def test_the_page_survives_the_death_of_the_server(
    visit: Visit, start_server: Callable[[Path], Server], tmp_path: Path, faults: list[str]
) -> None:
    server = start_server(tmp_path)
    table = visit(server.address, base_url=server.address).wait_for_turn()
    table.pit(3).click()
    expect(table.page.locator(".moves .ply")).to_have_count(1)
    table.wait_for_turn()

    server.kill()
    expect(table.page.locator(".connection")).to_be_visible()
    places = table.places()
    table.pit(6).click()
    assert table.places() != places, "the move is shown while it waits to be sent"
    table.pit(1).click(force=True)
    expect(table.page.locator(".notice")).to_be_visible()

    server.start()
    expect(table.page.locator(".connection")).to_be_hidden(timeout=20_000)
    table.wait_for_turn()
    plies = table.page.locator(".moves .ply")
    expect(plies.nth(1)).to_have_text("6")
    assert table.plies() >= 3, "the CPU has answered"

    # Once more, while the CPU is about to answer.
    plies_before = table.plies()
    table.playable()[0].click()
    server.kill()
    server.start()
    expect(table.page.locator(".connection")).to_be_hidden(timeout=20_000)
    assert table.settle()
    assert table.plies() >= plies_before + 1
    places = table.places()
    table.page.reload()
    table.wait_for_turn()
    assert table.places() == places
    faults.clear()


def test_without_a_server_the_page_offers_to_try_again(visit: Visit, faults: list[str]) -> None:
    table = visit().wait_for_turn()
    table.page.route("**/api/**", lambda route: route.abort())
    table.page.reload()
    expect(table.page.get_by_role("heading", name="No hemos podido")).to_be_visible()
    table.page.unroute("**/api/**")
    faults.clear()
    table.page.get_by_role("button", name="Volver a intentarlo").click()
    table.wait_for_turn()
