"""Reviews of finished games: what each ply gave away, computed once, in the background."""

import asyncio
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import structlog

from naqala.engine import Analysis, Limits
from naqala.play import GameState
from naqala.rules import Bounds, Exact, Line, Move, Score
from naqala.site import errors, protocol
from naqala.site.analysts import Analysts, Askers
from naqala.site.errors import ApiError
from naqala.site.live_games import LiveGame
from naqala.site.storage import GameId, StorageError, StoredReviews

_log = structlog.get_logger()

MOST_WAITING = 64
"""Games that may wait for their review; one more is refused. A class has half of it."""

PLY_LIMITS = Limits(nodes=400_000, time_ms=600)
GAME_NODES = 40_000_000
"""What the review of a ply may cost, and that of a game, which divides it among its plies."""

PATIENCE_S = 3.0
"""How long an answer waits for the whole review before it tells what there is."""

LEAST_LOSS = 1.0
"""Seeds from which on an estimated loss counts: below it is the estimate's own error."""

_RETRY_S = 2.0


_Key: TypeAlias = tuple[GameId, int]
"""A game, and the event that ended it."""


@dataclass(frozen=True, slots=True)
class _Review:
    """A review that is being made; `plies` fills up from the end of the game."""

    key: _Key
    asker: str
    plies: list[protocol.PlyReview | None]
    task: asyncio.Task[None]


class Reviews:
    """The reviews of all games: stored ones, and those that are being made, one after the other."""

    def __init__(self, analysts: Analysts, stored: StoredReviews) -> None:
        self._analysts = analysts
        self._stored = stored
        self._running: dict[_Key, _Review] = {}
        self._askers = Askers(MOST_WAITING)
        self._turn = asyncio.Lock()

    async def review(self, game: LiveGame, asker: str, group: str | None) -> protocol.ReviewView:
        """The review of a finished game, as far as it is made; it goes on without the asker.

        Counted for the asker and his address, its `group`, until it is made. Whoever waits for
        another game's review gets the one after the other: nothing is known of the later one yet.

        Raises:
            ApiError: if the game is not over, or too many wait, of all or of his address.

        """
        state = game.state
        if not state.is_over:
            raise errors.game_not_over()
        key = (game.game_id, state.seq)
        body = None if key in self._running else await self._stored.find(*key)
        if body is not None:
            return _view(state, _decode(body))
        review = (
            self._running.get(key) or self._begun_by(asker) or self._begin(key, state, asker, group)
        )
        # Waited for, not awaited: it goes on when whoever asked has gone.
        await asyncio.wait((review.task,), timeout=PATIENCE_S)
        return _view(state, review.plies if review.key == key else _unknown(state))

    async def close(self) -> None:
        """Drops what is being made."""
        tasks = [review.task for review in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begun_by(self, asker: str) -> _Review | None:
        return next((review for review in self._running.values() if review.asker == asker), None)

    def _begin(self, key: _Key, state: GameState, asker: str, group: str | None) -> _Review:
        if len(self._running) > MOST_WAITING:
            raise errors.analysts_busy()
        self._askers.begin(asker, group)
        plies = _unknown(state)
        task = asyncio.create_task(
            self._make(key, state.line, plies, asker), name=f"review-{key[0]}"
        )
        review = self._running[key] = _Review(key, asker, plies, task)
        task.add_done_callback(lambda _: self._running.pop(key))
        return review

    async def _make(
        self,
        key: _Key,
        last: Line,
        plies: list[protocol.PlyReview | None],
        asker: str,
    ) -> None:
        """Reviews the plies from the last to the first: what is proven late helps before."""
        nodes = min(PLY_LIMITS.nodes or GAME_NODES, GAME_NODES // max(len(plies), 1))
        limits = Limits(nodes=max(nodes, 1), time_ms=PLY_LIMITS.time_ms)
        line = last
        try:
            async with self._turn:
                for number in reversed(range(len(plies))):
                    move = line.moves[-1]
                    line = line.take_back()
                    plies[number] = await self._review_ply(line, move, limits)
        except Exception:
            _log.exception("a review could not be made", game_id=key[0])
            return
        finally:
            self._askers.end(asker)
        try:
            await self._stored.keep(*key, msgspec.json.encode(plies).decode())
        except StorageError as error:
            _log.error("a review was not stored", game_id=key[0], reason=str(error))

    async def _review_ply(self, line: Line, move: Move, limits: Limits) -> protocol.PlyReview:
        if len(line.position.legal_moves()) == 1:
            return protocol.PlyReview(0, True, move)
        while True:
            try:
                return review_of(
                    await self._analysts.analyse(line.position, line.keys, limits), move
                )
            except ApiError:
                # Hints have filled the queue; a review is in no hurry.
                await asyncio.sleep(_RETRY_S)


def review_of(analysis: Analysis, move: Move) -> protocol.PlyReview:
    """What a move gave away in an analysed position."""
    best = analysis.best
    if analysis.scores[move] == analysis.scores[best]:
        best = move
    least = _worth(analysis.scores[best]) - _worth(analysis.scores[move])
    is_exact = isinstance(analysis.score, Exact) and isinstance(analysis.scores[move], Exact)
    loss = max(0, least) if is_exact or least >= LEAST_LOSS else 0
    return protocol.PlyReview(round(loss, 1), is_exact, best)


def _worth(score: Score) -> float:
    """One number for a score: of bounds the one nearest to even, so that no loss is exaggerated."""
    if isinstance(score, Bounds):
        return score.lower if score.lower > 0 else score.upper
    return score.margin


def _unknown(state: GameState) -> list[protocol.PlyReview | None]:
    return [None] * len(state.line.moves)


def _view(state: GameState, plies: list[protocol.PlyReview | None]) -> protocol.ReviewView:
    known = [ply for ply in plies if ply is not None]
    given_away = None
    if len(known) == len(plies):
        given_away = [_given_away(state, known, seat) for seat in (0, 1)]
    return protocol.ReviewView(state.seq, list(plies), given_away)


def _given_away(state: GameState, plies: list[protocol.PlyReview], seat: int) -> protocol.GivenAway:
    own = [ply for ply, by in zip(plies, state.ply_seats, strict=True) if by == seat]
    return protocol.GivenAway(
        round(sum(ply.loss for ply in own), 1), all(ply.is_exact for ply in own)
    )


def _decode(body: str) -> list[protocol.PlyReview | None]:
    return msgspec.json.decode(body, type=list[protocol.PlyReview | None])
