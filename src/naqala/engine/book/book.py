"""What the book knows of a position."""

from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from naqala.engine.endgames.database import endgame_rules
from naqala.rules import SWAP, Game, Move, Position, Swap, Variant

Rows: TypeAlias = tuple[int, ...]
"""The pits of the mover from his left, then those of his rival."""


@dataclass(slots=True)
class Book:
    """Margins of all moves of some positions.

    `pages` has, for each set of rules without seeds and pie, the rows of a position and the margin
    of each of the mover's pits from what is in the pits, None for an empty one.
    """

    pages: dict[Variant, dict[Rows, tuple[int | None, ...]]] = field(default_factory=dict)

    def get_margins(self, position: Position) -> dict[Move, int] | None:
        """What every legal move is worth for the mover, stores included, or None if unknown."""
        if position.variant.game is not Game.KALAH or position.is_over:
            return None
        page = self.pages.get(endgame_rules(position.variant))
        if page is None:
            return None
        known = page.get(rows_of_position(position))
        if known is None:
            return None
        mover = position.to_move
        ahead = position.store(mover) - position.store(mover.other)
        margins = {pit: ahead + rest for pit, rest in enumerate(known, 1) if rest is not None}
        if position.swap is Swap.OFFERED:
            return {**margins, SWAP: -max(margins.values())}
        if position.swap is Swap.LATER:
            return self._before_the_offer(position, margins)
        return margins

    def add(self, position: Position, margins: dict[Move, int]) -> None:
        """Takes in what every legal move of a position is worth, stores included, no swap."""
        mover = position.to_move
        ahead = position.store(mover) - position.store(mover.other)
        pits = range(1, position.variant.pits + 1)
        known = tuple(margins[pit] - ahead if pit in margins else None for pit in pits)
        page = self.pages.setdefault(endgame_rules(position.variant), {})
        page[rows_of_position(position)] = known

    def _before_the_offer(
        self, position: Position, margins: dict[Move, int]
    ) -> dict[Move, int] | None:
        """The first turn of a game with the pie rule: what it leaves, the rival has or takes."""
        derived = {}
        for move, margin in margins.items():
            after = position.play(move)
            if after.is_over:
                derived[move] = margin
            elif after.swap is Swap.OFFERED:
                derived[move] = -abs(margin)
            else:
                later = self.get_margins(after)
                if later is None:
                    return None
                derived[move] = max(later.values())
        return derived


def rows_of_position(position: Position) -> Rows:
    """The rows of a position, the mover's first."""
    return position.pits(position.to_move) + position.pits(position.to_move.other)


@cache
def opening_book() -> Book:
    """The book of this package, read when it is first asked for.

    Raises:
        BookFileError: if the file is damaged or missing: the package is not whole.

    """
    from naqala.engine.book.file import PACKAGED, read_book

    return read_book(PACKAGED)
