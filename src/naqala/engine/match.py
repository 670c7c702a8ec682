"""Matches between players of any kind: how strengths are compared.

Source of openings and scoring: docs/engine.md, "Levels".
"""

import math
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TypeAlias

from naqala.engine.endgames import EndgameShelf
from naqala.engine.engine import Engine
from naqala.engine.levels import Level
from naqala.engine.limits import Limits
from naqala.rules import NORTH, SOUTH, SWAP, Line, Move, Position, Side, Variant
from naqala.rules.score import Bounds

Player: TypeAlias = Callable[[Line, int], Move]
"""Decides on a move in a line, with a number that chances may be drawn from."""

Opener: TypeAlias = Callable[[Variant, Random], Line]
"""Draws an opening."""

_OPENING_PLIES = (4, 8)
_JUDGE = Limits(nodes=500_000)
_MOST_DRAWS = 100
NORMAL_95 = 1.96
"""Standard deviations to each side that hold 95 % of a normal distribution."""


def player_of(level: Level, endgames: EndgameShelf | None = None) -> Player:
    """A player at a level, with an engine for every thread that asks it."""
    of_thread = threading.local()

    def decide(line: Line, rng_seed: int) -> Move:
        if not hasattr(of_thread, "engine"):
            of_thread.engine = Engine(endgames=endgames)
        engine: Engine = of_thread.engine
        return engine.choose(line.position, level, line.keys, rng_seed=rng_seed).move

    return decide


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player has scored against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins and half the draws, as a part of all games; 0.5 before the first."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true score lies with a probability of 95 %.

        Source: E. B. Wilson, Probable inference, JASA 22 (1927), with the score as proportion,
        which is on the safe side when there are draws.
        """
        games, square = self.games or 1, NORMAL_95**2
        centre = (self.score + square / (2 * games)) / (1 + square / games)
        spread = self.score * (1 - self.score) / games + square / (4 * games**2)
        width = NORMAL_95 * math.sqrt(spread) / (1 + square / games)
        return max(0.0, centre - width), min(1.0, centre + width)

    def with_margin(self, margin: int) -> "Tally":
        """The tally with one more game, which ended with so many seeds more (or fewer)."""
        return Tally(
            self.wins + (margin > 0), self.draws + (margin == 0), self.losses + (margin < 0)
        )


def opening(variant: Variant, rng: Random) -> Line:
    """A line of 4 to 8 random plies that has not ended; shorter on boards that end sooner."""
    for plies in range(rng.randint(*_OPENING_PLIES), -1, -1):
        for _ in range(20):
            line = Line.begin(Position.start(variant))
            while line.outcome is None and len(line.moves) < plies:
                line = line.play(rng.choice(line.position.legal_moves()))
            if line.outcome is None:
                return line
    raise AssertionError("a start is never over")


class NoEvenOpening(ValueError):
    """A game has no opening that gives both players a chance."""


def even_openings(within: float) -> Opener:
    """Draws openings which a search believes to be worth at most so many seeds to either side.

    Most random openings decide the game between strong players: the better one cannot do more
    than win them once. An opening is judged once, however many pairs play it. Drawing raises
    `NoEvenOpening` if there is none.
    """
    of_thread = threading.local()

    @cache
    def draw(variant: Variant, number: int) -> Line:
        if not hasattr(of_thread, "engine"):
            of_thread.engine = Engine()
        engine: Engine = of_thread.engine
        rng = Random(number)
        for _ in range(_MOST_DRAWS):
            line = opening(variant, rng)
            score = engine.search(line.position, _JUDGE, line.keys).score
            if isinstance(score, Bounds):
                worth: float = score.lower if score.lower > 0 else score.upper
            else:
                worth = score.margin
            if abs(worth) <= within:
                return line
        raise NoEvenOpening(f"no opening of {variant} is within {within} seeds of even")

    return lambda variant, rng: draw(variant, rng.getrandbits(64))


def play_out(line: Line, players: tuple[Player, Player], rng: Random) -> int:
    """Plays a line until it is decided; returns the first player's margin then, in seeds.

    It is decided when the game is over or a store holds more than half of all seeds. The first
    player has South's side at the beginning of the play-out; a swap exchanges the sides.
    """
    side_of_first: Side = SOUTH
    half = line.start.total // 2
    while line.outcome is None and max(line.position.stores) <= half:
        is_first = line.position.to_move is side_of_first
        move = players[0 if is_first else 1](line, rng.getrandbits(32))
        line = line.play(move)
        if move == SWAP:
            side_of_first = side_of_first.other
    margin = line.position.store(SOUTH) - line.position.store(NORTH)
    return margin if side_of_first is SOUTH else -margin


def play_pair(
    variant: Variant,
    players: tuple[Player, Player],
    rng_seed: int,
    number: int,
    opener: Opener = opening,
) -> tuple[int, int]:
    """Plays one opening from both sides; returns the first player's margins.

    The same number has the same opening, whoever plays.
    """
    rng = Random(f"match {rng_seed} {number}")
    start = opener(variant, rng)
    return play_out(start, players, rng), -play_out(start, (players[1], players[0]), rng)


def play_match(
    variant: Variant,
    players: tuple[Player, Player],
    games: int,
    rng_seed: int,
    threads: int | None = None,
    opener: Opener = opening,
) -> Iterator[Tally]:
    """Plays games in pairs, each opening from both sides; yields the first player's tally.

    Pairs are played side by side, by default one on each core; the result does not depend on it.
    """

    def play(number: int) -> tuple[int, int]:
        return play_pair(variant, players, rng_seed, number, opener)

    tally = Tally()
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "match")
    try:
        for pair in pool.map(play, range((games + 1) // 2)):
            for margin in pair[: games - tally.games]:
                tally = tally.with_margin(margin)
                yield tally
    finally:
        pool.shutdown(cancel_futures=True)
