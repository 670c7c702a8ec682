"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings

from tests.server import Server

# The same examples every time, and no clock: a test never asserts a time.
settings.register_profile(
    "naqala",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("naqala")


class StartServer(Protocol):
    """Starts a real server on a data folder, with more flags."""

    def __call__(self, data: Path, *flags: str) -> Server: ...


@pytest.fixture(scope="session")
def start_server() -> Iterator[StartServer]:
    """Starts real servers, and stops them after all tests."""
    servers: list[Server] = []

    def start(data: Path, *flags: str) -> Server:
        servers.append(Server(data, *flags).start())
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the browser's tests last: its event loop runs on, and asyncio's tests need their own."""
    items.sort(key=lambda item: "/e2e/" in item.path.as_posix())
