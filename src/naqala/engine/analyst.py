"""The analyst: says what every legal move of a position is worth."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from naqala.engine.book import Book, opening_book
from naqala.engine.endgames import EndgameShelf
from naqala.engine.limits import Limits
from naqala.engine.proof import Proof
from naqala.engine.prover import DEFAULT_PROOF_BYTES, Prover
from naqala.engine.searcher import MoveValue, Searcher
from naqala.engine.stop import Stop
from naqala.rules import Game, Move, Position, RepetitionKey
from naqala.rules.score import Score, from_bounds

DEFAULT_MEMORY_BYTES = 32 << 20

_FIRST_LOOK_NODES = 100_000
"""The search before a proof, at most; and a quarter of what may be spent, at most."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position.

    `scores` has every legal move, best first, `score` is the worth of the position; margins for
    the player to move, stores included. `nodes` counts search and proof.
    """

    scores: Mapping[Move, Score]
    score: Score
    nodes: int
    seconds: float

    @property
    def best(self) -> Move:
        """The best move as far as is known."""
        return next(iter(self.scores))


class Analyst:
    """Values moves in every variant; for one thread at a time.

    In Kalah values are proven as far as the limits allow, with the largest endgame database that
    there is; what was proven is kept, so that a game is followed with little work for each move.
    In wari and oware, and where nothing decisive is proven, values are what the search for play
    thinks.
    """

    def __init__(
        self,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
        *,
        endgames: EndgameShelf | None = None,
        book: Book | None = None,
        proof_bytes: int = DEFAULT_PROOF_BYTES,
        threads: int = 1,
    ) -> None:
        """Takes memory for the transposition table; imports Numba.

        `endgames` are the databases for search and proofs, if any, `book` is another opening book
        than the one that ships with the package, `proof_bytes` the memory for what is proven, which
        is taken with the first proof, and `threads` those that prove together.

        Raises:
            ValueError: if a size or number is not positive.
            BookFileError: if the package's book is damaged.

        """
        if memory_bytes <= 0:
            raise ValueError(f"an engine needs memory, not {memory_bytes} bytes")
        if proof_bytes <= 0 or threads <= 0:
            raise ValueError("proofs need memory and at least one thread")
        self._searcher = Searcher(memory_bytes, endgames)
        self._prover = Prover(
            opening_book() if book is None else book, endgames, proof_bytes, threads
        )
        self._lock = threading.Lock()

    def analyse(
        self,
        position: Position,
        keys: Sequence[RepetitionKey] = (),
        limits: Limits | None = None,
        *,
        stop: Stop | None = None,
        on_bounds: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Says what every legal move is worth, within the limits; there is always an answer.

        `keys` are those of `rules.Line`: what has been on the board since the last capture. Without
        limits it ends when every move's worth is proven, which may be never. `on_bounds` is called
        with what is known whenever a proof has found out more.

        Raises:
            ValueError: if the game is over, or the keys do not lead to the position.
            RuntimeError: if the analyst is at work already, in another thread.

        """
        began = time.perf_counter()
        limits = limits or Limits()
        stop = stop or Stop()
        with self._held(position):
            known = self._prover.book.get_margins(position)
            if known is not None:
                exact = {move: MoveValue(margin, margin, margin) for move, margin in known.items()}
                return _analysis(exact, 0, began)
            # 1. A search, for an order and a guess; in Kalah a short one.
            is_kalah = position.variant.game is Game.KALAH
            looked = self._searcher.value_moves(
                position, first_look(limits) if is_kalah else limits, keys, stop
            )
            if not is_kalah:
                return _analysis(looked.moves, looked.nodes, began)

            # 2. A proof with what is left: first the best move, then all others.
            values = dict(looked.moves)
            proof: Proof | None = None

            def tell() -> None:
                if proof is not None and on_bounds is not None:
                    on_bounds(
                        _analysis(_narrowed(values, proof), looked.nodes + proof.nodes, began)
                    )

            proof = self._prover.proof(
                position,
                nodes=None if limits.nodes is None else max(limits.nodes - looked.nodes, 1),
                until=None if limits.time_ms is None else began + limits.time_ms / 1000,
                stop=stop,
                on_bounds=tell,
            )
            for move, value in values.items():
                proof.narrow(move, value.lower, value.upper)
            guesses = {move: value.estimate for move, value in values.items()}
            proof.find_best(list(values), max(guesses.values()))
            proof.find_all(guesses)
            return _analysis(_narrowed(values, proof), looked.nodes + proof.nodes, began)

    @contextmanager
    def _held(self, position: Position) -> Iterator[None]:
        if position.is_over:
            raise ValueError(f"the game is over in {position} ({position.variant})")
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("this engine is searching already: use one engine per thread")
        try:
            yield
        finally:
            self._lock.release()


def first_look(limits: Limits) -> Limits:
    """The limits of the search before a proof that has these limits."""
    nodes = _FIRST_LOOK_NODES
    if limits.nodes is not None:
        nodes = min(nodes, max(limits.nodes // 4, 1))
    time_ms = None if limits.time_ms is None else limits.time_ms // 4
    return Limits(time_ms, nodes, limits.depth)


def _narrowed(values: Mapping[Move, MoveValue], proof: Proof) -> dict[Move, MoveValue]:
    return {move: MoveValue(*proof.bounds[move], value.estimate) for move, value in values.items()}


def _analysis(values: Mapping[Move, MoveValue], nodes: int, began: float) -> Analysis:
    """The strongest types that the values allow; a move that is proven best comes first."""
    lower = max(value.lower for value in values.values())
    upper = max(value.upper for value in values.values())

    def rank(move: Move) -> tuple[bool, float]:
        value = values[move]
        return value.lower == upper, min(max(value.estimate, value.lower), value.upper)

    order = sorted(values, key=rank, reverse=True)
    scores = {
        move: from_bounds(values[move].lower, values[move].upper, values[move].estimate)
        for move in order
    }
    score = from_bounds(lower, upper, values[order[0]].estimate)
    return Analysis(scores, score, nodes, time.perf_counter() - began)
