"""The search at the root: every move of the position itself, deeper and deeper."""

from dataclasses import dataclass

from naqala.engine import kernels
from naqala.engine.encoding import Board
from naqala.engine.first_turn import value_before_offer, value_of_offer
from naqala.engine.kernels import layout as at
from naqala.engine.workspace import Workspace
from naqala.rules import Game, Position
from naqala.rules.swap import Swap

INFINITY = 1 << 14
"""More than any margin, in SEED parts; a window's open end."""


class SearchEnded(Exception):
    """A limit or a stop came in the middle of an iteration."""


@dataclass(slots=True)
class RootMove:
    """A legal pit (0 to 5) of the root, and what is known of it.

    `gain` and `value` are in SEED parts, the value with the gain and without the lead that the
    root already has. `lower` and `upper` are what has been proven of the value.
    """

    pit: int
    child: Board
    follows: int
    gain: int
    value: int
    lower: int
    upper: int

    @property
    def is_proven(self) -> bool:
        """Whether its value is known exactly."""
        return self.lower == self.upper


class Root:
    """The moves of a root, best first after every iteration of `deepen`."""

    def __init__(self, position: Position, root: Board, workspace: Workspace) -> None:
        """Sows the legal moves; `root` is without stores, and the workspace has begun with it."""
        self.workspace = workspace
        self._is_kalah = position.variant.game is Game.KALAH
        self._swap = position.swap
        mover = position.to_move
        self.lead = (position.store(mover) - position.store(mover.other)) * at.SEED
        self._tables = workspace.tables
        left = position.seeds_in_pits * at.SEED
        estimate = int(kernels.evaluate(root.mine, root.rival, self._tables))
        self.estimate = min(max(estimate, -left), left)
        self.depth = 0
        pits = [move - 1 for move in position.legal_moves() if move]
        self.moves = [self._sown(root, pit, left) for pit in pits]
        # Until something is searched: extra turns, then gains, nearest to the store first.
        self.moves.sort(
            key=lambda move: (move.follows == at.EXTRA_TURN, move.gain, move.pit), reverse=True
        )

    def _sown(self, root: Board, pit: int, left: int) -> RootMove:
        mine, rival, follows, forced = kernels.sow(root.mine, root.rival, pit, self._tables)
        gain = int((mine >> at.STORE_SHIFT) - (rival >> at.STORE_SHIFT)) * at.SEED
        if follows != at.EXTRA_TURN:
            mine, rival = rival, mine
        child = Board(int(mine) & at.ROW, int(rival) & at.ROW, int(forced))
        if follows == at.GAME_OVER:
            return RootMove(pit, child, follows, gain, gain, gain, gain)
        return RootMove(pit, child, int(follows), gain, self.estimate, -left, left)

    @property
    def lower(self) -> int:
        """The proven least value of the best move."""
        return max(move.lower for move in self.moves)

    @property
    def upper(self) -> int:
        """The proven greatest value of any move."""
        return max(move.upper for move in self.moves)

    def is_settled(self, *, every_move: bool) -> bool:
        """Whether no iteration can find out more: all is proven that matters."""
        if every_move:
            return all(move.is_proven for move in self.moves)
        return self.lower == self.upper

    def deepen(self, depth: int, *, every_move: bool) -> None:
        """Searches one iteration, and puts the best move first.

        With `every_move` each one is valued on its own; else only the best is, and the others are
        just shown not to be better.

        Raises:
            SearchEnded: if it could not be finished; what it found out until then is kept.

        """
        if every_move:
            values = [self._value(move, -INFINITY, depth) for move in self.moves]
            for move, value in zip(self.moves, values, strict=True):
                move.value = value
            self.moves.sort(key=lambda move: move.value, reverse=True)
        else:
            self._find_best(depth)
        self.depth = depth

    def _find_best(self, depth: int) -> None:
        """One iteration of the usual kind; leaves the best move in front, also when it ends early.

        A move in front may be as good as another one that is proven; then that one is better.
        """
        low = -INFINITY
        try:
            for move in list(self.moves):
                value = self._value(move, low, depth)
                if value > low:
                    low = move.value = value
                    self._put_first(move)
        finally:
            if self.lower == self.upper:
                self._put_first(next(move for move in self.moves if move.lower == self.lower))

    def _put_first(self, move: RootMove) -> None:
        self.moves.remove(move)
        self.moves.insert(0, move)

    def _value(self, move: RootMove, low: int, depth: int) -> int:
        """The value of a move if it is more than `low`, which a null window finds out first."""
        if move.is_proven:
            return move.lower
        if low > -INFINITY:
            value = self._searched(move, low, low + 1, depth)
            if value <= low:
                return value
        return self._searched(move, low, INFINITY, depth)

    def _searched(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        value, complete = self._below(move, alpha, beta, depth)
        if self.workspace.has_given_up:
            raise SearchEnded
        if complete:
            if value > alpha:
                move.lower = max(move.lower, value)
            if value < beta:
                move.upper = min(move.upper, value)
        return min(max(value, move.lower), move.upper)

    def _below(self, move: RootMove, alpha: int, beta: int, depth: int) -> tuple[int, bool]:
        """Searches what follows a move; the move's own gain is counted in."""
        gain = move.gain
        if move.follows == at.EXTRA_TURN:
            if self._swap is Swap.LATER:
                value, complete = value_before_offer(
                    move.child, self.lead + gain, alpha - gain, beta - gain, depth - 1,
                    self.workspace, self._tables,
                )  # fmt: skip
            else:
                value, complete = self._search(move, alpha - gain, beta - gain, depth - 1)
            return gain + value, complete
        if self._swap is Swap.LATER:
            value, complete = value_of_offer(
                move.child, -(self.lead + gain), gain - beta, gain - alpha, depth - 1,
                self.workspace,
            )  # fmt: skip
        else:
            value, complete = self._search(move, gain - beta, gain - alpha, depth - 1)
        return gain - value, complete

    def _search(self, move: RootMove, alpha: int, beta: int, depth: int) -> tuple[int, bool]:
        is_fresh = self._is_kalah or move.gain != 0
        return self.workspace.search(
            move.child, is_fresh=is_fresh, alpha=alpha, beta=beta, depth=depth
        )
