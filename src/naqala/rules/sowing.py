"""What one move does, step by step, for whoever wants to show it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from naqala.rules.position import Position


class Transfer(NamedTuple):
    """All seeds of one pit going to a store, or off the board when `store` is None.

    `pit` and `store` are places of the board (`position.py` draws them).
    """

    pit: int
    seeds: int
    store: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Where the seeds of a pit fall: the place of the pit, `origin`, and their number alone say it,
    so there is one of each.

    `own_end` is where the last one falls, if that is a pit of the mover's.
    """

    origin: int
    visited: tuple[int, ...]
    own_end: int | None
    extra_turn: bool


class Sowing(NamedTuple):
    """The steps of one move, in the order in which they happen.

    All seeds are lifted from `origin`, one falls in each place of `visited`, then `captures`
    are made; if that ends the game, `sweep` clears the pits. Places are indices of the board
    (`position.py` draws them). `after` is the position when all is done.
    """

    origin: int
    visited: tuple[int, ...]
    captures: tuple[Transfer, ...]
    extra_turn: bool
    sweep: tuple[Transfer, ...]
    after: "Position"

    @property
    def captured(self) -> int:
        """Seeds that went to the mover's store by capture."""
        return sum(capture.seeds for capture in self.captures)
