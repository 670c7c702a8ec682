"""Rooms behind a link: who has the link may join once, and may watch."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import anyio
import structlog

from naqala.play import Human, Mode, PlayerId, Started
from naqala.site import errors, protocol
from naqala.site.bus import Bus, Listener, RoomChanged, RoomGone
from naqala.site.errors import ApiError
from naqala.site.games import Games
from naqala.site.guest_names import guest_name
from naqala.site.identity import new_game_id, new_room_id, new_room_token
from naqala.site.live_games import LiveGame
from naqala.site.names import Names
from naqala.site.presence import Presence
from naqala.site.site_clock import Clock
from naqala.site.storage import (
    Conflict,
    Invitation,
    Invitations,
    RoomId,
    StorageError,
    hash_token,
)
from naqala.site.wishes import clock_of, variant_of

_log = structlog.get_logger()

LIFE_MS = 24 * 60 * 60 * 1_000
"""How long a link lives at most."""
EMPTY_LIFE_MS = 30 * 60 * 1_000
"""How long it lives after both have left."""
SWEEP_S = 60.0
"""Pause between two looks at who has left."""
MOST_OPEN = 20
"""Links of one player that nobody has joined yet."""


class Rooms:
    """All rooms that have a link."""

    def __init__(
        self,
        invitations: Invitations,
        games: Games,
        presence: Presence,
        bus: Bus,
        clock: Clock,
        names: Names,
    ) -> None:
        self._invitations = invitations
        self._games = games
        self._presence = presence
        self._bus = bus
        self._clock = clock
        self._names = names
        self._began_ms = clock()
        self._waiting: Counter[bytes] = Counter()
        """Connections of creators who wait, by the hash of the link's token."""
        self._seen_ms: dict[bytes, int] = {}
        """When somebody was last there."""
        self._task = asyncio.create_task(self._sweep_for_ever(), name="rooms")

    async def create(self, player_id: PlayerId, wish: protocol.NewRoom) -> protocol.RoomView:
        """Makes a room and its link.

        Raises:
            ApiError: if the wish makes no sense, or the player has too many links open.

        """
        variant = variant_of(wish.variant)
        clock_of(wish.clock, 0)
        token = new_room_token()
        try:
            await self._invitations.create(
                token, player_id, str(variant), wish.clock, self._clock(), MOST_OPEN
            )
        except Conflict:
            raise errors.too_many_rooms(MOST_OPEN) from None
        return self.view(token, await self._find(token), player_id)

    async def get(self, token: str, reader: PlayerId | None) -> protocol.RoomView:
        """A room as a reader sees it.

        Raises:
            ApiError: `room_not_found`.

        """
        return self.view(token, await self._find(token), reader)

    async def join(self, token: str, player_id: PlayerId) -> LiveGame:
        """Takes the second seat, which begins the first game; who plays there already is let in.

        Raises:
            ApiError: `room_not_found`; `own_room` for who made it; `seat_taken` for a third.

        """
        invitation = await self._find(token)
        if invitation.newest_id is None:
            if invitation.creator_id == player_id:
                raise errors.own_room()
            now_ms = self._clock()
            started = Started(
                variant_of(invitation.variant),
                Mode.FRIEND,
                (Human(invitation.creator_id), Human(player_id)),
                clock_of(invitation.clock, now_ms),
            )
            game_id = new_game_id()
            with self._games.live.counted():
                try:
                    await self._invitations.join(
                        token, invitation.creator_id, game_id, new_room_id(), started, now_ms
                    )
                except Conflict:
                    return await self._enter(await self._find(token), player_id)
                self._tell(await self._find(token))
            return await self._games.begun(game_id, started)
        return await self._enter(invitation, player_id)

    async def visible_game(
        self, game_id: str, reader: PlayerId | None, token: str | None
    ) -> LiveGame:
        """A game, if the reader may see it: games of friends are for them and who has their link.

        Raises:
            ApiError: `game_not_found`, also for a game that is not for this reader.

        """
        game = await self._games.get(game_id)
        if game.state.mode is not Mode.FRIEND:
            return game
        if reader is not None and game.was_played_by(reader):
            return game
        if token is not None and await self._is_of(game.room_id, token):
            return game
        raise errors.game_not_found(game_id)

    @contextmanager
    def listen(self, token: str, listener: Listener) -> Iterator[None]:
        """Calls `listener` when the room changes or goes, while the context lasts."""
        with self._bus.listen(_topic(hash_token(token)), listener):
            yield

    @asynccontextmanager
    async def waiting(self, token: str, is_creator: bool) -> AsyncIterator[None]:
        """Counts a creator who waits at his link, while the context lasts; the others are told."""
        if not is_creator:
            yield
            return
        key = hash_token(token)
        await self._count_waiting(token, key, 1)
        try:
            yield
        finally:
            with anyio.CancelScope(shield=True):
                await self._count_waiting(token, key, -1)

    async def close(self) -> None:
        """Sweeps no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def sweep(self) -> None:
        """Deletes the links that are too old, and those that both have left long ago."""
        now_ms = self._clock()
        invitations = await self._invitations.all()
        known = {invitation.token_hash for invitation in invitations}
        self._seen_ms = {key: at_ms for key, at_ms in self._seen_ms.items() if key in known}
        for invitation in invitations:
            key = invitation.token_hash
            if self._is_inhabited(invitation):
                self._seen_ms[key] = now_ms
            last_ms = self._seen_ms.get(key, max(self._began_ms, invitation.created_ms))
            if now_ms >= invitation.created_ms + LIFE_MS or now_ms >= last_ms + EMPTY_LIFE_MS:
                await self._invitations.delete(key)
                self._bus.publish(_topic(key), RoomGone())
                _log.info("room deleted", game_id=invitation.newest_id)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except StorageError as error:
                _log.warning("rooms not swept", reason=str(error))
            except Exception:
                _log.exception("rooms not swept")

    def _is_inhabited(self, invitation: Invitation) -> bool:
        if invitation.newest_id is None:
            return invitation.token_hash in self._waiting
        return self._presence.is_any_here(invitation.newest_id, invitation.players)

    async def _count_waiting(self, token: str, key: bytes, change: int) -> None:
        self._waiting[key] += change
        if not self._waiting[key]:
            del self._waiting[key]
        self._seen_ms[key] = self._clock()
        try:
            self._tell(await self._find(token))
        except (ApiError, StorageError) as error:
            # It is gone: whoever is there is told of that, or asks again.
            _log.info("nobody told who waits", reason=str(error))

    def _tell(self, invitation: Invitation) -> None:
        self._bus.publish(_topic(invitation.token_hash), RoomChanged(invitation))

    async def _find(self, token: str) -> Invitation:
        invitation = await self._invitations.find(token)
        if invitation is None or self._clock() >= invitation.created_ms + LIFE_MS:
            raise errors.room_not_found()
        return invitation

    async def _is_of(self, room_id: RoomId, token: str) -> bool:
        try:
            return (await self._find(token)).room_id == room_id
        except ApiError:
            return False

    async def _enter(self, invitation: Invitation, player_id: PlayerId) -> LiveGame:
        assert invitation.newest_id is not None
        game = await self._games.get(invitation.newest_id)
        if not game.was_played_by(player_id):
            raise errors.seat_taken()
        return game

    def view(
        self, token: str, invitation: Invitation, reader: PlayerId | None
    ) -> protocol.RoomView:
        """A room as a reader sees it, as a message."""
        return protocol.RoomView(
            token=token,
            # Whoever deletes himself takes his links along: this is for the moment between.
            inviter=self._names(invitation.creator_id) or guest_name(invitation.creator_id),
            is_yours=invitation.creator_id == reader,
            is_inviter_here=invitation.token_hash in self._waiting,
            variant=invitation.variant,
            clock=invitation.clock,
            game_id=invitation.newest_id,
            expires_ms=invitation.created_ms + LIFE_MS,
        )


def _topic(token_hash: bytes) -> str:
    """The bus's name for a room that waits."""
    return f"room-{token_hash.hex()}"
