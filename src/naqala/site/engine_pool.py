"""Threads in which the engine thinks, so that the site never waits for it."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from naqala.engine import Decision, EndgameShelf, Engine, Level, Stop
from naqala.rules import Position, RepetitionKey
from naqala.site.effort import Pace, allowed_s, lessened
from naqala.site.workers import Workers

MOST_WAITING = 256
"""Jobs that may wait for a thread; one more is refused."""

_NICENESS = 10


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision, and whether others waited so long that it had less than its level's nodes."""

    decision: Decision
    is_lessened: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A search that waits for a thread, since a moment of a steady clock."""

    since_s: float


class EnginePool:
    """Some threads with an engine each, and one queue before them."""

    def __init__(
        self,
        threads: int,
        endgames: EndgameShelf | None = None,
        on_search: Callable[[str, float], None] = lambda level, cpu_seconds: None,
    ) -> None:
        """Makes the threads; all prove with the same `endgames`.

        `on_search` is told, in the thread, how much processor time a level's search has taken.
        """
        self._on_search = on_search
        self._threads = threads
        self._pace = Pace()
        self._waiting: dict[_Waiting, None] = {}
        self._workers = Workers("engine", threads, MOST_WAITING, _NICENESS)
        self._engines = threading.local()
        self._endgames = endgames

    async def choose(
        self,
        position: Position,
        keys: Sequence[RepetitionKey],
        level: Level,
        rng_seed: int,
    ) -> Answer:
        """The decision of a level; cancelling the caller stops the search.

        While many wait it is a weaker one than the level's (`effort.py`), and then other than
        what the same search would decide at another time.

        Raises:
            WorkersBusy: if too many jobs wait already.
            WorkerLost: if the search did not end in its time.

        """

        mine = _Waiting(time.monotonic())

        def search(stop: Stop) -> Answer:
            self._waiting.pop(mine, None)
            allowed = lessened(level, self._share_of(level))
            began_s, began_cpu_s = time.monotonic(), time.thread_time()
            try:
                decision = self._engine().choose(
                    position, allowed, keys, rng_seed=rng_seed, stop=stop
                )
            finally:
                self._on_search(level.name, time.thread_time() - began_cpu_s)
            if allowed is level:
                self._pace.took(level, time.monotonic() - began_s)
            return Answer(decision, is_lessened=allowed is not level)

        self._waiting[mine] = None
        try:
            return await self._workers.run(search)
        finally:
            self._waiting.pop(mine, None)

    def _share_of(self, level: Level) -> float:
        """How much of its nodes a search may have that begins now."""
        now_s = time.monotonic()
        # All at once, for others are put in meanwhile.
        ages_s = [now_s - waiting.since_s for waiting in tuple(self._waiting)]
        return allowed_s(ages_s, self._threads) / max(self._pace.expected_s(level), 1e-6)

    @property
    def able(self) -> int:
        """Threads that search, or could."""
        return self._workers.able

    @property
    def stuck(self) -> int:
        """Threads that do not come back."""
        return self._workers.stuck

    @property
    def jobs(self) -> int:
        """How many searches wait or run."""
        return self._workers.jobs

    def close(self) -> None:
        """Ends the threads; what waits is dropped."""
        self._workers.close()

    def _engine(self) -> Engine:
        engine: Engine | None = getattr(self._engines, "engine", None)
        if engine is None:
            engine = self._engines.engine = Engine(endgames=self._endgames)
        return engine
