"""The exact margins of all positions of a board with at most some number of seeds."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from naqala.engine.endgames.ranks import block_offsets, rank_of, rows_of
from naqala.rules import Game, Position, Variant


class MissingDatabaseError(KeyError):
    """No database knows the position; the message says which would."""

    def __str__(self) -> str:
        return str(self.args[0])


def endgame_rules(variant: Variant) -> Variant:
    """The variant as far as its endgames go: seeds at the start and the pie play no part.

    Raises:
        ValueError: for wari and oware, whose positions can repeat.

    """
    if variant.game is not Game.KALAH:
        raise ValueError(f"endgame databases are for kalah, not for {variant.game.value}")
    return replace(variant, seeds=1, pie=False)


@dataclass(frozen=True, slots=True)
class EndgameDatabase:
    """A database in memory, or mapped into it.

    `values` is int8[positions up to `seeds`], numbered by `kernels/ranks.py`, each the margin for
    the player to move from what is still to be won, the sweep included.
    """

    rules: Variant
    seeds: int
    values: NDArray[np.int8]

    def get_margin(self, position: Position) -> int | None:
        """The margin for the mover from what is in the pits, or None if it is not known here."""
        try:
            return self.probe_margin(position)
        except MissingDatabaseError:
            return None

    def probe_margin(self, position: Position) -> int:
        """The margin for the mover from what is in the pits; a finished position has 0.

        Raises:
            MissingDatabaseError: if the rules are others, or the seeds too many.

        """
        if position.variant.game is not Game.KALAH or endgame_rules(position.variant) != self.rules:
            raise MissingDatabaseError(
                f"this database is for {self.rules}, not for {position.variant}"
            )
        mine = position.pits(position.to_move)
        rival = position.pits(position.to_move.other)
        if sum(mine) + sum(rival) > self.seeds:
            raise MissingDatabaseError(
                f"{sum(mine) + sum(rival)} seeds are in the pits, this database has up to "
                f"{self.seeds}: build a larger one"
            )
        offset = int(block_offsets(self.rules.pits, self.seeds)[sum(mine), sum(rival)])
        width = rows_of(self.rules.pits, sum(rival))
        return int(self.values[offset + rank_of(mine) * width + rank_of(rival)])
