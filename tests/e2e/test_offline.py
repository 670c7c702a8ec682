"""Without a network the page opens, says so, and goes on by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table

CONTROLLED = "() => navigator.serviceWorker?.controller !== null"


def kept(visit: Visit, path: str = "/es/") -> Table:
    """A page that the service worker has kept on the device."""
    table = visit(path, service_workers="allow").wait_for_turn()
    table.page.wait_for_function(CONTROLLED)
    return table


def go_offline(page: Page, is_offline: bool = True) -> None:
    page.context.set_offline(is_offline)


@pytest.mark.parametrize(
    ("path", "words", "pits"),
    [("/es/", "Estás sin conexión", "Tus hoyos"), ("/en/", "You are offline", "Your pits")],
)
def test_the_page_opens_without_a_network_and_goes_on_when_it_is_back(
    visit: Visit, faults: list[str], path: str, words: str, pits: str
) -> None:
    page = kept(visit, path).page
    go_offline(page)
    page.reload()
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", path.strip("/"))
    page.locator("[data-tool=settings]").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    faults.clear()
    go_offline(page, False)
    expect(page.get_by_role("group", name=pits)).to_be_visible()
    page.close()
    faults.clear()


def test_a_network_that_goes_during_a_game_is_said_and_takes_nothing(
    visit: Visit, faults: list[str]
) -> None:
    table = kept(visit)
    page = table.page
    table.pit(3).click()
    table.wait_for_turn()
    places = table.places()
    go_offline(page)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.reload()
    expect(page.get_by_role("heading", name="Estás sin conexión")).to_be_visible()
    go_offline(page, False)
    table.wait_for_turn()
    assert table.places() == places
    page.close()
    faults.clear()


def test_a_lesson_that_was_open_before_is_played_without_a_network(
    visit: Visit, faults: list[str]
) -> None:
    page = kept(visit).page
    page.goto("/es/aprender")
    glowing = page.locator(".pit[data-beacon]")
    expect(glowing).to_be_visible()
    go_offline(page)
    page.reload()
    glowing.click()
    expect(page.locator(".praise[data-shown]")).to_be_visible()
    page.close()
    faults.clear()


def test_a_page_is_asked_of_the_network_before_the_device(visit: Visit) -> None:
    page = kept(visit).page
    # What an older build has left on the device.
    page.evaluate(
        """async () => {
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                await cache.put("/es/", new Response("old"));
            }
        }"""
    )
    page.reload()
    Table(page).wait_for_turn()
