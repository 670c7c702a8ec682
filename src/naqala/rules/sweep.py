"""Clearing the board at the end of a game."""

from typing import TYPE_CHECKING

from naqala.rules.outcome import Reason
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.sowing import Transfer
from naqala.rules.swap import Swap

if TYPE_CHECKING:
    from naqala.rules.position import Position

EACH_HIS_OWN = (SOUTH, NORTH)


def sweep(
    position: "Position", owners: tuple[Side | None, Side | None], reason: Reason
) -> tuple["Position", tuple[Transfer, ...]]:
    """Ends the game: South's row goes to the first owner, North's to the second; None: unscored.

    Returns the swept position, which forces nothing and offers nothing, and the transfers.
    """
    board = list(position.board)
    unscored = position.unscored
    transfers = []
    for side, owner in zip((SOUTH, NORTH), owners, strict=True):
        store = None if owner is None else position.store_place(owner)
        for pit in range(1, position.variant.pits + 1):
            place = position.place(side, pit)
            seeds, board[place] = board[place], 0
            if not seeds:
                continue
            transfers.append(Transfer(place, seeds, store))
            if store is None:
                unscored += seeds
            else:
                board[store] += seeds
    after = position._replace(
        board=tuple(board),
        unscored=unscored,
        forced_pit=None,
        swap=Swap.NONE,
        reason=reason,
    )
    return after, tuple(transfers)
