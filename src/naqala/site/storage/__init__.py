"""Where the site keeps its data."""

from naqala.site.storage.invitations import Invitation, Invitations
from naqala.site.storage.migrate import MigrationError, migrate
from naqala.site.storage.reviews import StoredReviews
from naqala.site.storage.store import (
    CommandId,
    CommandKey,
    Conflict,
    GameId,
    Record,
    RoomId,
    Store,
    StoredGame,
    hash_token,
)
from naqala.site.storage.writer import StorageError

__all__ = [
    "CommandId",
    "CommandKey",
    "Conflict",
    "GameId",
    "Invitation",
    "Invitations",
    "MigrationError",
    "Record",
    "RoomId",
    "StorageError",
    "Store",
    "StoredGame",
    "StoredReviews",
    "hash_token",
    "migrate",
]
