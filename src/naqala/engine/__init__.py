"""How to choose a move: search, levels, and what they say about a position.

Numba is imported when the first `Engine` is made or `perft` is called, not with this package.
"""

from naqala.engine.analyst import Analysis, Analyst
from naqala.engine.compiling import is_compiled, warm_up
from naqala.engine.endgames import EndgameShelf
from naqala.engine.engine import DEFAULT_MEMORY_BYTES, Decision, Engine
from naqala.engine.ladder import Ladder
from naqala.engine.levels import LEVELS, Level
from naqala.engine.limits import Limits
from naqala.engine.match import (
    Opener,
    Player,
    Tally,
    even_openings,
    opening,
    play_match,
    play_out,
    player_of,
)
from naqala.engine.perft import perft
from naqala.engine.solver import Solution
from naqala.engine.stop import Stop
from naqala.rules.score import Bounds, Estimate, Exact, Score

__all__ = [
    "DEFAULT_MEMORY_BYTES",
    "LEVELS",
    "Analysis",
    "Analyst",
    "Bounds",
    "Decision",
    "EndgameShelf",
    "Engine",
    "Estimate",
    "Exact",
    "Ladder",
    "Level",
    "Limits",
    "Opener",
    "Player",
    "Score",
    "Solution",
    "Stop",
    "Tally",
    "even_openings",
    "is_compiled",
    "opening",
    "perft",
    "play_match",
    "play_out",
    "player_of",
    "warm_up",
]
