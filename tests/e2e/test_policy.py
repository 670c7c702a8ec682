"""Point 10 of SECURITY.md: every kind of page obeys the Content-Security-Policy with its Trusted
Types, while it is looked at and played on."""

import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import WAIT_MS, Visit
from tests.e2e.table import Table
from tests.e2e.test_whole_game import play_to_the_end
from tests.server import Server

LISTEN = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} ${event.sample}`);
});
"""


@pytest.fixture
def browse(visit: Visit, faults: list[str]) -> Iterator[Visit]:
    """Visits whose violations are told by name, wherever they happen; each fails the test."""

    tables: list[Table] = []

    def open_page(path: str = "/es/", **options: Any) -> Table:
        table = visit("/healthz", **options)
        tables.append(table)
        table.page.context.add_init_script(LISTEN)
        table.page.goto(path)
        return table

    yield open_page
    for table in tables:
        table.page.close()
    # Some addresses lead nowhere on purpose.
    faults[:] = [fault for fault in faults if "status of 404" not in fault]


def test_the_listener_hears_what_the_policy_forbids(browse: Visit, faults: list[str]) -> None:
    page = browse().wait_for_turn().page
    for attack in (
        "document.body.append(Object.assign(document.createElement('script'), {textContent: '1'}))",
        "document.body.innerHTML += '<b>x</b>'",
        "document.body.setAttribute('onclick', 'alert(1)')",
        "document.body.setAttribute('style', 'color: red')",
        "document.body.append(Object.assign(new Image(), {src: 'https://evil.example/x.png'}))",
        "fetch('https://evil.example/').catch(() => {})",
        "trustedTypes.createPolicy('mine', {})",
    ):
        page.evaluate(f"() => {{ try {{ {attack} }} catch {{}} }}")
        for _ in range(WAIT_MS // 50):
            page.wait_for_timeout(50)
            if any("policy:" in fault for fault in faults):
                break
        assert any("policy:" in fault for fault in faults), attack
        # The console may tell of it a little later than the page.
        page.wait_for_timeout(50)
        faults.clear()
    # And later still: what comes after this is not to be blamed on anything.
    page.close()
    faults.clear()


def test_pages_to_read_obey_it(browse: Visit, site: Server) -> None:
    listed = httpx2.get(f"{site.address}/sitemap.xml").text
    paths = [re.sub(r"^https?://[^/]+", "", url) for url in re.findall(r"<loc>([^<]+)", listed)]
    assert len(paths) > 30
    page = browse("/es/").page
    for path in (*paths, "/nowhere", "/es/jugador/nadie", "/r/nowhere", "/g/nowhere"):
        page.goto(path, wait_until="load")


def test_a_game_and_all_its_dialogs_obey_it(browse: Visit) -> None:
    table = browse().wait_for_turn().start("Fácil")
    play_to_the_end(table, lambda pit: pit.click())
    page = table.page
    expect(page.locator(".result")).to_be_visible()
    _press_everything(page)


def test_the_board_in_three_dimensions_obeys_it(browse: Visit) -> None:
    table = browse("/es/?quality=low", is_flat=False, viewport={"width": 640, "height": 480})
    expect(table.page.locator("canvas")).to_be_visible(timeout=60_000)
    table.wait_for_turn()
    table.playable()[0].click()
    table.settle()


def test_a_friends_game_the_lobby_and_the_account_obey_it(browse: Visit, site: Server) -> None:
    with httpx2.Client(base_url=site.address) as ana:
        room = ana.post("/api/rooms", json={"variant": "kalah"}).json()
    page = browse(f"/r/{room['token']}").page
    page.get_by_role(
        "button", name=re.compile("Jugar|Unirse|Aceptar|Sentarse|Entrar")
    ).first.click()
    expect(page.locator(".pit").first).to_be_visible()
    page.goto("/es/cuenta")
    expect(page.get_by_role("button", name="Crear la cuenta")).to_be_visible()
    _press_everything(page)
    page = browse().wait_for_turn().page
    _press_everything(page)


def _press_everything(page: Page) -> None:
    """Opens whatever opens, and closes it again; languages are left alone, which lead elsewhere."""
    page.evaluate(
        """async () => {
          // A dialog's code comes from the server, once.
          const pause = () => new Promise((done) => setTimeout(done, 60));
          for (const button of document.querySelectorAll("button:not([lang]), summary")) {
            // What was pressed before may have taken it away.
            if (button.isConnected) button.click();
            await pause();
            for (const dialog of document.querySelectorAll("dialog[open]")) {
              const within = "input:not([name=language]), select";
              for (const inside of dialog.querySelectorAll(within)) inside.click();
              await pause();
              dialog.close();
            }
          }
        }"""
    )
