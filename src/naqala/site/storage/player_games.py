"""The games that a player's page lists."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from sqlalchemy import and_, or_, select

from naqala.play import Mode, PlayerId
from naqala.rules import SWAP, Side
from naqala.site.storage.store import GameId, Store
from naqala.site.storage.tables import GAME, GAME_EVENT, RATING_CHANGE


class Result(Enum):
    """How a game ended for one of its players."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    ABORTED = "aborted"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as one of its two players sees it; `change` is what it did to his rating."""

    game_id: GameId
    variant: str
    mode: Mode
    clock: str | None
    created_ms: int
    rival_id: PlayerId | None
    result: Result
    change: int | None


class PlayerGames:
    """The games of a store, by player."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def newest(
        self, player_id: PlayerId, modes: Collection[Mode], limit: int
    ) -> list[PlayedGame]:
        """The newest games of a player in some modes between people."""
        ply = GAME_EVENT.alias("ply")
        swapped = (
            select(ply.c.seq)
            .where(
                ply.c.game_id == GAME.c.id,
                ply.c.kind == "played",
                ply.c.body.contains(f'"move":{SWAP}', autoescape=True),
            )
            .exists()
        )
        seat = (GAME.c.second_id == player_id).label("seat")
        query = (
            select(
                GAME,
                seat,
                swapped.label("is_swapped"),
                GAME_EVENT.c.body.label("end"),
                RATING_CHANGE.c.before,
                RATING_CHANGE.c.after,
            )
            .outerjoin(
                GAME_EVENT, and_(GAME_EVENT.c.game_id == GAME.c.id, GAME_EVENT.c.kind == "ended")
            )
            .outerjoin(
                RATING_CHANGE,
                and_(RATING_CHANGE.c.game_id == GAME.c.id, RATING_CHANGE.c.player_id == player_id),
            )
            .where(
                or_(GAME.c.first_id == player_id, GAME.c.second_id == player_id),
                GAME.c.mode.in_([mode.value for mode in modes]),
            )
            .order_by(GAME.c.created_ms.desc())
            .limit(limit)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        games = []
        for row in rows:
            rival_id = row.first_id if row.seat else row.second_id
            change = None if row.after is None else round(row.after) - round(row.before)
            games.append(
                PlayedGame(
                    GameId(row.id),
                    row.variant,
                    Mode(row.mode),
                    row.clock,
                    row.created_ms,
                    None if rival_id is None else PlayerId(rival_id),
                    _result(row.end, bool(row.seat), bool(row.is_swapped)),
                    change,
                )
            )
        return games


def _result(end: str | None, is_second: bool, is_swapped: bool) -> Result:
    """The result for a seat, from the body of the event that ended the game."""
    if end is None:
        return Result.RUNNING
    body = json.loads(end)
    if body["reason"] == "aborted":
        return Result.ABORTED
    if body["winner"] is None:
        return Result.DRAWN
    # Who began as South has the first seat; a swap exchanges the sides, not the seats.
    south_seat = 1 if is_swapped else 0
    winner_seat = south_seat if Side(body["winner"]) is Side.SOUTH else 1 - south_seat
    return Result.WON if winner_seat == is_second else Result.LOST
