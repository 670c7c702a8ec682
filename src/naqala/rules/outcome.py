"""How a game ended."""

from dataclasses import dataclass
from enum import Enum

from naqala.rules.side import NORTH, SOUTH, Side


class Reason(Enum):
    """Why a game is over. The first four come from the rules, the others from the players."""

    PITS_EMPTY = "pits_empty"
    NO_MOVES = "no_moves"
    REPETITION = "repetition"
    MAJORITY = "majority"
    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONMENT = "abandonment"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    `winner` is None for a draw and for an aborted game. `margin` is South's store minus North's,
    in seeds, whoever won: a player may resign while ahead.
    """

    winner: Side | None
    reason: Reason
    margin: int
    stores: tuple[int, int]

    @classmethod
    def by_count(cls, stores: tuple[int, int], reason: Reason) -> "Outcome":
        """The outcome that the stores (South, North) decide: more seeds win, equal is a draw."""
        margin = stores[0] - stores[1]
        winner = None if margin == 0 else SOUTH if margin > 0 else NORTH
        return cls(winner, reason, margin, stores)
