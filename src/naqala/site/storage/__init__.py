"""Where the site keeps its data."""

from naqala.site.storage.accounts import Account, AccountGone, NameTaken, StoredAccounts
from naqala.site.storage.invitations import Invitation, Invitations
from naqala.site.storage.migrate import MigrationError, migrate
from naqala.site.storage.reviews import StoredReviews
from naqala.site.storage.sessions import StoredSession, StoredSessions
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
    "Account",
    "AccountGone",
    "CommandId",
    "CommandKey",
    "Conflict",
    "GameId",
    "Invitation",
    "Invitations",
    "MigrationError",
    "NameTaken",
    "Record",
    "RoomId",
    "StorageError",
    "Store",
    "StoredAccounts",
    "StoredGame",
    "StoredReviews",
    "StoredSession",
    "StoredSessions",
    "hash_token",
    "migrate",
]
