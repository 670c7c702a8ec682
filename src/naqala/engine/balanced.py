"""Openings that give both sides a chance: their exact worth is near to even.

Most random openings decide a game between strong players: the better one cannot do more than win
from one side and lose from the other.
"""

import threading
from random import Random

from naqala.engine.endgames import EndgameShelf
from naqala.engine.engine import Engine
from naqala.engine.limits import Limits
from naqala.engine.match import NoEvenOpening, Opener, opening
from naqala.rules import Line, Variant
from naqala.rules.score import Bounds

_GLANCE = Limits(nodes=30_000)
_DOUBT = 3.0
"""How far a glance may be off, in seeds: openings that look worse are not worth a proof."""
_PROOF = Limits(nodes=20_000_000)
_MOST_DRAWS = 1_000


def balanced_openings(within: int, endgames: EndgameShelf | None) -> Opener:
    """Draws Kalah openings whose exact worth is at most so many seeds to either side.

    They are those of `opening`, of which all others are left out; so is the rare one that takes
    more than 20 million nodes to prove. Drawing raises `NoEvenOpening` if there is none.
    """
    of_thread = threading.local()

    def draw(variant: Variant, rng: Random) -> Line:
        if not hasattr(of_thread, "engine"):
            of_thread.engine = Engine(endgames=endgames, proof_bytes=256 << 20)
        engine: Engine = of_thread.engine
        for _ in range(_MOST_DRAWS):
            line = opening(variant, rng)
            glance = engine.search(line.position, _GLANCE).score
            worth = glance.lower + glance.upper if isinstance(glance, Bounds) else glance.margin
            if abs(worth) <= within + _DOUBT and engine.is_within(
                line.position, -within, within, _PROOF
            ):
                return line
        raise NoEvenOpening(f"no opening of {variant} is within {within} seeds of even")

    return draw
