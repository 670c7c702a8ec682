"""The databases of a folder, opened when they are asked for and shared by all threads."""

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from naqala.engine.endgames.builder import build_endgames
from naqala.engine.endgames.database import EndgameDatabase, endgame_rules
from naqala.engine.endgames.file import DatabaseFileError, read_endgames
from naqala.engine.endgames.folder import list_endgames
from naqala.rules import Game, Variant

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenEndgames:
    """A database that is open, and the order of moves learned from it (`engine/ordering.py`)."""

    database: EndgameDatabase
    weights: NDArray[np.int64]


class EndgameShelf:
    """Gives the largest database there is for a variant.

    Files are mapped into memory, so that processes share them, and noticed as soon as they are in
    the folder. One that is damaged is left where it is, with a warning in the log, and the next
    smaller one serves. Databases that are `loaded` already stand beside the files. Where there is
    neither, `least_seeds` of Kalah are built in memory, 0 for none; wari and oware would take too
    long. Safe to be used by several threads.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        least_seeds: int = 0,
        loaded: Iterable[EndgameDatabase] = (),
    ) -> None:
        self._folder = folder
        self._loaded = tuple(loaded)
        self._least_seeds = least_seeds
        self._lock = threading.Lock()
        self._seen: int | None = None
        self._open: dict[Variant, OpenEndgames | None] = {}
        self._damaged: set[Path] = set()

    def get(self, variant: Variant) -> OpenEndgames | None:
        """The largest database that fits, opened; None if there is none."""
        rules = endgame_rules(variant)
        with self._lock:
            if self._is_changed():
                self._open.clear()
            if rules not in self._open:
                self._open[rules] = self._opened(rules, variant.total)
            return self._open[rules]

    def _is_changed(self) -> bool:
        """Whether files have come or gone since the last look."""
        if self._folder is None:
            return False
        try:
            now = self._folder.stat().st_mtime_ns
        except OSError:
            now = None
        changed = now != self._seen
        self._seen = now
        return changed

    def _opened(self, rules: Variant, total: int) -> OpenEndgames | None:
        # Imported here: whoever only lists databases need not wait for linear algebra.
        from naqala.engine.ordering import promise_weights

        database = self._read(rules)
        for loaded in self._loaded:
            if loaded.rules == rules and (database is None or loaded.seeds > database.seeds):
                database = loaded
        if database is None and self._least_seeds and rules.game is Game.KALAH:
            database = build_endgames(rules, min(self._least_seeds, total), threads=1)
        if database is None:
            return None
        # Only Kalah is solved by proofs, which want an order.
        learned = database if rules.game is Game.KALAH else None
        return OpenEndgames(database, promise_weights(learned, rules.pits))

    def _read(self, rules: Variant) -> EndgameDatabase | None:
        files = [] if self._folder is None else list_endgames(self._folder)
        fitting = [file for file in files if file.rules == rules]
        for file in sorted(fitting, key=lambda file: file.seeds, reverse=True):
            if file.path in self._damaged:
                continue
            try:
                return read_endgames(file.path)
            except DatabaseFileError as error:
                self._damaged.add(file.path)
                _log.warning("%s", error)
        return None
