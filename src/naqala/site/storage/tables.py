"""The tables of the store. Times are milliseconds since 1970, ids are text."""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PLAYER = Table(
    "player",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("deleted_ms", BigInteger),
)

# A player who has a name and a password. Names with equal skeletons look alike.
ACCOUNT = Table(
    "account",
    METADATA,
    Column("player_id", Text, ForeignKey("player.id"), primary_key=True),
    Column("name", Text, nullable=False),
    Column("skeleton", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("renamed_ms", BigInteger),
    UniqueConstraint("skeleton"),
)

# What an account was called before: nobody else gets these names, and their links still lead here.
FORMER_NAME = Table(
    "former_name",
    METADATA,
    Column("skeleton", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("player.id"), nullable=False),
    Index(None, "player_id"),
)

# Opens an account whose password is forgotten, once.
RECOVERY_CODE = Table(
    "recovery_code",
    METADATA,
    Column("code_hash", LargeBinary, primary_key=True),
    Column("player_id", Text, ForeignKey("player.id"), nullable=False),
    Index(None, "player_id"),
)

# What a browser holds is a random token; only its SHA-256 is here. Browser and system are names of
# families, known of accounts alone.
SESSION = Table(
    "session",
    METADATA,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("player_id", Text, ForeignKey("player.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger),
    Column("browser", Text),
    Column("system", Text),
    Index(None, "player_id"),
)

# A row of games one after the other; `game_id` is the newest, since `renewed_ms`.
ROOM = Table(
    "room",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("creator_id", Text, ForeignKey("player.id"), nullable=False),
    Column("game_id", Text, nullable=False),
    Column("renewed_ms", BigInteger, nullable=False),
    Index(None, "creator_id", "renewed_ms"),
)

# A summary of each game, for finding it; the truth is in its events.
GAME = Table(
    "game",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("room_id", Text, ForeignKey("room.id"), nullable=False),
    Column("variant", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Column("reason", Text),
    Column("clock", Text),
    Column("first_id", Text),
    Column("second_id", Text),
    Index(None, "room_id"),
    Index(None, "ended_ms", "clock"),
    Index(None, "first_id", "created_ms"),
    Index(None, "second_id", "created_ms"),
)

# What is known of a player's strength at a game and speed, after `games` of them.
RATING = Table(
    "rating",
    METADATA,
    Column("player_id", Text, ForeignKey("player.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("speed", Text, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "game", "speed", "rating"),
)

# What a rated game did to its two players.
RATING_CHANGE = Table(
    "rating_change",
    METADATA,
    Column("game_id", Text, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Text, ForeignKey("player.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("speed", Text, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "player_id", "game", "speed", "at_ms"),
)

# A link to a friend: what the creator offers, and the room once somebody has joined.
INVITATION = Table(
    "invitation",
    METADATA,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("creator_id", Text, ForeignKey("player.id"), nullable=False),
    Column("variant", Text, nullable=False),
    Column("clock", Text),
    Column("created_ms", BigInteger, nullable=False),
    Column("room_id", Text, ForeignKey("room.id")),
    Index(None, "creator_id"),
    Index(None, "room_id"),
)

# One row, written to see whether the database stores.
PULSE = Table("pulse", METADATA, Column("at_ms", BigInteger, nullable=False))

# `player_id` and `command_id` stand with the first event of a command, so that it counts once.
GAME_EVENT = Table(
    "game_event",
    METADATA,
    Column("game_id", Text, ForeignKey("game.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("player_id", Text),
    Column("command_id", Text),
)

# What each ply of a finished game gave away, as JSON; of the game that ended with event `seq`.
GAME_REVIEW = Table(
    "game_review",
    METADATA,
    Column("game_id", Text, ForeignKey("game.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

# Statistics, counted by day (since 1970, of Greenwich): how often the same event came. There is no
# order and no time in it, so that nothing can be put together that came from one person.
STATISTICS_EVENT = Table(
    "statistics_event",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, primary_key=True),
    Column("times", Integer, nullable=False),
)
