"""The network fails on one side or the other while people play: nothing is lost or done twice."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import PLAYABLE, Table
from tests.e2e.test_friends import invite

SOON_MS = 30_000


class Cable:
    """The network of a page, which can be cut, or carry in one direction only."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.is_cut = self.is_deaf = False
        self._ends: list[Callable[[], Any]] = []
        table.page.context.route_web_socket("**/api/**", self._connect)
        table.page.reload()
        expect(table.page.locator(".play")).to_be_visible()
        expect(table.page.locator(".connection")).to_have_count(0)

    def cut(self) -> None:
        self.is_cut = True
        self.table.page.context.set_offline(True)
        for end in self._ends:
            end()
        self._ends.clear()

    def mend(self) -> None:
        self.is_cut = self.is_deaf = False
        self.table.page.context.set_offline(False)

    def _connect(self, page: WebSocketRoute) -> None:
        if self.is_cut:
            page.close()
            return
        server = page.connect_to_server()
        was_deaf = self.is_deaf

        def to_page(frame: str | bytes) -> None:
            # What was silent once stays silent: only a new socket helps.
            nonlocal was_deaf
            was_deaf = was_deaf or self.is_deaf
            if not was_deaf:
                page.send(frame)

        page.on_message(server.send)
        server.on_message(to_page)
        self._ends += [page.close, server.close]


@pytest.fixture
def pair(visit: Visit, faults: list[str]) -> tuple[Table, Table]:
    """Two friends at their boards; the first is to move."""
    ana = visit()
    beto = visit(invite(ana))
    beto.page.get_by_role("button", name="Unirse").click()
    expect(beto.page.locator(".play")).to_be_visible()
    return ana.wait_for_turn(), beto


def forgive(faults: list[str]) -> None:
    """A browser complains of what it cannot reach; that was asked for."""
    faults[:] = [
        fault
        for fault in faults
        if "ERR_INTERNET_DISCONNECTED" not in fault and "WebSocket" not in fault
    ]


def agree(ana: Table, beto: Table, plies: int) -> None:
    """Both boards show so many plies and the same seeds."""
    for table in (ana, beto):
        expect(table.page.locator(".moves .ply")).to_have_count(plies, timeout=SOON_MS)
    mine, theirs = ana.places(), beto.places()
    # The other's row runs from right to left.
    assert mine == [*theirs[12:6:-1], theirs[13], *theirs[5::-1], theirs[6]]


def test_a_move_made_without_network_is_sent_once_when_it_is_back(
    pair: tuple[Table, Table], faults: list[str]
) -> None:
    ana, beto = pair
    cable = Cable(ana)
    ana.wait_for_turn()
    cable.cut()
    expect(ana.page.locator(".connection")).to_contain_text("Sin conexión")
    expect(beto.page.get_by_text("Tu rival lleva")).to_be_visible(timeout=SOON_MS)
    ana.pit(1).click()
    expect(ana.page.locator(".connection")).to_contain_text("Tu jugada se envía en cuanto vuelva")
    expect(beto.page.locator(".moves .ply")).to_have_count(0)
    cable.mend()
    expect(ana.page.locator(".connection")).to_have_count(0, timeout=SOON_MS)
    beto.wait_for_turn()
    agree(ana, beto, 1)
    expect(beto.page.get_by_text("Tu rival lleva")).to_be_hidden()
    forgive(faults)


def test_what_the_other_did_meanwhile_is_there_when_the_network_is(
    pair: tuple[Table, Table], faults: list[str]
) -> None:
    ana, beto = pair
    cable = Cable(ana)
    ana.wait_for_turn().pit(1).click()
    ana.wait_for_answer()
    beto.wait_for_turn()
    cable.cut()
    beto.pit(1).click()
    expect(beto.page.locator(".moves .ply")).to_have_count(2)
    assert ana.playable() == []
    cable.mend()
    ana.wait_for_turn()
    agree(ana, beto, 2)
    # And on it goes.
    ana.pit(3).click()
    beto.wait_for_turn()
    agree(ana, beto, 3)
    forgive(faults)


def test_a_move_whose_answer_is_lost_is_not_played_twice(
    pair: tuple[Table, Table], faults: list[str]
) -> None:
    """Pit 3 ends in the store: after it the same sowing would be legal again for some pits."""
    ana, beto = pair
    cable = Cable(ana)
    ana.wait_for_turn()
    cable.is_deaf = True
    ana.pit(3).click()
    expect(beto.page.locator(".moves .ply")).to_have_count(1)
    cable.mend()
    # Nobody answers on the old socket: the page gives it up by itself and asks again.
    expect(ana.page.locator(PLAYABLE).first).to_be_visible(timeout=SOON_MS)
    # Her turn is there with the events; the answer to what is asked once more comes after them.
    ana.wait_for_answer()
    agree(ana, beto, 1)
    ana.pit(1).click()
    beto.wait_for_turn()
    agree(ana, beto, 2)
    forgive(faults)


def test_who_vanishes_on_his_own_turn_or_on_the_others_is_seen_to_be_away(
    pair: tuple[Table, Table], faults: list[str]
) -> None:
    ana, beto = pair
    cable = Cable(beto)
    ana.wait_for_turn()
    # On the other's turn: one plays on.
    cable.cut()
    expect(ana.page.get_by_text("Tu rival lleva")).to_be_visible(timeout=SOON_MS)
    expect(ana.page.get_by_text("Podrás decidir en")).to_be_visible()
    ana.pit(1).click()
    # On his own: nothing happens by itself, and when he is back he can move.
    expect(ana.page.get_by_text("Le toca a tu rival").first).to_be_visible()
    expect(ana.page.get_by_role("button", name="Reclamar la partida")).to_be_hidden()
    cable.mend()
    beto.wait_for_turn()
    expect(ana.page.get_by_text("Tu rival lleva")).to_be_hidden()
    agree(ana, beto, 1)
    forgive(faults)
