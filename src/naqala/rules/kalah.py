"""The rules of Kalah, with every option. Source: docs/rules.md, "Kalah" (numbers in brackets)."""

from functools import cache
from itertools import compress, count, cycle, islice
from typing import TYPE_CHECKING, Final

from naqala.rules.outcome import Reason
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.sowing import Sowing, Track, Transfer
from naqala.rules.swap import Swap
from naqala.rules.sweep import EACH_HIS_OWN, sweep
from naqala.rules.variant import End, Remainder

if TYPE_CHECKING:
    from naqala.rules.position import Position

# Python 3.11 takes a tenth of a microsecond to find a member of an enumeration.
_RIVALS: Final = (NORTH, SOUTH)
_NONE, _LATER, _OFFERED, _MOVER_STUCK = Swap.NONE, Swap.LATER, Swap.OFFERED, End.MOVER_STUCK


def legal_pits(position: "Position") -> tuple[int, ...]:
    """Every own pit with seeds [1]."""
    return tuple(compress(count(1), position.pits(position.to_move)))


class _Tracks(dict[int, Track]):
    """The tracks of a pit by its seeds, made when they are first asked for."""

    def __init__(self, pits: int, origin: int) -> None:
        super().__init__()
        self._pits, self._origin = pits, origin

    def __missing__(self, seeds: int) -> Track:
        track = self[seeds] = _track(self._pits, self._origin, seeds)
        return track


@cache
def _tracks(pits: int) -> list[_Tracks]:
    """The tracks from each place, for some pits a side."""
    return [_Tracks(pits, origin) for origin in range(2 * pits + 1)]


def _track(pits: int, origin: int, seeds: int) -> Track:
    """The track round the board, past the rival's store [1]."""
    last = 2 * pits + 1
    own_store, rival_store = (pits, last) if origin < pits else (last, pits)
    lap = [*range(origin + 1, last + 1), *range(origin + 1)]
    lap.remove(rival_store)
    visited = tuple(islice(cycle(lap), seeds))
    end = visited[-1]
    own_end = end if own_store - pits <= end < own_store else None
    return Track(origin, visited, own_end, end == own_store)


def sow(position: "Position", pit: int) -> Sowing:
    """Sows a legal pit [1-7]; the caller has checked it."""
    variant, places, mover, _, _, offer, _ = position
    pits = variant.pits
    own_store = pits if mover is SOUTH else 2 * pits + 1
    origin = own_store - pits + pit - 1
    board = list(places)
    track = _tracks(pits)[origin][board[origin]]
    board[origin] = 0
    for place in track.visited:
        board[place] += 1

    # The last seed alone in an own pit captures the facing pit and itself [2, 5].
    captures: tuple[Transfer, ...] = ()
    end = track.own_end
    if end is not None and board[end] == 1:
        facing = 2 * pits - end
        taken = board[facing]
        if taken:
            captures = (Transfer(facing, taken, own_store), Transfer(end, 1, own_store))
        elif variant.empty_capture:
            captures = (Transfer(end, 1, own_store),)
        if captures:
            board[own_store] += taken + 1
            board[facing] = board[end] = 0

    # Whose turn it is [4], and what becomes of the pie [10].
    swap = _NONE
    if offer is _LATER:
        swap = _LATER if track.extra_turn else _OFFERED
    next_mover = mover if track.extra_turn else _RIVALS[mover]
    moved = position.after_move(board, next_mover, swap=swap)

    if _is_finished(moved):
        after, transfers = _finish(moved)
        return Sowing(origin, track.visited, captures, False, transfers, after)
    return Sowing(origin, track.visited, captures, track.extra_turn, (), moved)


def quiet_tracks(position: "Position") -> dict[int, Track | None]:
    """Every legal pit, with its track if it is sure to capture nothing [5] and end nothing [6]."""
    variant, board, mover, _, _, _, _ = position
    pits = variant.pits
    first = 0 if mover is SOUTH else pits + 1
    row = board[first : first + pits]
    rival_row = board[pits + 1 : -1] if mover is SOUTH else board[:pits]
    # Whoever sows one of several pits and captures nothing leaves seeds in both rows.
    if row.count(0) >= pits - 1 or not any(rival_row):
        return dict.fromkeys(legal_pits(position))
    quiet: dict[int, Track | None] = {}
    tracks = _tracks(pits)
    for pit, seeds in enumerate(row, 1):
        if seeds:
            track = tracks[first + pit - 1][seeds]
            end = track.own_end
            quiet[pit] = track if end is None or (board[end] and end != track.origin) else None
    return quiet


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
