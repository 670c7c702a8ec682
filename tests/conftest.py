"""What all tests share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server import Server

StartServer = Callable[[Path], Server]


@pytest.fixture(scope="session")
def start_server() -> Iterator[StartServer]:
    """Starts real servers, and stops them after all tests."""
    servers: list[Server] = []

    def start(data: Path) -> Server:
        servers.append(Server(data).start())
        return servers[-1]

    yield start
    for server in servers:
        server.stop()
