"""The schoolbook game of wari. Source: docs/rules.md, "Wari" (numbers in brackets).

The sowing and the capture are also oware's; `oware.py` uses them.
"""

from collections.abc import Callable
from itertools import compress, count
from typing import TYPE_CHECKING

from naqala.rules.outcome import Reason
from naqala.rules.side import Side
from naqala.rules.sowing import Sowing, Transfer
from naqala.rules.sweep import EACH_HIS_OWN, sweep

if TYPE_CHECKING:
    from naqala.rules.position import Position


def legal_pits(position: "Position") -> tuple[int, ...]:
    """The forced pit [3], else those that leave the rival a seed [4], else every pit with seeds."""
    if position.forced_pit is not None:
        return (position.forced_pit,)
    pits = tuple(compress(count(1), position.pits(position.to_move)))
    feeding = tuple(pit for pit in pits if _leaves_rival_a_seed(position, pit))
    return feeding or pits


def sow(position: "Position", pit: int) -> Sowing:
    """Sows a legal pit; the caller has checked it."""
    mover = position.to_move
    board = list(position.board)
    visited = sow_round(position, board, pit)
    captures = find_captures(position, board, visited[-1])
    take(board, captures)

    forced_pit = _forced_reply(position, board, visited[-1]) if captures else None
    moved = position.after_move(board, mover.other, forced_pit=forced_pit)
    origin = position.place(mover, pit)
    if any(moved.pits(mover.other)):
        return Sowing(origin, visited, captures, False, (), moved)
    # The rival has nothing left: the game is over, the rest is the mover's [4].
    after, transfers = sweep(moved, (mover, mover), Reason.NO_MOVES)
    return Sowing(origin, visited, captures, False, transfers, after)


def settle(position: "Position") -> "Position":
    """A mover without seeds passes to a rival who can feed him; else the game is over [5]."""
    return settle_stuck_mover(position, _leaves_rival_a_seed)


def settle_stuck_mover(
    position: "Position", feeds: Callable[["Position", int], bool]
) -> "Position":
    """The rule for set-up positions that wari and oware share [5]."""
    mover = position.to_move
    if any(position.pits(mover)):
        return position
    passed = position._replace(to_move=mover.other)
    if any(feeds(passed, pit) for pit, seeds in enumerate(passed.pits(mover.other), 1) if seeds):
        return passed
    return sweep(position, EACH_HIS_OWN, Reason.NO_MOVES)[0]


def reaches_rival(position: "Position", pit: int) -> bool:
    """Whether sowing a pit of the mover drops a seed on the rival's side."""
    return position.pits(position.to_move)[pit - 1] > position.variant.pits - pit


def sow_round(position: "Position", board: list[int], pit: int) -> tuple[int, ...]:
    """Sows on `board` over all pits but the origin, never a store [1]; returns the places."""
    origin = place = position.place(position.to_move, pit)
    skipped = (origin, *(position.store_place(side) for side in Side))
    seeds, board[origin] = board[origin], 0
    visited = []
    while seeds:
        place = (place + 1) % len(board)
        if place in skipped:
            continue
        board[place] += 1
        seeds -= 1
        visited.append(place)
    return tuple(visited)


def find_captures(position: "Position", board: list[int], last: int) -> tuple[Transfer, ...]:
    """The unbroken run of rival pits with 2 or 3 seeds, backwards from the last seed [2]."""
    mover = position.to_move
    first_of_rival = position.place(mover.other, 1)
    captures = []
    while first_of_rival <= last < first_of_rival + position.variant.pits and board[last] in (2, 3):
        captures.append(Transfer(last, board[last], position.store_place(mover)))
        last -= 1
    return tuple(captures)


def take(board: list[int], captures: tuple[Transfer, ...]) -> None:
    """Moves captured seeds to the store on `board`."""
    for capture in captures:
        assert capture.store is not None
        board[capture.pit] = 0
        board[capture.store] += capture.seeds


def _leaves_rival_a_seed(position: "Position", pit: int) -> bool:
    board = list(position.board)
    last = sow_round(position, board, pit)[-1]
    take(board, find_captures(position, board, last))
    rival = position.to_move.other
    first = position.place(rival, 1)
    return any(board[first : first + position.variant.pits])


def _forced_reply(position: "Position", board: list[int], last: int) -> int | None:
    """The pit just after the one where the capture began, when it is the rival's and filled [3]."""
    pit = last - position.place(position.to_move.other, 1) + 2
    is_forced = pit <= position.variant.pits and board[last + 1] > 0
    return pit if is_forced else None
