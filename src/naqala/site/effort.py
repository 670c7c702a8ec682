"""How much a CPU player may think, by who else waits for the engine.

Nobody should wait for more than `MOST_WAIT_S` until his search begins. A search that begins may
therefore take no longer than lets all who wait behind it begin in time, if theirs are as long; when
that is less than it would take, it gets fewer nodes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from naqala.engine import Level

MOST_WAIT_S: Final = 2.0

LEAST_NODES: Final = 3_000
"""What a search gets whoever waits: some milliseconds. Weak levels never look at more."""

_NODES_PER_S: Final = 1_000_000
"""For a level that has not been timed yet."""

_WEIGHT: Final = 0.1
"""Of the newest time in the mean."""


def allowed_s(ages_s: Sequence[float], threads: int) -> float:
    """How long a search may take that begins now; infinite when nobody waits.

    `ages_s` tell for how long those behind it have waited, the next one first.
    """
    return min(
        (
            max(0.0, MOST_WAIT_S - age_s) * threads / before
            for before, age_s in enumerate(ages_s, 1)
        ),
        default=math.inf,
    )


def lessened(level: Level, share: float) -> Level:
    """A level with a share (0 to 1) of its nodes, but never less than `LEAST_NODES`.

    A proof that cannot have as many is not even begun.
    """
    nodes = level.limits.nodes
    if nodes is None or share >= 1:
        return level
    proof_nodes = int(level.proof_nodes * share)
    less = replace(
        level,
        limits=replace(level.limits, nodes=max(min(nodes, LEAST_NODES), int(nodes * share))),
        proof_nodes=proof_nodes if proof_nodes >= LEAST_NODES else 0,
    )
    return level if less == level else less


@dataclass(slots=True)
class Pace:
    """How long searches take, by level: a mean in which the newest counts most."""

    _means_s: dict[str, float] = field(default_factory=dict)

    def expected_s(self, level: Level) -> float:
        """How long a search of a level takes with all its nodes."""
        guess_s = ((level.limits.nodes or 0) + level.proof_nodes) / _NODES_PER_S
        return self._means_s.get(level.name, guess_s)

    def took(self, level: Level, seconds: float) -> None:
        """A search with all its nodes has ended."""
        mean_s = self.expected_s(level)
        self._means_s[level.name] = mean_s + _WEIGHT * (seconds - mean_s)
