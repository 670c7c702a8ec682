"""The search for play: one position, iterative deepening, what it says of the moves."""

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from naqala.engine.limits import Limits
from naqala.engine.stop import Stop
from naqala.rules import SWAP, Move, Position, RepetitionKey, Swap
from naqala.rules.score import Score, from_bounds

if TYPE_CHECKING:
    from naqala.engine.endgames import EndgameDatabase, EndgameShelf
    from naqala.engine.root import Root


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


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a search says of a move: proven bounds and an estimate between them, in seeds."""

    lower: int
    upper: int
    estimate: float


@dataclass(frozen=True, slots=True)
class Valuation:
    """What a search says of every legal move, best first."""

    moves: dict[Move, MoveValue]
    depth: int
    nodes: int


class Searcher:
    """Searches positions of every variant; for one caller at a time.

    Nothing is carried over from one search to the next: without `time_ms` and `stop` the same
    arguments and the same database give the same decision.
    """

    def __init__(self, memory_bytes: int, endgames: "EndgameShelf | None" = None) -> None:
        """Takes memory for the transposition table; imports Numba."""
        from naqala.engine.workspace import Workspace

        self._workspace = Workspace(memory_bytes)
        self._shelf = endgames

    def decide(
        self,
        position: Position,
        limits: Limits,
        keys: Sequence[RepetitionKey],
        stop: Stop,
        *,
        noise: float = 0.0,
        rng_seed: int = 0,
        endgames: bool = True,
    ) -> Decision:
        """Finds the best move of a position that is not over, with a level's error.

        Without `endgames` no database is looked at.
        """
        began = time.perf_counter()
        database = self._database(position) if endgames else None
        root = self._deepened(position, limits, keys, stop, database, every_move=noise > 0)
        move, line = _chosen(root, position, noise, rng_seed)
        return Decision(
            move=move,
            score=_score(root, position, _known(position, keys, database)),
            depth=root.depth,
            nodes=self._workspace.nodes,
            seconds=time.perf_counter() - began,
            line=line,
        )

    def value_moves(
        self, position: Position, limits: Limits, keys: Sequence[RepetitionKey], stop: Stop
    ) -> Valuation:
        """Values every legal move of a position that is not over."""
        database = self._database(position)
        root = self._deepened(position, limits, keys, stop, database, every_move=True)
        return Valuation(_move_values(root, position), root.depth, self._workspace.nodes)

    def _database(self, position: Position) -> "EndgameDatabase | None":
        opened = None if self._shelf is None else self._shelf.get(position.variant)
        return None if opened is None else opened.database

    def _deepened(
        self,
        position: Position,
        limits: Limits,
        keys: Sequence[RepetitionKey],
        stop: Stop,
        database: "EndgameDatabase | None",
        *,
        every_move: bool,
    ) -> "Root":
        """The root after its search, best move first."""
        from naqala.engine.encoding import encode_history, encode_rows
        from naqala.engine.kernels.layout import MAX_DEPTH
        from naqala.engine.root import Root, SearchEnded

        # 1. Prepare the memory and, with a time limit, an alarm.
        board = encode_rows(position)
        history = encode_history(position, keys)
        self._workspace.begin(board, history, position.variant, database, limits.nodes, stop)
        root = Root(position, board, self._workspace)
        alarm = None
        if limits.time_ms is not None:
            alarm = threading.Timer(limits.time_ms / 1000, self._workspace.time_is_up)
            alarm.daemon = True
            alarm.start()

        # 2. Deepen until a limit comes or nothing is left to find out.
        try:
            for depth in range(1, (limits.depth or MAX_DEPTH) + 1):
                if root.is_settled(every_move=every_move):
                    break
                root.deepen(depth, every_move=every_move)
        except SearchEnded:
            pass
        finally:
            if alarm is not None:
                alarm.cancel()
                # It may be ringing just now, and must not be heard in the next search.
                alarm.join()
        return root


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


def _known(
    position: Position, keys: Sequence[RepetitionKey], database: "EndgameDatabase | None"
) -> tuple[int, int] | None:
    """The bounds that a database has for a position without a past: of what is in the pits."""
    if database is None or len(keys) > 1 or position.swap is not Swap.NONE:
        return None
    return database.get_bounds(position)


def _score(root: "Root", position: Position, known: tuple[int, int] | None) -> Score:
    """The worth of the position; whoever is offered the swap has the better of both sides."""
    from naqala.engine.kernels.layout import SEED

    lower = (root.lead + root.lower) // SEED
    upper = (root.lead + root.upper) // SEED
    if known is not None:
        lower = max(lower, root.lead // SEED + known[0])
        upper = min(upper, root.lead // SEED + known[1])
    estimate = (root.lead + root.moves[0].value) / SEED
    if position.is_swap_offered:
        least = max(lower, -upper, 0)
        return from_bounds(least, max(-lower, upper), abs(estimate))
    return from_bounds(lower, upper, estimate)


def _move_values(root: "Root", position: Position) -> dict[Move, MoveValue]:
    """What is known of every move, best first; a swap turns the worth of the best sowing."""
    from naqala.engine.kernels.layout import SEED

    lead = root.lead
    values = {
        move.pit + 1: MoveValue(
            (lead + move.lower) // SEED, (lead + move.upper) // SEED, (lead + move.value) / SEED
        )
        for move in root.moves
    }
    if position.is_swap_offered:
        lower, upper = (lead + root.lower) // SEED, (lead + root.upper) // SEED
        values[SWAP] = MoveValue(-upper, -lower, -(lead + root.moves[0].value) / SEED)
    return dict(sorted(values.items(), key=lambda item: item[1].estimate, reverse=True))
