"""How the site looks for garbage: seldom.

What a game leaves behind goes by its reference count. To look for cycles means to look at all that
is kept, and in CPython's usual measure games that are played bring that about many times a second:
a tenth of all processor time, and pauses that grow with the number of games. Moves that are taken
up together have tens of thousands of objects at once, which go again: they are to cause no look.
"""

import gc

THRESHOLDS = (100_000, 4, 1_000)
"""Objects that have come and stayed before the youngest are looked at; so many looks at the
youngest to one at the young; so many of these to one at everything."""


def look_seldom() -> None:
    """Takes what is there for permanent, and looks at the rest less often; for after the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
