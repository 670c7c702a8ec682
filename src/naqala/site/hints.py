"""Hints: the best move for whoever is to move, in games that concern nobody else.

Whether a game allows hints is decided here, by its stored mode: a page cannot claim another
one. Games against the CPU and on one device do, all others do not.
"""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus

from naqala.engine import Analysis, Limits
from naqala.play import Human, Mode, PlayerId
from naqala.site import errors
from naqala.site.analysts import Analysts, Askers
from naqala.site.errors import ApiError
from naqala.site.live_games import LiveGame
from naqala.site.storage import GameId

LIMITS = Limits(nodes=3_000_000, time_ms=1_500)

MODES = (Mode.CPU, Mode.LOCAL)


@dataclass(frozen=True, slots=True)
class _Asked:
    game_id: GameId
    after: int
    task: asyncio.Task[Analysis]


class Hints:
    """One hint at a time for each player: a newer question takes the place of the old one."""

    def __init__(self, analysts: Analysts, places: int) -> None:
        """Hints of analysts before whom so many questions may wait."""
        self._analysts = analysts
        self._askers = Askers(places)
        self._asked: dict[PlayerId, _Asked] = {}

    async def hint(
        self, game: LiveGame, player_id: PlayerId, after: int, group: str | None
    ) -> Analysis:
        """What the moves of the board with this `after` are worth, the best one for certain first.

        Counted for an address, its `group`, while it waits.

        Raises:
            ApiError: if the game has no hints, is over, has moved on or is not his to move; or if
                he asks for another board meanwhile, or too many wait already, of all or of his
                address.

        """
        _judge(game, player_id, after)
        asked = self._asked.get(player_id)
        if asked is None or (asked.game_id, asked.after) != (game.game_id, after):
            if asked is not None:
                self._askers.end(player_id)
                del self._asked[player_id]
                asked.task.cancel()
            self._askers.begin(player_id, group)
            state = game.state
            task = asyncio.create_task(
                self._analysts.analyse(state.position, state.line.keys, LIMITS, best_only=True),
                name=f"hint-{game.game_id}",
            )
            asked = self._asked[player_id] = _Asked(game.game_id, after, task)
            task.add_done_callback(lambda _: self._forget(player_id, asked))
        try:
            # Shielded: another tab may be waiting for the same.
            return await asyncio.shield(asked.task)
        except asyncio.CancelledError:
            if asked.task.cancelled():
                raise errors.stale_hint() from None
            raise

    def _forget(self, player_id: PlayerId, asked: _Asked) -> None:
        if self._asked.get(player_id) is asked:
            self._askers.end(player_id)
            del self._asked[player_id]
        if not asked.task.cancelled():
            # Seen, even if whoever asked has gone.
            asked.task.exception()


def _judge(game: LiveGame, player_id: PlayerId, after: int) -> None:
    state = game.state
    if state.mode not in MODES:
        raise ApiError(
            HTTPStatus.FORBIDDEN,
            "no_hints",
            "there are hints in games against the CPU and on one device, not between people",
        )
    if state.is_over:
        raise ApiError(HTTPStatus.CONFLICT, "game_over", "the game is over")
    if after != state.board_seq:
        raise errors.stale_hint()
    if state.seat_to_move not in state.seats_of(Human(player_id)):
        raise ApiError(HTTPStatus.CONFLICT, "not_your_turn", "hints are for who is to move")
