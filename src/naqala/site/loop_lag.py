"""How late the event loop is: what everybody waits for, whoever keeps it busy."""

import asyncio
from collections.abc import Callable

PAUSE_S = 0.5
"""Pause between two looks."""


async def measure_lag(tell: Callable[[float], None]) -> None:
    """Tells again and again, until it is cancelled, how many seconds too late the loop wakes up."""
    loop = asyncio.get_running_loop()
    while True:
        due_s = loop.time() + PAUSE_S
        await asyncio.sleep(PAUSE_S)
        tell(max(0.0, loop.time() - due_s))
