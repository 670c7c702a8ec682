"""How the site looks for garbage: seldom, and only at what is new.

What a game leaves behind goes by its reference count. To look for cycles means to look at all that
is kept, and in CPython's usual measure games that are played bring that about many times a second:
a tenth of all processor time, and pauses that grow with the number of games. Moves that are taken
up together have tens of thousands of objects at once, which go again: they are to cause no look.

What has survived one look is kept for long, as games and connections are. To look at it again took
a fifth of a second and more, in which nobody's move was answered: that is done once a day.
"""

import asyncio
import gc
from typing import Final

THRESHOLD: Final = 20_000
"""Objects that have come and stayed before they are looked at."""

DAY_S: Final = 24 * 60 * 60.0


def look_seldom() -> None:
    """Takes for permanent what is there, and from now on what survives a look; for after the start,
    during which nothing is looked at.
    """
    if _keep not in gc.callbacks:
        gc.callbacks.append(_keep)
    gc.set_threshold(THRESHOLD)
    gc.enable()
    gc.collect()


async def look_at_all_daily() -> None:
    """Looks once a day at all that was taken for permanent, until it is cancelled."""
    while True:
        await asyncio.sleep(DAY_S)
        gc.unfreeze()
        gc.collect()


def _keep(phase: str, _info: dict[str, int]) -> None:
    """Called by the collector at the begin and end of each look."""
    if phase == "stop":
        gc.freeze()
