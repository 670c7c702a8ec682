"""The analysts of the site: a thread each, behind its own bounded queue.

Analyses, hints and reviews never take a thread from the CPU players' moves (`engine_pool.py`), and
give way to them.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from naqala.engine import Analysis, Analyst, EndgameShelf, Exact, Limits, Stop
from naqala.rules import Position, RepetitionKey
from naqala.site import errors
from naqala.site.workers import WorkerLost, Workers, WorkersBusy


class Askers:
    """Who waits for an answer: one at a time for each, and no address takes all places.

    An address (`Limiter.wide_group_of`) may wait for as many answers as it leaves places free:
    alone it takes half of them, so that a class gets its answers; a second one takes half of the
    rest.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._waiting: dict[str, str | None] = {}
        self._of_group: Counter[str] = Counter()

    @contextmanager
    def alone(self, asker: str, group: str | None) -> Iterator[None]:
        """Counts somebody among those who wait, while the context lasts.

        Raises:
            ApiError: as `begin`.

        """
        self.begin(asker, group)
        try:
            yield
        finally:
            self.end(asker)

    def begin(self, asker: str, group: str | None) -> None:
        """Counts somebody of an address among those who wait; None for one without limits.

        Raises:
            ApiError: `one_at_a_time`, if he waits already; `busy`, if his address has its share.

        """
        if asker in self._waiting:
            raise errors.one_at_a_time()
        if group is not None and self._of_group[group] >= self._places - len(self._waiting):
            raise errors.analysts_busy()
        self._waiting[asker] = group
        if group is not None:
            self._of_group[group] += 1

    def end(self, asker: str) -> None:
        """Counts somebody no more."""
        group = self._waiting.pop(asker)
        if group is not None:
            self._of_group[group] -= 1
            if not self._of_group[group]:
                del self._of_group[group]


class Analysts:
    """An analyst and the questions that wait for him; all are answered in turn."""

    def __init__(
        self, name: str, most_waiting: int, endgames: EndgameShelf | None, niceness: int
    ) -> None:
        # One thread, so that a single analyst with his memory serves all; made when first asked.
        # Should that thread be given up, the next one has an analyst of its own.
        self._workers = Workers(name, 1, most_waiting, niceness)
        self._endgames = endgames
        self._of_thread = threading.local()

    async def analyse(
        self,
        position: Position,
        keys: Sequence[RepetitionKey],
        limits: Limits,
        *,
        best_only: bool = False,
    ) -> Analysis:
        """Values every legal move; cancelling the caller stops it.

        With `best_only` it ends as soon as the worth of the best move is proven.

        Raises:
            ApiError: `busy`, if too many questions wait already, or this one found no end.

        """

        def work(stop: Stop) -> Analysis:
            analyst: Analyst | None = getattr(self._of_thread, "analyst", None)
            if analyst is None:
                analyst = self._of_thread.analyst = Analyst(endgames=self._endgames)

            def look(analysis: Analysis) -> None:
                if best_only and isinstance(analysis.score, Exact):
                    stop.set()

            return analyst.analyse(position, keys, limits, stop=stop, on_bounds=look)

        try:
            return await self._workers.run(work)
        except (WorkersBusy, WorkerLost):
            raise errors.analysts_busy() from None

    @property
    def stuck(self) -> int:
        """Threads that do not come back."""
        return self._workers.stuck

    @property
    def jobs(self) -> int:
        """How many questions wait or are being answered."""
        return self._workers.jobs

    def close(self) -> None:
        """Ends the thread; what waits is dropped."""
        self._workers.close()
