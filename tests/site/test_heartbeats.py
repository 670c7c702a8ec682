"""Which pages are pinged: those from which or to which nothing has come for a while."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from naqala.site import connection, protocol
from naqala.site.connection import Connection
from naqala.site.metrics import Metrics
from naqala.site.outboxes import Outboxes
from naqala.site.transports import SHORT_WAY
from naqala.site.wire import decode_client_message

pytestmark = pytest.mark.anyio

SOW = '{"type":"sow","id":"command-1","seat":0,"after":1,"pit":3}'
TOLD = protocol.Accepted("command-1", 2)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Way:
    """A short way that notes what is sent."""

    def __init__(self, sent: list[bytes]) -> None:
        self._sent = sent
        self._events: list[dict[str, Any]] = []
        self._listener: Callable[[], None] | None = None

    def put(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        if self._listener is not None:
            self._listener()

    def listen(self, listener: Callable[[], None] | None) -> None:
        self._listener = listener

    def take(self) -> dict[str, Any] | None:
        return self._events.pop(0) if self._events else None

    def send_now(self, text: bytes) -> bool:
        self._sent.append(text)
        return True


class Page:
    """A page whose heart beats when the test says so."""

    def __init__(self, *, is_timed: bool) -> None:
        self.sent: list[bytes] = []
        self._way = Way(self.sent)
        services = SimpleNamespace(metrics=Metrics())
        socket: Any = SimpleNamespace(
            scope={"extensions": {SHORT_WAY: {"way": self._way}}},
            app=SimpleNamespace(state=SimpleNamespace(services=services)),
            receive=None,
        )
        self.connection = Connection[Any](socket, decode_client_message)
        on_round_trip = self._ignore if is_timed else None
        serving = self.connection.serve(Outboxes(), None, self._take, on_round_trip)
        self.task = asyncio.ensure_future(serving)

    async def hear(self, text: str) -> None:
        self._way.put({"type": "websocket.receive", "text": text})
        await settle()

    @property
    def pings(self) -> int:
        return sum(b'"ping"' in frame for frame in self.sent)

    async def leave(self) -> None:
        self._way.put({"type": "websocket.disconnect"})
        await self.task

    def _take(self, message: object) -> None:
        pass

    def _ignore(self, round_trip_ms: int) -> None:
        pass


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize("is_timed", [False, True])
async def test_a_page_to_and_from_which_messages_go_is_pinged_for_its_clock_alone(
    is_timed: bool,
) -> None:
    page = Page(is_timed=is_timed)
    await settle()
    for beats in range(1, 4):
        await page.hear(SOW)
        page.connection.send(TOLD)
        page.connection._beat()
        assert page.pings == (beats if is_timed else 0)
    await page.leave()


@pytest.mark.parametrize("does", ["nothing", "hear", "tell", "answer pings"])
async def test_a_page_that_is_silent_either_way_is_pinged_with_every_beat(does: str) -> None:
    page = Page(is_timed=False)
    await settle()
    for beats in range(1, connection.MOST_UNANSWERED_PINGS + 1):
        match does:
            case "hear":
                await page.hear(SOW)
            case "tell":
                page.connection.send(TOLD)
            case "answer pings":
                await page.hear(f'{{"type":"pong","n":{beats - 1}}}')
        page.connection._beat()
        assert page.pings == beats
    await page.leave()
