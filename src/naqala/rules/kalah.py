"""The rules of Kalah, with every option. Source: docs/rules.md, "Kalah" (numbers in brackets)."""

from typing import TYPE_CHECKING

from naqala.rules.outcome import Reason
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.sowing import Sowing, Transfer
from naqala.rules.swap import Swap
from naqala.rules.sweep import EACH_HIS_OWN, sweep
from naqala.rules.variant import End, Remainder

if TYPE_CHECKING:
    from naqala.rules.position import Position


def legal_pits(position: "Position") -> tuple[int, ...]:
    """Every own pit with seeds [1]."""
    return tuple(pit for pit, seeds in enumerate(position.pits(position.to_move), 1) if seeds)


def sow(position: "Position", pit: int) -> Sowing:
    """Sows a legal pit [1-7]; the caller has checked it."""
    mover = position.to_move
    own_store = position.store_place(mover)
    rival_store = position.store_place(mover.other)
    board = list(position.board)

    # Sow round the board, past the rival's store; the origin gets a seed on a full lap [1].
    origin = place = position.place(mover, pit)
    seeds, board[origin] = board[origin], 0
    visited = []
    while seeds:
        place = (place + 1) % len(board)
        if place == rival_store:
            continue
        board[place] += 1
        seeds -= 1
        visited.append(place)

    # The last seed alone in an own pit captures the facing pit and itself [2, 5].
    captures: tuple[Transfer, ...] = ()
    is_own_pit = own_store - position.variant.pits <= place < own_store
    if is_own_pit and board[place] == 1:
        facing = position.facing(place)
        if board[facing] or position.variant.empty_capture:
            captures = tuple(
                Transfer(taken, board[taken], own_store)
                for taken in (facing, place)
                if board[taken]
            )
            board[own_store] += board[facing] + board[place]
            board[facing] = board[place] = 0

    # Whose turn it is [4], and what becomes of the pie [10].
    extra_turn = place == own_store
    swap = Swap.NONE
    if position.swap is Swap.LATER:
        swap = Swap.LATER if extra_turn else Swap.OFFERED
    moved = position.after_move(board, mover if extra_turn else mover.other, swap=swap)

    if _is_finished(moved):
        after, transfers = _finish(moved)
        return Sowing(origin, tuple(visited), captures, False, transfers, after)
    return Sowing(origin, tuple(visited), captures, extra_turn, (), moved)


def settle(position: "Position") -> "Position":
    """Sweeps a set-up position that is already finished [6, 7]."""
    return _finish(position)[0] if _is_finished(position) else position


def _is_finished(position: "Position") -> bool:
    """Whether the end has come [6]."""
    if position.variant.end is End.MOVER_STUCK:
        return not any(position.pits(position.to_move))
    return not any(position.pits(SOUTH)) or not any(position.pits(NORTH))


def _finish(position: "Position") -> tuple["Position", tuple[Transfer, ...]]:
    """Gives the rest to whom the variant says [7]."""
    variant = position.variant
    reason = Reason.NO_MOVES if variant.end is End.MOVER_STUCK else Reason.PITS_EMPTY
    owners: tuple[Side | None, Side | None] = EACH_HIS_OWN
    if variant.remainder is Remainder.NOBODY:
        owners = (None, None)
    elif variant.remainder is Remainder.EMPTIER:
        emptier = NORTH if any(position.pits(SOUTH)) else SOUTH
        owners = (emptier, emptier)
    return sweep(position, owners, reason)
