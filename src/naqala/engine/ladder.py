"""A tournament in which everybody plays everybody, and what it says about the players."""

import os
import threading
import time
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

from naqala.engine.elo import Rating, rate
from naqala.engine.match import Opener, Player, Tally, opening, play_pair
from naqala.rules import Line, Move, Variant


class Ladder:
    """The results so far: a tally for each pair of players, and the time of each one's moves.

    `tallies` holds what the first of a pair has scored against the second; `times_ms` the
    milliseconds of one core that every move took.
    """

    def __init__(
        self, variant: Variant, players: Mapping[str, Player], opener: Opener = opening
    ) -> None:
        """Takes the players by name.

        Raises:
            ValueError: if there are fewer than two.

        """
        if len(players) < 2:
            raise ValueError("a ladder needs two players at least")
        self.variant = variant
        self._opener = opener
        self.names = tuple(players)
        self.tallies = dict.fromkeys(combinations(self.names, 2), Tally())
        self.times_ms: dict[str, list[float]] = {name: [] for name in self.names}
        self._players = {name: self._timed(name, player) for name, player in players.items()}
        self._is_stopped = threading.Event()

    @property
    def games(self) -> int:
        """Games played."""
        return sum(tally.games for tally in self.tallies.values())

    def play(
        self, games: int, rng_seed: int, threads: int | None = None
    ) -> Generator[int, None, None]:
        """Plays so many games of every pair; yields the number of games played in all.

        Scoring is that of `play_match`, openings are the same for every pair. All
        pairs advance together, so that whoever stops early has a fair table. Closing the iterator
        ends the games that are being played.
        """
        rounds = range((games + 1) // 2)
        work = [(pair, number) for number in rounds for pair in self.tallies]

        def play(task: tuple[tuple[str, str], int]) -> tuple[int, int]:
            (first, second), number = task
            players = self._players[first], self._players[second]
            return play_pair(self.variant, players, rng_seed, number, self._opener)

        self._is_stopped.clear()
        pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "ladder")
        try:
            for (pair, _), margins in zip(work, pool.map(play, work), strict=True):
                for margin in margins[: games - self.tallies[pair].games]:
                    self.tallies[pair] = self.tallies[pair].with_margin(margin)
                yield self.games
        finally:
            self._is_stopped.set()
            pool.shutdown(cancel_futures=True)

    def ratings(self) -> dict[str, Rating]:
        """The players' ratings, best first."""
        rated = rate(self.names, self.tallies)
        return dict(sorted(rated.items(), key=lambda item: -item[1].elo))

    def score(self, first: str, second: str) -> Tally:
        """What one player has scored against another."""
        if (first, second) in self.tallies:
            return self.tallies[first, second]
        tally = self.tallies[second, first]
        return Tally(tally.losses, tally.draws, tally.wins)

    def _timed(self, name: str, player: Player) -> Player:
        """The player, with every move's time taken down."""
        times_ms = self.times_ms[name]

        def decide(line: Line, rng_seed: int) -> Move:
            if self._is_stopped.is_set():
                raise _Stopped
            began = time.thread_time()
            move = player(line, rng_seed)
            times_ms.append((time.thread_time() - began) * 1000)
            return move

        return decide


class _Stopped(Exception):
    """Nobody waits for this game any more."""
