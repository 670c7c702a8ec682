"""The margins of all positions of a board with at most some number of seeds."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from naqala.engine.endgames.ranks import block_offsets, positions_up_to, rank_of, rows_of
from naqala.rules import Game, Position, Side, Variant


class MissingDatabaseError(KeyError):
    """No database knows the position; the message says which would."""

    def __str__(self) -> str:
        return str(self.args[0])


def endgame_rules(variant: Variant) -> Variant:
    """The variant as far as its endgames go: seeds at the start and the pie play no part."""
    if variant.game is not Game.KALAH:
        return variant
    return replace(variant, seeds=1, pie=False)


def tables_of_game(rules: Variant) -> int:
    """How many tables a database has: one where no position repeats, else a lower and an upper."""
    return 1 if rules.game is Game.KALAH else 2


@dataclass(frozen=True, slots=True)
class EndgameDatabase:
    """A database in memory, or mapped into it.

    `values` are int8[positions up to `seeds`], numbered by `endgames/ranks.py`: what the player to
    move gets at least from what is still to be won, the sweep included. In Kalah that is exact. In
    wari and oware `upper_values` tells likewise what he gets at most.

    A margin of wari and oware depends on what has been on the board since the last capture, for
    repeating it ends the game. The database tells that of a position *without a past*: right after
    a capture, or set up. There both bounds hold under all the rules, and where they are equal the
    margin is exact. Oware is valued without its stop at a majority, which changes no winner.
    """

    rules: Variant
    seeds: int
    values: NDArray[np.int8]
    upper_values: NDArray[np.int8] | None = None

    @property
    def upper(self) -> NDArray[np.int8]:
        """What the mover gets at most; in Kalah the same table as `values`."""
        return self.values if self.upper_values is None else self.upper_values

    @property
    def tables(self) -> tuple[NDArray[np.int8], ...]:
        """The one table of Kalah, or the lower and the upper one."""
        return (self.values,) if self.upper_values is None else (self.values, self.upper_values)

    def get_margin(self, position: Position) -> int | None:
        """The margin for the mover from what is in the pits, or None if it is not known here."""
        try:
            return self.probe_margin(position)
        except MissingDatabaseError:
            return None

    def probe_margin(self, position: Position) -> int:
        """The margin for the mover from what is in the pits; a finished position has 0.

        Raises:
            MissingDatabaseError: if the rules are others, the seeds too many, or the margin is
                only known within bounds.

        """
        lower, upper = self.probe_bounds(position)
        if lower != upper:
            raise MissingDatabaseError(
                f"the margin is known to be between {lower:+d} and {upper:+d}: it depends on cycles"
            )
        return lower

    def get_bounds(self, position: Position) -> tuple[int, int] | None:
        """The bounds of `probe_bounds`, or None if the position is not known here."""
        try:
            return self.probe_bounds(position)
        except MissingDatabaseError:
            return None

    def probe_bounds(self, position: Position) -> tuple[int, int]:
        """The least and the greatest margin for the mover from what is in the pits.

        Raises:
            MissingDatabaseError: if the rules are others, or the seeds too many.

        """
        if endgame_rules(position.variant) != self.rules:
            raise MissingDatabaseError(
                f"this database is for {self.rules}, not for {position.variant}"
            )
        if position.seeds_in_pits > self.seeds:
            raise MissingDatabaseError(
                f"{position.seeds_in_pits} seeds are in the pits, this database has up to "
                f"{self.seeds}: build a larger one"
            )
        mover = position.to_move
        gain = -_lead(position, mover)
        while position.forced_pit is not None:
            position = position.play(position.forced_pit)
        gain += _lead(position, mover)
        if position.is_over:
            return gain, gain
        mine = position.pits(position.to_move)
        rival = position.pits(position.to_move.other)
        offset = int(block_offsets(self.rules.pits, self.seeds)[sum(mine), sum(rival)])
        width = rows_of(self.rules.pits, sum(rival))
        place = offset + rank_of(mine) * width + rank_of(rival)
        lower, upper = int(self.values[place]), int(self.upper[place])
        if position.to_move is not mover:
            lower, upper = -upper, -lower
        return gain + lower, gain + upper

    def up_to(self, seeds: int) -> "EndgameDatabase":
        """The part of the database with at most so many seeds, in the same memory."""
        size = positions_up_to(self.rules.pits, seeds)
        parts = (table[:size] for table in self.tables)
        return EndgameDatabase(self.rules, seeds, *parts)


def _lead(position: Position, side: Side) -> int:
    return position.store(side) - position.store(side.other)
