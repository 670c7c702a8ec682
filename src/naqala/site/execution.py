"""One command on its way through `Games`: judged, stored, told."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import structlog
from sqlalchemy import Connection

from naqala.play import Actor, Command, rated_result
from naqala.rules import Score
from naqala.site import errors, protocol, views
from naqala.site.errors import ApiError
from naqala.site.live_games import LiveGame
from naqala.site.storage import CommandKey, Conflict
from naqala.site.storage.ratings import apply_result
from naqala.site.views import Step

if TYPE_CHECKING:
    from naqala.site.games import Games

_log = structlog.get_logger()

MOST_TRIES = 3
"""How often a command is decided when another process is always faster."""


class Executed(NamedTuple):
    """An accepted command: the `seq` of its first event, and its events unless it is a repeat."""

    seq: int
    events: list[protocol.EventView] | None


class Execution:
    """One command on its way: judged, stored, told.

    No coroutine, for most are moves: to wake up two that wait costs as much as to judge one.
    """

    __slots__ = (
        "_actor",
        "_began_s",
        "_command",
        "_game",
        "_games",
        "_key",
        "_reloading",
        "_score",
        "_steps",
        "_tell",
        "_tries",
    )

    def __init__(
        self,
        games: "Games",
        command: Command,
        actor: Actor,
        key: CommandKey,
        score: Score | None,
        tell: Callable[[Executed | Exception], None],
    ) -> None:
        self._games = games
        self._command = command
        self._actor = actor
        self._key = key
        self._score = score
        self._tell = tell
        self._tries = 0
        self._began_s = time.perf_counter()
        self._steps: list[Step] = []

    def judge(self, game: LiveGame) -> None:
        """Has the game, which it holds from now on: gives what the command causes to the store."""
        self._game = game
        self._tries += 1
        repeated = game.answers.get(self._key)
        if repeated is not None:
            self._end(Executed(repeated, None))
            return
        games = self._games
        try:
            records = games.decided(game, self._command, self._actor, self._key, self._score)
            steps = self._steps = views.steps_of(game.state, records)
            games.store.append(game.game_id, records, self._stored, _rating_of(game, steps))
        except Exception as error:
            self._end(error)

    def _stored(self, _: None, error: Exception | None) -> None:
        answer: Executed | Exception
        if isinstance(error, Conflict):
            _log.info("conflict", game_id=self._game.game_id)
            self._reloading = asyncio.create_task(self._judge_anew())
            return
        if error is None:
            try:
                events = self._games.take(self._game, self._steps)
                answer = Executed(self._steps[0][0].seq, events)
            except Exception as fault:
                answer = fault
        else:
            answer = error
        self._end(answer)

    async def _judge_anew(self) -> None:
        """Somebody else was faster."""
        try:
            await self._games.reload(self._game)
            if self._tries == MOST_TRIES:
                raise errors.busy()
        except Exception as error:
            self._end(error)
        else:
            self.judge(self._game)

    def _end(self, answer: Executed | Exception) -> None:
        games = self._games
        games.live.release(self._game, is_sure=isinstance(answer, (Executed, ApiError)))
        if isinstance(answer, Executed):
            games.metrics.accepted(self._actor, time.perf_counter() - self._began_s)
        self._tell(answer)


def _rating_of(game: LiveGame, steps: list[Step]) -> Callable[[Connection], None] | None:
    """What the events that are to be stored change about their players' ratings."""
    record, state = steps[-1]
    result = rated_result(state)
    if result is None or game.state.is_over:
        return None
    return lambda connection: apply_result(connection, game.game_id, result, record.at_ms)
