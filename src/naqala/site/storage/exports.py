"""What is kept of a player, for himself."""

import json
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, or_, select

from naqala.play import PlayerId
from naqala.site import protocol
from naqala.site.storage.store import GameId
from naqala.site.storage.tables import GAME, GAME_EVENT, RATING, RATING_CHANGE


def ratings_of(connection: Connection, player_id: PlayerId) -> list[protocol.ExportedRating]:
    """All ratings of a player."""
    rows = connection.execute(select(RATING).where(RATING.c.player_id == player_id)).all()
    return [
        protocol.ExportedRating(
            row.game,
            row.speed,
            row.rating,
            row.deviation,
            row.volatility,
            row.wins,
            row.draws,
            row.losses,
            row.at_ms,
        )
        for row in rows
    ]


def changes_of(connection: Connection, player_id: PlayerId) -> list[protocol.ExportedChange]:
    """What every rated game did to a player's ratings, the oldest first."""
    query = (
        select(RATING_CHANGE)
        .where(RATING_CHANGE.c.player_id == player_id)
        .order_by(RATING_CHANGE.c.at_ms)
    )
    return [
        protocol.ExportedChange(
            row.game_id, row.game, row.speed, row.before, row.after, row.deviation, row.at_ms
        )
        for row in connection.execute(query)
    ]


def game_ids_of(connection: Connection, player_id: PlayerId) -> list[GameId]:
    """All games of a player, the oldest first."""
    query = (
        select(GAME.c.id)
        .where(or_(GAME.c.first_id == player_id, GAME.c.second_id == player_id))
        .order_by(GAME.c.created_ms)
    )
    return [GameId(game_id) for game_id in connection.execute(query).scalars()]


def games_of(
    connection: Connection, player_id: PlayerId, game_ids: Sequence[GameId]
) -> list[protocol.ExportedGame]:
    """Some games of a player with their plies."""
    plies: defaultdict[str, list[protocol.ExportedPly]] = defaultdict(list)
    events = (
        select(GAME_EVENT)
        .where(GAME_EVENT.c.game_id.in_(game_ids), GAME_EVENT.c.kind.in_(("played", "undone")))
        .order_by(GAME_EVENT.c.game_id, GAME_EVENT.c.seq)
    )
    for row in connection.execute(events):
        body = json.loads(row.body)
        if row.kind == "played":
            ply = protocol.ExportedPly(body["seat"], body["move"], row.at_ms)
            plies[row.game_id].append(ply)
        else:
            del plies[row.game_id][-body["plies"] :]
    heads = select(GAME).where(GAME.c.id.in_(game_ids)).order_by(GAME.c.created_ms)
    return [
        protocol.ExportedGame(
            id=row.id,
            variant=row.variant,
            mode=row.mode,
            clock=row.clock,
            created_ms=row.created_ms,
            ended_ms=row.ended_ms,
            reason=row.reason,
            seats=[
                seat
                for seat, holder in enumerate((row.first_id, row.second_id))
                if holder == player_id
            ],
            moves=plies[row.id],
        )
        for row in connection.execute(heads)
    ]
