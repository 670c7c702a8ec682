"""Plays the CPU's seats: asks the engine, sends its answer as a command like any other."""

import asyncio
import random
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

import structlog

from naqala.engine import LEVELS, Decision
from naqala.play import Cpu, Seat, Sitter, Sow, SwapSides
from naqala.rules import SWAP
from naqala.site.engine_pool import EnginePool
from naqala.site.errors import ApiError
from naqala.site.games import Games
from naqala.site.live_games import LiveGame
from naqala.site.plain_move import plain_move
from naqala.site.storage import CommandId, GameId, StorageError
from naqala.site.workers import WorkerLost, WorkersBusy

_log = structlog.get_logger()

RETRY_S = 1.0
MOST_PAUSE_S = 30.0
"""Pause before a move that could not be made is tried again: twice as long every time up to the
most, and at most doubled by chance. What the database does not store, or a search that failed, is
tried again sooner."""

MOST_FAULTS = 2
"""Searches of a position that may fail; after one more the CPU moves without any, and at once when
a search got stuck: whoever plays has waited for long, and another thread would be lost.
"""

_TOO_LATE = ("stale", "game_over", "not_your_turn", "game_not_found", "game_too_long")


@dataclass(frozen=True, slots=True)
class _Job:
    """A search, and the `board_seq` of the position that it is for."""

    after: int
    task: asyncio.Task[None]


class CpuPlayer:
    """One search for each game whose CPU is to move; dropped when the position is gone."""

    def __init__(
        self,
        games: Games,
        pool: EnginePool,
        on_answer: Callable[[str, float], None] = lambda level, seconds: None,
        on_effort: Callable[[GameId, bool], None] = lambda game_id, is_lessened: None,
    ) -> None:
        """`on_answer` is told how many seconds a level took from its turn to its stored move.

        `on_effort` hears whether the CPU thinks less in a game than its level does, for many wait.
        """
        self._games = games
        self._on_effort = on_effort
        self._on_answer = on_answer
        self._pool = pool
        self._jobs: dict[GameId, _Job] = {}
        # One search at a time for each person, however many games he has begun.
        self._turns: WeakValueDictionary[Sitter, asyncio.Lock] = WeakValueDictionary()

    def consider(self, game: LiveGame) -> None:
        """Starts, keeps or drops the search of a game that was loaded, watched or changed."""
        state = game.state
        seat = state.seat_to_move
        job = self._jobs.get(game.game_id)
        if job is not None:
            if seat is not None and job.after == state.board_seq:
                return
            del self._jobs[game.game_id]
            job.task.cancel()
        if seat is None:
            return
        sitter = state.sitters[seat]
        if isinstance(sitter, Cpu):
            task = asyncio.create_task(self._play(game, seat, sitter), name=f"cpu-{game.game_id}")
            job = self._jobs[game.game_id] = _Job(state.board_seq, task)
            task.add_done_callback(lambda _: self._forget(game.game_id, job))

    async def close(self) -> None:
        """Drops all searches."""
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, game_id: GameId, job: _Job) -> None:
        if self._jobs.get(game_id) is job:
            del self._jobs[game_id]

    async def _play(self, game: LiveGame, seat: Seat, sitter: Cpu) -> None:
        began_s = time.perf_counter()
        state = game.state
        after = state.board_seq
        # The same game gives the same answer, whatever else the machine is doing.
        rng_seed = zlib.crc32(f"{game.game_id}:{after}".encode())
        level = LEVELS[sitter.level]
        turn = self._turns.setdefault(state.sitters[1 - seat], asyncio.Lock())
        pause_s = RETRY_S / 2
        faults = 0
        decision: Decision | None = None
        while True:
            try:
                if decision is None and faults <= MOST_FAULTS:
                    async with turn:
                        found = await self._pool.choose(
                            state.position, state.line.keys, level, rng_seed
                        )
                    decision = found.decision
                    self._on_effort(game.game_id, found.is_lessened)
                move = plain_move(state.position) if decision is None else decision.move
                command = SwapSides(seat, after) if move == SWAP else Sow(seat, after, move)
                # Shielded: the change that this very command makes cancels the job.
                answer = asyncio.ensure_future(
                    self._answer(game.game_id, command, sitter, decision, began_s)
                )
                answer.add_done_callback(_look_at)
                await asyncio.shield(answer)
                return
            except ApiError as error:
                if error.view.code in _TOO_LATE:
                    # The game has moved on while the engine thought.
                    _log.info("the CPU's move came late", game_id=game.game_id, reason=str(error))
                    return
                reason = str(error)
                pause_s = min(2 * pause_s, MOST_PAUSE_S)
            except WorkersBusy as error:
                reason = str(error)
                pause_s = min(2 * pause_s, MOST_PAUSE_S)
            except StorageError as error:
                reason = str(error)
                pause_s = RETRY_S
            except WorkerLost as error:
                faults = MOST_FAULTS + 1
                _log.error(
                    "the CPU moves without a search", game_id=game.game_id, reason=str(error)
                )
                continue
            except Exception:
                faults += 1
                _log.exception("the CPU could not move", game_id=game.game_id, faults=faults)
                if faults == MOST_FAULTS + 1:
                    continue
                reason = "a fault of ours"
                pause_s = RETRY_S
            _log.warning("the CPU will try again", game_id=game.game_id, reason=reason)
            await asyncio.sleep(pause_s * (1 + random.random()))

    async def _answer(
        self,
        game_id: GameId,
        command: Sow | SwapSides,
        sitter: Cpu,
        decision: Decision | None,
        began_s: float,
    ) -> None:
        score = decision.score if decision and LEVELS[sitter.level].proof_nodes else None
        command_id = CommandId(f"cpu-{command.after}")
        await self._games.execute(game_id, command, sitter, command_id, score=score)
        self._on_answer(sitter.level, time.perf_counter() - began_s)


def _look_at(answer: "asyncio.Future[None]") -> None:
    """Whoever has cancelled a search does not hear that its answer came late; nobody need."""
    if not answer.cancelled():
        answer.exception()
