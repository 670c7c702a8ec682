"""A real browser on a real server. Nothing in a page may fail: neither script nor policy."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.e2e.table import Table
from tests.server import Server

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Headless machines draw WebGL on the processor.
    "--enable-unsafe-swiftshader",
]
# Most tests are about the page: they leave the 3D board's code away, as a visitor may.
FLAT = """try { localStorage["naqala.settings"] ??= '{"board":"2d"}' } catch {}"""
HARMLESS = (
    # A browser that draws on the processor tells how slow that is.
    "GL Driver Message",
    # A page that leaves the lobby at once.
    "WebSocket is closed before the connection is established",
    # As the visit asks for.
    "Service Worker registration blocked by Playwright",
)
WAIT_MS = 20_000
REVIEW_MS = 120_000
"""The server reviews one game after the other, for up to half a second or more a ply, and begins
with those that earlier tests have left behind."""
expect.set_options(timeout=WAIT_MS)


class Visit(Protocol):
    """Opens a page of its own browser profile, or of the given one."""

    def __call__(
        self,
        path: str = "/es/",
        *,
        profile: BrowserContext | None = None,
        is_flat: bool = True,
        **options: Any,
    ) -> Table: ...


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    browser = os.environ.get("NAQALA_BROWSER") or next((path for path in found if path), None)
    chosen = {} if browser is None else {"executable_path": browser}
    return {**browser_type_launch_args, **chosen, "args": FLAGS}


@pytest.fixture(scope="session")
def site(
    start_server: Callable[[Path], Server], tmp_path_factory: pytest.TempPathFactory
) -> Server:
    """The server that most tests share; every visit is a guest of its own."""
    return start_server(tmp_path_factory.mktemp("site"))


@pytest.fixture
def faults() -> list[str]:
    """What pages complained about; a test that breaks something on purpose clears it."""
    return []


@pytest.fixture
def visit(browser: Browser, site: Server, faults: list[str]) -> Iterator[Visit]:
    """Opens pages without motion (`reduced_motion="no-preference"` brings it back)."""
    profiles: list[BrowserContext] = []

    def open_page(
        path: str = "/es/",
        *,
        profile: BrowserContext | None = None,
        is_flat: bool = True,
        **options: Any,
    ) -> Table:
        if profile is None:
            options = {
                "base_url": site.address,
                "locale": "es-ES",
                "reduced_motion": "reduce",
                "viewport": {"width": 1100, "height": 760},
                # They would answer before a test's own routes do; tests/e2e/test_offline.py
                # has them.
                "service_workers": "block",
                **options,
            }
            profile = browser.new_context(**options)
            if is_flat:
                profile.add_init_script(FLAT)
            profiles.append(profile)
        page = profile.new_page()
        page.set_default_timeout(WAIT_MS)
        _listen(page, faults)
        page.goto(path)
        return Table(page)

    yield open_page
    for profile in profiles:
        profile.close()
    assert faults == []


def _listen(page: Page, faults: list[str]) -> None:
    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            harmless in message.text for harmless in HARMLESS
        ):
            faults.append(f"{message.text} ({message.location['url']})")

    page.on("console", hear)
    page.on("pageerror", lambda error: faults.append(f"{error.name}: {error.message}"))
