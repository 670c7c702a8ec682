"""The strengths that the computer plays at. They are data, calibrated by matches.

Source of the numbers: docs/engine.md, "Levels".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from naqala.engine.limits import Limits
from naqala.rules import Game


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: how far it looks and how inexactly it judges.

    `noise` is the standard deviation, in seeds, of a random error added to the worth of every move
    before the best is chosen; 0 means none. With `proof_nodes` it first tries, in Kalah, to prove
    which move is best, and its limits hold where that cannot be done with so many nodes. In
    the games of `endgames` its search looks positions up in the databases that the engine has.
    """

    name: str
    limits: Limits
    noise: float = 0.0
    proof_nodes: int = 0
    endgames: tuple[Game, ...] = ()


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("easy", Limits(depth=1), noise=7.5),
            Level("medium", Limits(nodes=3_000, depth=4), noise=3.5),
            Level("hard", Limits(nodes=200_000), endgames=(Game.WARI, Game.OWARE)),
            Level("perfect", Limits(nodes=1_500_000), proof_nodes=2_000_000, endgames=tuple(Game)),
        )
    }
)
"""Every level by its name, weakest first."""
