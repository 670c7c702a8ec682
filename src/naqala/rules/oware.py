"""The rules of oware (Abapa). Source: docs/rules.md, "Oware"."""

from itertools import compress, count
from typing import TYPE_CHECKING

from naqala.rules.outcome import Reason
from naqala.rules.sowing import Sowing
from naqala.rules.sweep import EACH_HIS_OWN, sweep
from naqala.rules.wari import find_captures, reaches_rival, settle_stuck_mover, sow_round, take

if TYPE_CHECKING:
    from naqala.rules.position import Position


def legal_pits(position: "Position") -> tuple[int, ...]:
    """Every pit with seeds; only those that feed an empty rival; none ends the game."""
    pits = tuple(compress(count(1), position.pits(position.to_move)))
    if any(position.pits(position.to_move.other)):
        return pits
    return tuple(pit for pit in pits if reaches_rival(position, pit))


def sow(position: "Position", pit: int) -> Sowing:
    """Sows a legal pit; the caller has checked it."""
    mover = position.to_move
    board = list(position.board)
    visited = sow_round(position, board, pit)
    captures = find_captures(position, board, visited[-1])
    first_of_rival = position.place(mover.other, 1)
    rival_seeds = sum(board[first_of_rival : first_of_rival + position.variant.pits])
    if sum(capture.seeds for capture in captures) == rival_seeds:
        captures = ()  # a grand slam captures nothing
    take(board, captures)

    moved = position.after_move(board, mover.other)
    origin = position.place(mover, pit)
    reason = _end(moved)
    if reason is None:
        return Sowing(origin, visited, captures, False, (), moved)
    after, transfers = sweep(moved, EACH_HIS_OWN, reason)
    return Sowing(origin, visited, captures, False, transfers, after)


def settle(position: "Position") -> "Position":
    """Sweeps a finished set-up position, passes the turn of a mover without seeds."""
    reason = _end(position)
    if reason is Reason.NO_MOVES:
        position = settle_stuck_mover(position, reaches_rival)
        reason = _end(position)
    return position if reason is None else sweep(position, EACH_HIS_OWN, reason)[0]


def _end(position: "Position") -> Reason | None:
    """More than half of the seeds, or half each, ends the game; so does having no move."""
    half = position.variant.total // 2
    if max(position.stores) > half or position.stores == (half, half):
        return Reason.MAJORITY
    return None if legal_pits(position) else Reason.NO_MOVES
