"""A socket's way to its transport: what it is sent is written with what all others are sent."""

import asyncio
from functools import partial

from naqala.site.turns import Turns


class GatheredWrites:
    """A transport that leaves to the loop's turns when it writes."""

    __slots__ = (
        "_transport",
        "_turns",
        "abort",
        "get_extra_info",
        "is_closing",
        "pause_reading",
        "resume_reading",
        "write",
    )

    def __init__(self, transport: asyncio.Transport, turns: Turns) -> None:
        self._transport = transport
        self._turns = turns
        self.abort = transport.abort
        self.get_extra_info = transport.get_extra_info
        self.is_closing = transport.is_closing
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading
        self.write = partial(turns.write, transport)

    def close(self) -> None:
        """Closes after what was written."""
        self._turns.flush()
        self._transport.close()
