"""Extends a book: proves the worth of all moves, position by position, the likeliest first."""

import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from naqala.engine.analyst import Analyst
from naqala.engine.book.book import Book, rows_of_position
from naqala.engine.stop import Stop
from naqala.rules import Position, Variant
from naqala.rules.score import Exact

_TURN = 1.0
_EXTRA_TURN = 0.4
_SEED_GIVEN_AWAY = 0.3
"""How much later a position comes for a turn, an extra turn and a seed that led to it."""


@dataclass(frozen=True, slots=True)
class BookProgress:
    """How far the extending is: positions known, those proven just now, how deep it is."""

    known: int
    proven: int
    depth: float
    position: Position
    seconds: float


def extend_book(
    book: Book,
    variant: Variant,
    analyst: Analyst,
    stop: Stop,
    *,
    most_depth: float = 99.0,
    on_progress: Callable[[BookProgress], None] = lambda progress: None,
) -> None:
    """Adds positions from the start of a Kalah game on, until it is stopped.

    Those that are in the book already take no time, so it goes on where it was stopped. A
    position comes the later the more turns it takes and the more seeds were given away.
    """
    start = Position.start(variant)
    numbers = count()
    waiting = [(0.0, next(numbers), start, True)]
    seen = {rows_of_position(start)}
    known = proven = 0
    while waiting and not stop.is_set and waiting[0][0] <= most_depth:
        depth, _, position, is_first_turn = heapq.heappop(waiting)
        began = time.perf_counter()
        margins = book.get_margins(position)
        if margins is None:
            scores = analyst.analyse(position, stop=stop).scores
            margins = {
                move: score.margin for move, score in scores.items() if isinstance(score, Exact)
            }
            if len(margins) < len(scores):
                return
            book.add(position, margins)
            proven += 1
        known += 1
        seconds = time.perf_counter() - began
        on_progress(BookProgress(known, proven, depth, position, seconds))
        best = max(margins.values())
        for move, margin in margins.items():
            after = position.play(move)
            rows = rows_of_position(after)
            if after.is_over or rows in seen:
                continue
            seen.add(rows)
            again = after.to_move is position.to_move
            later = depth + _SEED_GIVEN_AWAY * (best - margin)
            later += _EXTRA_TURN if again else _TURN
            # With the pie rule a first turn is worth what all its ends are.
            if is_first_turn and again:
                later = depth
            heapq.heappush(waiting, (later, next(numbers), after, is_first_turn and again))
