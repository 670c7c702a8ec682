"""The rules of Kalah, with every option. Source: docs/rules.md, "Kalah" (numbers in brackets)."""

from typing import TYPE_CHECKING, Final

from naqala.rules.outcome import Reason
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.sowing import Sowing, Transfer
from naqala.rules.swap import Swap
from naqala.rules.sweep import EACH_HIS_OWN, sweep
from naqala.rules.variant import PITS_RANGE, SEEDS_RANGE, End, Remainder

if TYPE_CHECKING:
    from naqala.rules.position import Position

# Python 3.11 takes a tenth of a microsecond to find a member of an enumeration.
_RIVALS: Final = (NORTH, SOUTH)
_NONE, _LATER, _OFFERED, _MOVER_STUCK = Swap.NONE, Swap.LATER, Swap.OFFERED, End.MOVER_STUCK


def legal_pits(position: "Position") -> tuple[int, ...]:
    """Every own pit with seeds [1]."""
    return tuple([pit for pit, seeds in enumerate(position.pits(position.to_move), 1) if seeds])


def _track(pits: int, origin: int) -> tuple[int, ...]:
    """Where the seeds of a pit fall, one after the other: round the board, past the rival's store,
    for as many as there can be [1].
    """
    last = 2 * pits + 1
    rival_store = last if origin < pits else pits
    lap = (*range(origin + 1, last + 1), *range(origin + 1))
    once = tuple(place for place in lap if place != rival_store)
    return once * (2 * pits * SEEDS_RANGE[-1] // len(once) + 1)


_TRACKS: Final = {
    pits: tuple(_track(pits, origin) for origin in range(2 * pits + 1)) for pits in PITS_RANGE
}


def sow(position: "Position", pit: int) -> Sowing:
    """Sows a legal pit [1-7]; the caller has checked it."""
    # All moves that a player may make are sown each time that he is told of them: no calls here
    # that cost more than what they do.
    variant, places, mover, _, _, offer, _ = position
    pits = variant.pits
    own_store = pits if mover is SOUTH else 2 * pits + 1
    origin = own_store - pits + pit - 1
    board = list(places)
    seeds = board[origin]
    board[origin] = 0
    visited = _TRACKS[pits][origin][:seeds]
    for place in visited:
        board[place] += 1
    last = visited[-1]

    # The last seed alone in an own pit captures the facing pit and itself [2, 5].
    captures: tuple[Transfer, ...] = ()
    if board[last] == 1 and own_store - pits <= last < own_store:
        facing = 2 * pits - last
        taken = board[facing]
        if taken:
            captures = (Transfer(facing, taken, own_store), Transfer(last, 1, own_store))
        elif variant.empty_capture:
            captures = (Transfer(last, 1, own_store),)
        if captures:
            board[own_store] += taken + 1
            board[facing] = board[last] = 0

    # Whose turn it is [4], and what becomes of the pie [10].
    extra_turn = last == own_store
    swap = _NONE
    if offer is _LATER:
        swap = _LATER if extra_turn else _OFFERED
    moved = position.after_move(board, mover if extra_turn else _RIVALS[mover], swap=swap)

    if _is_finished(moved):
        after, transfers = _finish(moved)
        return Sowing(origin, visited, captures, False, transfers, after)
    return Sowing(origin, visited, captures, extra_turn, (), moved)


def settle(position: "Position") -> "Position":
    """Sweeps a set-up position that is already finished [6, 7]."""
    return _finish(position)[0] if _is_finished(position) else position


def _is_finished(position: "Position") -> bool:
    """Whether the end has come [6]."""
    variant, board, mover, _, _, _, _ = position
    pits = variant.pits
    south, north = any(board[:pits]), any(board[pits + 1 : -1])
    if variant.end is _MOVER_STUCK:
        return not (south if mover is SOUTH else north)
    return not (south and north)


def _finish(position: "Position") -> tuple["Position", tuple[Transfer, ...]]:
    """Gives the rest to whom the variant says [7]."""
    variant = position.variant
    reason = Reason.NO_MOVES if variant.end is _MOVER_STUCK else Reason.PITS_EMPTY
    owners: tuple[Side | None, Side | None] = EACH_HIS_OWN
    if variant.remainder is Remainder.NOBODY:
        owners = (None, None)
    elif variant.remainder is Remainder.EMPTIER:
        emptier = NORTH if any(position.pits(SOUTH)) else SOUTH
        owners = (emptier, emptier)
    return sweep(position, owners, reason)
