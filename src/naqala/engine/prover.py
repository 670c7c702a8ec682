"""The solvers that an engine keeps, so that what is proven serves the next position too."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from naqala.engine.book import Book
from naqala.engine.endgames import EndgameShelf, OpenEndgames
from naqala.engine.proof import Proof
from naqala.engine.solver import Solver
from naqala.engine.stop import Stop
from naqala.rules import Position, Variant

DEFAULT_PROOF_BYTES = 128 << 20
_MOST_SOLVERS = 2


@dataclass(slots=True)
class _Kept:
    endgames: OpenEndgames | None
    solver: Solver


class Prover:
    """Proves margins of Kalah positions of any variant; for one caller at a time.

    The memory for proofs is taken once for each of the last two games that were asked for, and
    is kept from position to position.
    """

    def __init__(
        self, book: Book, endgames: EndgameShelf | None, memory_bytes: int, threads: int
    ) -> None:
        self.book = book
        self._shelf = endgames
        self._memory_bytes = memory_bytes
        self._threads = threads
        self._kept: OrderedDict[Variant, _Kept] = OrderedDict()

    def solver(self, variant: Variant) -> Solver:
        """The solver of a variant, with the largest database that there is now.

        Raises:
            ValueError: for wari and oware.

        """
        game = replace(variant, pie=False)
        endgames = None if self._shelf is None else self._shelf.get(game)
        kept = self._kept.get(game)
        if kept is None or kept.endgames is not endgames:
            solver = Solver(
                game,
                None if endgames is None else endgames.database,
                memory_bytes=self._memory_bytes,
                threads=self._threads,
                weights=None if endgames is None else endgames.weights,
            )
            kept = self._kept[game] = _Kept(endgames, solver)
        self._kept.move_to_end(game)
        while len(self._kept) > _MOST_SOLVERS:
            self._kept.popitem(last=False)
        return kept.solver

    def proof(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        until: float | None = None,
        stop: Stop | None = None,
        on_bounds: Callable[[], None] | None = None,
    ) -> Proof:
        """A proof of a position that is not over, still to be made (`Proof`)."""
        return Proof(
            position,
            self.solver(position.variant),
            self.book,
            nodes=nodes,
            until=until,
            stop=stop,
            on_bounds=on_bounds,
        )
