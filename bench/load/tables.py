"""Two players at a table, whichever server they play at, and how long their moves take."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field

from load.lines import Ply


class WrongAnswer(Exception):
    """A server has answered with another position than the rules."""


@dataclass
class Table:
    """One game. `send` sends a ply; the reader of each seat's socket calls `heard`.

    A move is done when both seats have heard where it led to and, where the server acknowledges,
    its sender has been told so (`answers` is then 3).
    """

    line: Sequence[Ply]
    send: Callable[[Ply], None]
    answers: int
    latencies_s: list[float] = field(default_factory=list)
    plies: int = 0
    _waiting_for: int = 0
    _sent_at_s: float = 0.0
    _done: "asyncio.Future[None] | None" = None
    _error: Exception | None = None

    @property
    def is_over(self) -> bool:
        return self.plies == len(self.line)

    def play(self) -> "asyncio.Future[None]":
        """Makes the next move; the future is done when the move is."""
        self.check()
        self._done = asyncio.get_running_loop().create_future()
        self._waiting_for = self.answers
        self._sent_at_s = time.perf_counter()
        self.send(self.line[self.plies])
        return self._done

    def heard(self, places: list[int], next_seat: int | None) -> None:
        """One of the seats has been told of a new position."""
        ply = self.line[self.plies]
        if not self._waiting_for or places != ply.places or next_seat != ply.next_seat:
            raise WrongAnswer(f"after {ply}: {places}, seat {next_seat}")
        self.answered()

    def answered(self) -> None:
        """One of the answers that a move gets has come."""
        self._waiting_for -= 1
        if self._waiting_for == 0:
            self.latencies_s.append(time.perf_counter() - self._sent_at_s)
            self.plies += 1
            assert self._done is not None
            self._done.set_result(None)

    def check(self) -> None:
        """Raises what has gone wrong at this table, if anything has."""
        if self._error is not None:
            raise self._error

    def fail(self, error: Exception) -> None:
        """Something is wrong at this table: whoever plays there is told so."""
        self._error = error
        if self._done is not None and not self._done.done():
            self._done.set_exception(error)


async def play_paced(tables: Sequence[Table], seconds: float) -> None:
    """Everybody makes one move a second, the games evenly spread over the second."""
    loop = asyncio.get_running_loop()
    begin_s = loop.time()

    async def play(number: int, table: Table) -> None:
        at_s = begin_s + number / len(tables)
        while at_s < begin_s + seconds and not table.is_over:
            await asyncio.sleep(at_s - loop.time())
            await table.play()
            at_s += 1

    await _together(play(number, table) for number, table in enumerate(tables))


async def play_flat_out(tables: Sequence[Table], at_once: int, seconds: float) -> None:
    """`at_once` games go on at a time, each move as soon as the one before it is done."""
    until_s = asyncio.get_running_loop().time() + seconds
    waiting = iter(tables)

    async def play() -> None:
        for table in waiting:
            while not table.is_over:
                if asyncio.get_running_loop().time() >= until_s:
                    return
                await table.play()

    await _together(play() for _ in range(at_once))


async def _together(plays: Iterable[Coroutine[None, None, None]]) -> None:
    async with asyncio.TaskGroup() as tasks:
        for play in plays:
            tasks.create_task(play)
