"""The engine: asks for a move, gets a decision."""

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from naqala.engine.levels import Level
from naqala.engine.limits import Limits
from naqala.engine.score import Score, from_bounds
from naqala.engine.stop import Stop
from naqala.rules import SWAP, Move, Position, RepetitionKey

if TYPE_CHECKING:
    from naqala.engine.root import Root

DEFAULT_MEMORY_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Decision:
    """What a search has decided.

    `line` are the moves it expects, `move` first. `depth` is the last iteration that was finished,
    in plies. `score` is the worth of the position as the search sees it; a level that plays
    inexactly may choose a move that is worth less.
    """

    move: Move
    score: Score
    depth: int
    nodes: int
    seconds: float
    line: tuple[Move, ...]


class Engine:
    """Searches positions of every variant; for one thread at a time.

    The kernels let go of the GIL, so several engines in several threads use several cores. Nothing
    is carried over from one search to the next: without `time_ms` and `stop` the same arguments
    give the same decision.
    """

    def __init__(self, memory_bytes: int = DEFAULT_MEMORY_BYTES) -> None:
        """Takes memory for the transposition table; imports Numba.

        Raises:
            ValueError: if the memory is not positive.

        """
        from naqala.engine.workspace import Workspace

        if memory_bytes <= 0:
            raise ValueError(f"an engine needs memory, not {memory_bytes} bytes")
        self._workspace = Workspace(memory_bytes)
        self._lock = threading.Lock()

    def search(
        self,
        position: Position,
        limits: Limits,
        keys: Sequence[RepetitionKey] = (),
        *,
        rng_seed: int = 0,
        stop: Stop | None = None,
    ) -> Decision:
        """Finds the best move within the limits; there is always one, and it is always legal.

        `keys` are those of `rules.Line`: what has been on the board since the last capture.

        Raises:
            ValueError: if the game is over, or the keys do not lead to the position.
            RuntimeError: if the engine is searching already, in another thread.

        """
        return self._decide(position, limits, 0.0, keys, rng_seed, stop)

    def choose(
        self,
        position: Position,
        level: Level,
        keys: Sequence[RepetitionKey] = (),
        *,
        rng_seed: int = 0,
        stop: Stop | None = None,
    ) -> Decision:
        """Decides as a level does: `search`, with the level's limits and noise."""
        return self._decide(position, level.limits, level.noise, keys, rng_seed, stop)

    def _decide(
        self,
        position: Position,
        limits: Limits,
        noise: float,
        keys: Sequence[RepetitionKey],
        rng_seed: int,
        stop: Stop | None,
    ) -> Decision:
        if position.is_over:
            raise ValueError(f"the game is over in {position} ({position.variant})")
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("this engine is searching already: use one engine per thread")
        try:
            return self._search(position, limits, noise, keys, rng_seed, stop)
        finally:
            self._lock.release()

    def _search(
        self,
        position: Position,
        limits: Limits,
        noise: float,
        keys: Sequence[RepetitionKey],
        rng_seed: int,
        stop: Stop | None,
    ) -> Decision:
        from naqala.engine.encoding import encode_history, encode_rows
        from naqala.engine.kernels.layout import MAX_DEPTH
        from naqala.engine.root import Root, SearchEnded

        # 1. Prepare the memory and, with a time limit, an alarm.
        began = time.perf_counter()
        board = encode_rows(position)
        history = encode_history(position, keys)
        self._workspace.begin(board, history, position.variant, limits.nodes, stop or Stop())
        root = Root(position, board, self._workspace)
        alarm = None
        if limits.time_ms is not None:
            alarm = threading.Timer(limits.time_ms / 1000, self._workspace.time_is_up)
            alarm.daemon = True
            alarm.start()

        # 2. Deepen until a limit comes or nothing is left to find out.
        try:
            for depth in range(1, (limits.depth or MAX_DEPTH) + 1):
                if root.is_settled(every_move=noise > 0):
                    break
                root.deepen(depth, every_move=noise > 0)
        except SearchEnded:
            pass
        finally:
            if alarm is not None:
                alarm.cancel()
                # It may be ringing just now, and must not be heard in the next search.
                alarm.join()

        # 3. Choose among the moves, with the level's error.
        move, line = _chosen(root, position, noise, rng_seed)
        return Decision(
            move=move,
            score=_score(root, position),
            depth=root.depth,
            nodes=self._workspace.nodes,
            seconds=time.perf_counter() - began,
            line=line,
        )


def _chosen(
    root: "Root", position: Position, noise: float, rng_seed: int
) -> tuple[Move, tuple[Move, ...]]:
    """The move and the line that follows it."""
    from naqala.engine.expectation import expected_line
    from naqala.engine.kernels.layout import SEED

    chosen = root.moves[0]
    value = float(chosen.value)
    if noise:
        # Mixed with the position: else the same error would hit the same pit in every move.
        rng = random.Random(f"{rng_seed} {position}")
        errors = [rng.gauss(0.0, noise * SEED) for _ in root.moves]
        value, chosen = max(
            ((move.value + error, move) for move, error in zip(root.moves, errors, strict=True)),
            key=lambda pair: pair[0],
        )
    line = expected_line(root, position, chosen)
    if position.is_swap_offered and root.lead + value < 0:
        return SWAP, (SWAP, *line)
    return line[0], line


def _score(root: "Root", position: Position) -> Score:
    """The worth of the position; whoever is offered the swap has the better of both sides."""
    from naqala.engine.kernels.layout import SEED

    lower = (root.lead + root.lower) // SEED
    upper = (root.lead + root.upper) // SEED
    estimate = (root.lead + root.moves[0].value) / SEED
    if position.is_swap_offered:
        least = max(lower, -upper, 0)
        return from_bounds(least, max(-lower, upper), abs(estimate))
    return from_bounds(lower, upper, estimate)
