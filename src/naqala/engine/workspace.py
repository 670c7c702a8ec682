"""The memory that one search works in."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from naqala.engine import kernels
from naqala.engine.encoding import Board
from naqala.engine.endgames.database import EndgameDatabase
from naqala.engine.endgames.ranks import binomials, block_offsets, rows_of
from naqala.engine.kernels import layout as at
from naqala.engine.stop import Stop
from naqala.rules import Variant

_ENTRY_BYTES = at.ENTRY_SIZE * 8
_LEAST_ENTRIES = 1024
_LINE_BYTES = 64
UNLIMITED = 1 << 62
_NO_ENDGAMES = EndgameDatabase(Variant(), -1, np.zeros(1, np.int8))


class Workspace:
    """The arrays that the search kernels share, and the calls into them.

    A new search finds the transposition table empty, so its result does not depend on what was
    searched before. Not for two threads at once.
    """

    def __init__(self, memory_bytes: int) -> None:
        """Takes the largest power of two of table entries that fits, 1,024 at least."""
        entries = _LEAST_ENTRIES
        while 2 * entries * _ENTRY_BYTES <= memory_bytes:
            entries *= 2
        self._entries = _aligned(entries * at.ENTRY_SIZE)
        self._stack = np.zeros((at.MAX_DEPTH + 2, at.STACK_SIZE), np.int64)
        self._control = np.zeros(at.CONTROL_SIZE, np.int64)
        self._stop = Stop()
        self._database: EndgameDatabase | None = None
        self._endgames = _kernel_endgames(None)
        self.tables = np.zeros(0, np.int64)
        """Those of the root's variant (`kernels/tables.py`)."""
        self.ply = 0
        """Where the root stands on the stack: after its history."""
        self.path = 0
        """The hash of the path that leads on from the root, the root included."""

    def begin(
        self,
        root: Board,
        history: Sequence[Board],
        variant: Variant,
        endgames: EndgameDatabase | None,
        node_limit: int | None,
        stop: Stop,
    ) -> None:
        """Prepares for the searches below one root; `root` and `history` are without stores."""
        self.tables = kernels.tables_of(variant)
        if endgames is not self._database:
            self._database = endgames
            self._endgames = _kernel_endgames(endgames)
        self._stop = stop
        self._control[at.NODES] = 0
        self._control[at.NODE_LIMIT] = UNLIMITED if node_limit is None else node_limit
        self._control[at.GIVEN_UP] = 0
        self._control[at.TIME_IS_UP] = 0
        self._control[at.GENERATION] += 1
        if len(self._stack) < len(history) + at.MAX_DEPTH + 2:
            self._stack = np.zeros((len(history) + at.MAX_DEPTH + 2, at.STACK_SIZE), np.int64)
        self.path = 0
        self.ply = len(history)
        for ply, board in enumerate([*history, root]):
            self._stack[ply, at.PATH_MINE] = board.mine
            self._stack[ply, at.PATH_RIVAL] = board.rival + (board.forced << at.STORE_SHIFT)
            self.path = longer_path(self.path, board, ply)

    def time_is_up(self) -> None:
        """Ends the running search; may be called from another thread."""
        self._control[at.TIME_IS_UP] = 1

    @property
    def nodes(self) -> int:
        """Positions searched since `begin`."""
        return int(self._control[at.NODES])

    @property
    def has_given_up(self) -> bool:
        """Whether a limit or a stop has ended the search: its last value means nothing."""
        return bool(self._control[at.GIVEN_UP])

    def search(
        self, child: Board, *, is_fresh: bool, alpha: int, beta: int, depth: int
    ) -> tuple[int, bool]:
        """Searches a position one ply below the root; returns value (SEED parts), completeness.

        `is_fresh` says that it cannot repeat an earlier one: it is Kalah, or follows a capture.
        """
        ply = self.ply + 1
        self._stack[ply, at.PATH_SINCE] = ply if is_fresh else 0
        value, complete = kernels.search(
            child.mine,
            child.rival,
            child.forced,
            0 if is_fresh else self.path,
            alpha,
            beta,
            depth,
            ply,
            self.tables,
            self._endgames,
            self._entries,
            self._stack,
            self._control,
            self._stop.flags,
        )
        return int(value), bool(complete)

    def best_pit(self, board: Board, path: int) -> int | None:
        """The best pit (0 to 5) that the table knows for a position reached by a path, or None."""
        generation = int(self._control[at.GENERATION])
        for known_path in {path: None, 0: None}:
            entry = kernels.probe(
                board.mine, board.rival, board.forced, known_path, generation, self._entries
            )
            if entry >= 0:
                pit = int(kernels.unpack(self._entries[entry + at.ENTRY_DATA])[3])
                return None if pit == at.NO_PIT else pit
        return None


def longer_path(path: int, board: Board, ply: int) -> int:
    """The hash of a path with one more position, which stands at some ply of the stack."""
    step = int(kernels.path_hash(board.mine, board.rival, board.forced, ply & 1))
    # Sums wrap around, as they do in the kernels.
    return (path + step + (1 << 63)) % (1 << 64) - (1 << 63)


def _kernel_endgames(database: EndgameDatabase | None) -> tuple[Any, ...]:
    """A database as `kernels/endgame_bounds.py` takes it; None becomes one without positions."""
    if database is None:
        database = _NO_ENDGAMES
    pits, seeds = database.rules.pits, max(database.seeds, 0)
    widths = np.array([rows_of(pits, number) for number in range(seeds + 1)], np.int64)
    tables = (_read_only(table) for table in (database.values, database.upper))
    return database.seeds, block_offsets(pits, seeds), widths, binomials(pits), *tables


def _read_only(table: NDArray[np.int8]) -> NDArray[np.int8]:
    """A view as files are mapped, so that one compiled kernel serves all."""
    view = np.asarray(table).view()
    view.flags.writeable = False
    return view


def _aligned(size: int) -> NDArray[np.int64]:
    """int64[size] of zeros that starts on a cache line: a bucket is one line."""
    words = _LINE_BYTES // 8
    memory = np.zeros(size + words, np.int64)
    first = -(memory.ctypes.data // 8) % words
    return memory[first : first + size]
