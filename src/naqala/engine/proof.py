"""What is proven of the moves of a position of Kalah, question by question.

A question is "is this move worth at least so much?"; its answer narrows the bounds of that move.
Whatever is spent before the end, the bounds are true.
"""

import time
from collections.abc import Callable, Mapping, Sequence

from naqala.engine.book import Book
from naqala.engine.solver import Solver
from naqala.engine.stop import Stop
from naqala.rules import SWAP, Move, Position, Remainder, Swap


class _Spent(Exception):
    """A limit or a stop has ended a question without an answer."""


class Proof:
    """The bounds of every legal move, margins for the player to move, and how to narrow them."""

    def __init__(
        self,
        position: Position,
        solver: Solver,
        book: Book,
        *,
        nodes: int | None = None,
        until: float | None = None,
        stop: Stop | None = None,
        on_bounds: Callable[[], None] | None = None,
    ) -> None:
        """Begins with what the seeds in the pits allow.

        It ends after so many nodes, when `time.perf_counter()` passes `until`, or at a stop;
        `on_bounds` is called after every answer.
        """
        self._position = position
        self._solver = solver
        self._book = book
        self._last_node = None if nodes is None else solver.nodes + nodes
        self._first_node = solver.nodes
        self._until = until
        self._stop = stop or Stop()
        self._on_bounds = on_bounds
        # Where all seeds count in the end, margins are even or odd like their number.
        self._step = 1 if position.variant.remainder is Remainder.NOBODY else 2
        widest = _widest(position)
        self.bounds = dict.fromkeys(position.legal_moves(), widest)
        """Lower and upper bound of what each legal move is worth."""
        if position.swap is Swap.NONE:
            for move in position.legal_moves():
                self._recall(move)

    @property
    def nodes(self) -> int:
        """Positions searched for this proof."""
        return self._solver.nodes - self._first_node

    @property
    def lower(self) -> int:
        """What the best move is worth at least."""
        return max(lower for lower, _ in self.bounds.values())

    @property
    def upper(self) -> int:
        """What no move is worth more than."""
        return max(upper for _, upper in self.bounds.values())

    def is_best(self, move: Move) -> bool:
        """Whether no move is worth more, for certain."""
        return self.bounds[move][0] == self.upper

    def narrow(self, move: Move, lower: int, upper: int) -> None:
        """Takes over bounds that somebody else has proven."""
        old_lower, old_upper = self.bounds[move]
        self.bounds[move] = max(lower, old_lower), min(upper, old_upper)

    def find_best(self, order: Sequence[Move], guess: float) -> None:
        """Proves what the best move is worth, as far as the limits allow.

        `order` are all moves, the most promising first; `guess` is where the margin may lie.
        """
        ranked = list(order)
        try:
            while self.lower < self.upper:
                margin = self._asked(guess, self.lower, self.upper)
                self._settle(ranked, margin)
                guess = self.lower + self._step if self.lower >= margin else self.upper
        except _Spent:
            pass

    def is_within(self, order: Sequence[Move], low: int, high: int) -> bool:
        """Whether the best move is worth no less than `low` and no more than `high`, for certain.

        Cheaper than what it is worth; False also when it was ended before it was known.
        """
        ranked = list(order)
        try:
            self._settle(ranked, low)
            if self.lower >= low:
                self._settle(ranked, high + 1)
        except _Spent:
            return False
        return low <= self.lower and self.upper <= high

    def find_all(self, guesses: Mapping[Move, float]) -> None:
        """Proves what every move is worth, the most promising first."""
        try:
            for move in sorted(guesses, key=lambda move: guesses[move], reverse=True):
                lower, upper = self.bounds[move]
                guess = guesses[move]
                while lower < upper:
                    margin = self._asked(guess, lower, upper)
                    self._ask(move, margin)
                    lower, upper = self.bounds[move]
                    guess = lower + self._step if lower >= margin else upper
        except _Spent:
            pass

    def _recall(self, move: Move) -> None:
        """Takes over what was proven of a move before."""
        after = self._position.play(move)
        if after.is_over:
            return
        lower, upper = self._solver.known(after)
        if after.to_move is self._position.to_move:
            self.narrow(move, lower, upper)
        else:
            self.narrow(move, -upper, -lower)

    def _settle(self, ranked: list[Move], margin: int) -> None:
        """Finds out whether any move is worth at least a margin; such a one is ranked first."""
        for move in list(ranked):
            if self.bounds[move][1] >= margin > self.lower:
                self._ask(move, margin)
            if self.bounds[move][0] >= margin:
                ranked.remove(move)
                ranked.insert(0, move)
                break

    def _asked(self, guess: float, lower: int, upper: int) -> int:
        """The margin above `lower` that is nearest to a guess, among those that can be."""
        steps = max(1, round((guess - lower) / self._step))
        return min(lower + steps * self._step, upper)

    def _ask(self, move: Move, margin: int) -> None:
        after = self._position.play(move)
        # Whoever swaps sits on the other side then.
        if (after.to_move is self._position.to_move) != (move == SWAP):
            lower, upper = self._answer(after, margin)
        else:
            lower, upper = self._answer(after, 1 - margin)
            lower, upper = -upper, -lower
        self.narrow(move, lower, upper)
        if self._on_bounds is not None:
            self._on_bounds()
        if self._is_spent or self.bounds[move][0] < margin <= self.bounds[move][1]:
            raise _Spent

    @property
    def _is_spent(self) -> bool:
        return (
            self._stop.is_set
            or (self._last_node is not None and self._solver.nodes >= self._last_node)
            or (self._until is not None and time.perf_counter() > self._until)
        )

    def _answer(self, position: Position, margin: int) -> tuple[int, int]:
        """Bounds of a position's worth that settle whether it is at least `margin`, unless spent.

        The pie rule is dealt with here: its values depend on the stores.
        """
        if position.is_over:
            ahead = position.store(position.to_move) - position.store(position.to_move.other)
            return ahead, ahead
        known = self._book.get_margins(position)
        if known is not None:
            return max(known.values()), max(known.values())
        if position.swap is Swap.OFFERED:
            return self._answer_offer(position._replace(swap=Swap.NONE), margin)
        if position.swap is Swap.LATER:
            return self._answer_first_turn(position, margin)
        left = None if self._last_node is None else max(self._last_node - self._solver.nodes, 1)
        return self._solver.ask(position, margin, nodes=left, until=self._until, stop=self._stop)

    def _answer_offer(self, sown: Position, margin: int) -> tuple[int, int]:
        """Whoever is offered the swap has |v| where `sown`, without the swap, is worth v."""
        most = sown.total
        if margin <= 0:
            return 0, most
        lower, upper = self._answer(sown, margin)
        if lower < margin and not self._is_spent:
            # v is too small; is it as small that the other side has enough?
            again = self._answer(sown, 1 - margin)
            lower, upper = max(lower, again[0]), min(upper, again[1])
        return max(lower, -upper, 0), min(max(-lower, upper), most)

    def _answer_first_turn(self, position: Position, margin: int) -> tuple[int, int]:
        """The first turn is short: every way to play it is looked at."""
        lower, upper = -position.total, -position.total
        for move in position.legal_moves():
            after = position.play(move)
            if after.to_move is position.to_move:
                low, high = self._answer(after, margin)
            else:
                low, high = self._answer(after, 1 - margin)
                low, high = -high, -low
            lower, upper = max(lower, low), max(upper, high)
            if lower >= margin:
                return lower, position.total
            if self._is_spent:
                return lower, position.total
        return lower, upper


def _widest(position: Position) -> tuple[int, int]:
    """What the margin lies between in any case, the best of both sides with a swap to come."""
    mover = position.to_move
    ahead = position.store(mover) - position.store(mover.other)
    left = position.seeds_in_pits
    lower, upper = ahead - left, ahead + left
    if position.swap is not Swap.NONE:
        most = max(upper, -lower)
        return -most, most
    return lower, upper
