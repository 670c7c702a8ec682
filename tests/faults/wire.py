"""A page's socket over a network that may bring frames late, twice and in another order."""

import asyncio
import random
from collections.abc import Callable, Coroutine

from websockets.asyncio.client import ClientConnection

MOST_DELAY_S = 0.4


class Wire:
    """A socket; `badness` is how often a frame is late, and how often it comes twice."""

    def __init__(
        self,
        socket: ClientConnection,
        chance: random.Random,
        badness: float,
        on_twisted: Callable[[], None],
    ) -> None:
        self._socket = socket
        self._chance = chance
        self._badness = badness
        self._on_twisted = on_twisted
        self._frames: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        if badness:
            self._begin(self._pump())

    async def recv(self) -> str:
        """The next frame, which may be an old one.

        Raises:
            Exception: what ended the socket.

        """
        if not self._badness:
            return str(await self._socket.recv())
        frame = await self._frames.get()
        if isinstance(frame, Exception):
            raise frame
        return frame

    async def send(self, frame: str) -> None:
        """Sends a frame, perhaps later, perhaps twice."""
        for delay_s in self._delays_s():
            if delay_s:
                self._begin(self._send_later(frame, delay_s))
            else:
                await self._socket.send(frame)

    def close(self) -> None:
        """Drops what is still on its way."""
        for task in self._tasks:
            task.cancel()

    def _delays_s(self) -> list[float]:
        """When a frame and its copies arrive."""
        delays = [0.0]
        if self._chance.random() < self._badness:
            delays[0] = self._chance.uniform(0, MOST_DELAY_S)
        if self._chance.random() < self._badness:
            delays.append(self._chance.uniform(0, MOST_DELAY_S))
        if delays != [0.0]:
            self._on_twisted()
        return delays

    async def _pump(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                frame = str(await self._socket.recv())
                for delay_s in self._delays_s():
                    loop.call_later(delay_s, self._frames.put_nowait, frame)
        except Exception as error:
            self._frames.put_nowait(error)

    async def _send_later(self, frame: str, delay_s: float) -> None:
        await asyncio.sleep(delay_s)
        try:
            await self._socket.send(frame)
        except Exception:  # it has gone: so has the frame
            return

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
