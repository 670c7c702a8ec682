"""Threads in which the engine thinks, so that the site never waits for it."""

import threading
import time
from collections.abc import Callable, Sequence

from naqala.engine import Decision, EndgameShelf, Engine, Level, Stop
from naqala.rules import Position, RepetitionKey
from naqala.site.workers import Workers

MOST_WAITING = 256
"""Jobs that may wait for a thread; one more is refused."""

_NICENESS = 10


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
        self._workers = Workers("engine", threads, MOST_WAITING, _NICENESS)
        self._engines = threading.local()
        self._endgames = endgames

    async def choose(
        self,
        position: Position,
        keys: Sequence[RepetitionKey],
        level: Level,
        rng_seed: int,
    ) -> Decision:
        """The decision of a level; cancelling the caller stops the search.

        Raises:
            WorkersBusy: if too many jobs wait already.
            WorkerLost: if the search did not end in its time.

        """

        def search(stop: Stop) -> Decision:
            began_s = time.thread_time()
            try:
                return self._engine().choose(position, level, keys, rng_seed=rng_seed, stop=stop)
            finally:
                self._on_search(level.name, time.thread_time() - began_s)

        return await self._workers.run(search)

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
