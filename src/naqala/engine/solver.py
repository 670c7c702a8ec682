"""Solves positions of Kalah: exact margins, best moves, the line that both should play.

A margin is found by questions that are answered for certain, "is it at least so much?", each a
search with a null window (`kernels/solve.py`). What is proven is kept from one question to the
next, and from one position to the next.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from naqala.engine.endgames import EndgameDatabase
from naqala.engine.endgames.database import endgame_rules
from naqala.engine.endgames.ranks import (
    binomials,
    block_offsets,
    positions_up_to,
    rank_of,
    rows_of,
)
from naqala.engine.ordering import promise_weights
from naqala.engine.stop import Stop
from naqala.rules import SWAP, Game, Move, Position, Remainder, Swap, Variant
from naqala.rules.score import Bounds, Exact

DEFAULT_MEMORY_BYTES = 256 << 20
_STACK = 60_000
"""Children on the way down to the deepest position; games that are played have a tenth of it."""
_WATCH_S = 0.02
_STOPPED = 2
_LIMIT = 4
_UNLIMITED = 1 << 62


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven of a position.

    `score` is the final margin for the player to move, stores included: `Exact`, or `Bounds` when
    the search was stopped. With an exact score `moves` are all best moves and `line` is what both
    should play, to the end.
    """

    score: Exact | Bounds
    moves: tuple[Move, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float


class Solver:
    """Solves positions of one variant of Kalah; for one caller at a time.

    The number of threads changes how long it takes, never a value: what is proven is true
    whoever proved it.
    """

    def __init__(
        self,
        variant: Variant,
        database: EndgameDatabase | None = None,
        *,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
        threads: int = 1,
        on_progress: Callable[[int], None] | None = None,
        weights: NDArray[np.int64] | None = None,
    ) -> None:
        """Takes memory for what will be proven: the largest power of two that fits.

        `on_progress` is called from time to time with the nodes so far. `weights` are those that
        `promise_weights` finds for the database, if they are known already.

        Raises:
            ValueError: for wari and oware, for a database of other rules, for no memory or thread.

        """
        from naqala.engine import kernels
        from naqala.engine.kernels.proofs import LEAST_ENTRIES
        from naqala.engine.kernels.solve import SOLVE_FIELDS, SOLVE_SIZE, SOLVE_VARIETY

        if variant.game is not Game.KALAH:
            raise ValueError(f"solving is for kalah, not for {variant.game.value}")
        rules = endgame_rules(variant)
        if database is not None and database.rules != rules:
            raise ValueError(f"the database is for {database.rules}, not for {rules}")
        if memory_bytes < 1 or threads < 1:
            raise ValueError("a solver needs memory and at least one thread")
        self._kernels = kernels
        self._rules = rules
        self._database = database
        values = np.zeros(1, np.int8) if database is None else database.values
        # Never written to, like a mapped file: kernels are compiled for one kind of array alone.
        self._values = values.view(np.ndarray)
        self._values.flags.writeable = False
        entries = LEAST_ENTRIES
        while 2 * entries * 8 <= memory_bytes:
            entries *= 2
        self._proofs = np.zeros(entries, np.int64)
        pits, total = variant.pits, variant.total
        rows = np.array([rows_of(pits, seeds) for seeds in range(total + 1)], np.int64)
        bits = max(positions_up_to(pits, total), entries).bit_length()
        self._numbers = (block_offsets(pits, total), rows, binomials(pits), bits)
        self._weights = promise_weights(database, pits) if weights is None else weights
        self._tables = kernels.tables_of(variant)
        self._stacks = np.zeros((threads, _STACK, SOLVE_FIELDS), np.int64)
        self._states = np.zeros((threads, SOLVE_SIZE), np.int64)
        self._states[1:, SOLVE_VARIETY] = 1
        self._pool = ThreadPoolExecutor(threads, "solver")
        self._on_progress = on_progress

    def solve(
        self,
        position: Position,
        stop: Stop | None = None,
        on_bounds: Callable[[int, int], None] | None = None,
    ) -> Solution:
        """Finds the exact margin, all best moves and the line of best play.

        `on_bounds` is told, on the caller's thread, what the margin lies between whenever more is
        proven. Which of several best moves the line takes is not promised.

        Raises:
            ValueError: if the position is of other rules, has more seeds, or is over.

        """
        began, nodes = time.perf_counter(), self._nodes
        stop = stop or Stop()
        score = self.score(position, stop, on_bounds)
        moves: tuple[Move, ...] = ()
        line: list[Move] = []
        if isinstance(score, Exact):
            legal = position.legal_moves()
            moves = tuple(m for m in legal if self._reaches(position, m, score.margin, stop))
            if moves:
                line = self._best_line(position, moves[0], score.margin, stop)
        seconds = time.perf_counter() - began
        if stop.is_set:
            moves = line = ()  # type: ignore[assignment]
        return Solution(score, moves, tuple(line), self._nodes - nodes, seconds)

    def score(
        self,
        position: Position,
        stop: Stop | None = None,
        on_bounds: Callable[[int, int], None] | None = None,
    ) -> Exact | Bounds:
        """Finds the exact margin alone, which takes less than all best moves and the line.

        Raises:
            ValueError: as `solve`.

        """
        self._check(position)
        lower, upper = self._bounds(position, stop or Stop(), on_bounds)
        return Exact(lower) if lower == upper else Bounds(lower, upper)

    def move_scores(
        self, position: Position, stop: Stop | None = None
    ) -> dict[Move, Exact | Bounds]:
        """What every legal move is worth for the player to move, stores included.

        Raises:
            ValueError: as `solve`.

        """
        self._check(position)
        stop = stop or Stop()
        scores: dict[Move, Exact | Bounds] = {}
        for move in position.legal_moves():
            after = position.play(move)
            lower, upper = self._bounds(after, stop)
            if not _keeps_mover(position, move, after):
                lower, upper = -upper, -lower
            scores[move] = Exact(lower) if lower == upper else Bounds(lower, upper)
        return scores

    def ask(
        self,
        position: Position,
        margin: int,
        *,
        nodes: int | None = None,
        until: float | None = None,
        stop: Stop | None = None,
    ) -> tuple[int, int]:
        """Bounds of the final margin that settle whether it is at least `margin`.

        For the player to move, stores included, as if there were no swap. They settle nothing when
        there are more `nodes` to search, `time.perf_counter()` has passed `until`, or it was
        stopped; they are true all the same.

        Raises:
            ValueError: as `solve`.

        """
        self._check(position)
        ahead = _ahead(position)
        lower, upper = self._ask(position, margin - ahead, stop or Stop(), nodes, until)
        return ahead + lower, ahead + upper

    def known(self, position: Position) -> tuple[int, int]:
        """Bounds of the final margin that need no search: what was proven before.

        For the player to move, stores included, as if there were no swap.

        Raises:
            ValueError: as `solve`.

        """
        self._check(position)
        ahead = _ahead(position)
        lower, upper = self._known(position)
        return ahead + lower, ahead + upper

    @property
    def nodes(self) -> int:
        """Positions searched by all threads since the solver was made."""
        return self._nodes

    def _check(self, position: Position) -> None:
        if position.is_over:
            raise ValueError(f"the game is over in {position}")
        if endgame_rules(position.variant) != self._rules:
            raise ValueError(f"this solves {self._rules}, not {position.variant}")
        if position.seeds_in_pits >= len(self._numbers[1]):
            raise ValueError(
                f"{position.seeds_in_pits} seeds are in the pits, this solves up to "
                f"{len(self._numbers[1]) - 1}"
            )

    @property
    def _nodes(self) -> int:
        return int(self._states[:, 0].sum())

    def _best_line(
        self, position: Position, move: Move | None, margin: int, stop: Stop
    ) -> list[Move]:
        """Best play from a best move on; a move that is proven already is taken first."""
        line = []
        while move is not None:
            line.append(move)
            after = position.play(move)
            if not _keeps_mover(position, move, after):
                margin = -margin
            position = after
            if position.is_over or stop.is_set:
                break
            legal = position.legal_moves()
            move = next((m for m in legal if self._reaches(position, m, margin)), None)
            if move is None:
                move = next((m for m in legal if self._reaches(position, m, margin, stop)), None)
        return line

    def _reaches(
        self, position: Position, move: Move, margin: int, stop: Stop | None = None
    ) -> bool:
        """Whether a move leads to at least a margin; False when it was stopped.

        Without `stop` nothing is searched: whether it is proven already.
        """
        after = position.play(move)
        keeps = _keeps_mover(position, move, after)
        if after.is_over or after.swap is not Swap.NONE:
            lower, upper = self._bounds(after, stop)
            return lower >= margin if keeps else -upper >= margin
        ahead = _ahead(after)
        if keeps:
            return self._ask(after, margin - ahead, stop)[0] >= margin - ahead
        return self._ask(after, 1 - margin - ahead, stop)[1] <= -margin - ahead

    def _bounds(
        self,
        position: Position,
        stop: Stop | None,
        on_bounds: Callable[[int, int], None] | None = None,
    ) -> tuple[int, int]:
        """What the final margin lies between, for the player to move; equal unless stopped."""
        if position.is_over:
            return _ahead(position), _ahead(position)
        if position.swap is Swap.OFFERED:
            lower, upper = self._bounds(position._replace(swap=Swap.NONE), stop)
            return max(lower, -upper), max(upper, -lower)
        if position.swap is Swap.LATER:
            # The first turn is short: every way to play it is looked at.
            lowers, uppers = [], []
            for move in position.legal_moves():
                after = position.play(move)
                lower, upper = self._bounds(after, stop)
                if after.to_move is not position.to_move:
                    lower, upper = -upper, -lower
                lowers.append(lower)
                uppers.append(upper)
            return max(lowers), max(uppers)
        ahead = _ahead(position)

        def tell(lower: int, upper: int) -> None:
            if on_bounds is not None:
                on_bounds(ahead + lower, ahead + upper)

        lower, upper = self._rest(position, stop, tell)
        return ahead + lower, ahead + upper

    def _rest(
        self, position: Position, stop: Stop | None, tell: Callable[[int, int], None]
    ) -> tuple[int, int]:
        """What the margin from the pits lies between."""
        lower, upper = self._known(position)
        if stop is None:
            return lower, upper
        left = position.seeds_in_pits
        # All seeds count but where nobody gets the rest, so every other margin cannot be.
        step = 1 if position.variant.remainder is Remainder.NOBODY else 2
        guess = 2 - left % 2 if step == 2 else 1
        while lower < upper:
            beta = max(guess, lower + 1)
            proven = self._ask(position, beta, stop)
            lower, upper = max(lower, proven[0]), min(upper, proven[1])
            tell(lower, upper)
            if lower < beta <= upper:
                break  # stopped, or deeper than there is room for
            guess = lower + step if lower >= beta else upper - step + 1
        return lower, upper

    def _known(self, position: Position) -> tuple[int, int]:
        """Bounds of the margin from the pits that need no search."""
        if self._database is not None:
            margin = self._database.get_margin(position)
            if margin is not None:
                return margin, margin
        lower, upper, _ = self._kernels.look_up(
            self._mixed(position), position.seeds_in_pits, self._proofs
        )
        return lower, upper

    def _mixed(self, position: Position) -> int:
        """A position's number, as `kernels/proofs.py` knows it."""
        mine = position.pits(position.to_move)
        rival = position.pits(position.to_move.other)
        offsets, rows, _, bits = self._numbers
        number = offsets[sum(mine), sum(rival)] + rank_of(mine) * rows[sum(rival)] + rank_of(rival)
        return self._kernels.mix(int(number), bits)  # type: ignore[no-any-return]

    def _ask(
        self,
        position: Position,
        beta: int,
        stop: Stop | None,
        nodes: int | None = None,
        until: float | None = None,
    ) -> tuple[int, int]:
        """Bounds of the margin from the pits that settle whether it is at least `beta`."""
        lower, upper = self._known(position)
        if stop is None or lower >= beta or upper < beta:
            return lower, upper
        # Imported here: this brings Numba.
        from naqala.engine.encoding import encode_rows

        board = encode_rows(position)
        mixed, left = self._mixed(position), position.seeds_in_pits
        flag = np.zeros(1, np.int64)
        endgames = 0 if self._database is None else self._database.seeds

        def prove(thread: int) -> tuple[int, int]:
            state = self._states[thread]
            state[_STOPPED] = 0
            state[_LIMIT] = _UNLIMITED if nodes is None else state[0] + nodes
            stack = self._stacks[thread]
            end = self._kernels.expand(
                board.mine, board.rival, self._tables, self._numbers, endgames, self._values,
                self._proofs, stack, 0,
            )  # fmt: skip
            return self._kernels.prove(  # type: ignore[no-any-return]
                mixed, left, beta, True, 0, end, end, self._tables, self._numbers, self._weights,
                endgames, self._values, self._proofs, stack, state, flag,
            )  # fmt: skip

        futures = [self._pool.submit(prove, thread) for thread in range(len(self._states))]
        try:
            while not wait(futures, _WATCH_S, FIRST_COMPLETED).done:
                if stop.is_set or (until is not None and time.perf_counter() > until):
                    flag[0] = 1
                if self._on_progress is not None:
                    self._on_progress(self._nodes)
        finally:
            # The first one to know is enough; also nobody goes on after Ctrl-C.
            flag[0] = 1
            wait(futures)
        for future in futures:
            # The bounds of those that were stopped are true, too.
            lower, upper = max(lower, future.result()[0]), min(upper, future.result()[1])
        return lower, upper


def _ahead(position: Position) -> int:
    """The mover's store minus his rival's."""
    return position.store(position.to_move) - position.store(position.to_move.other)


def _keeps_mover(position: Position, move: Move, after: Position) -> bool:
    """Whether the same person moves next; whoever swaps sits on the other side then."""
    return (after.to_move is position.to_move) != (move == SWAP)
