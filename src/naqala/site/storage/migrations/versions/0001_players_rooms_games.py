"""Players, sessions, rooms, games and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_session_player_id"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_session"),
    )
    op.create_index("ix_session_player_id", "session", ["player_id"])
    op.create_table(
        "room",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("creator_id", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("renewed_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["creator_id"], ["player.id"], name="fk_room_creator_id"),
        sa.PrimaryKeyConstraint("id", name="pk_room"),
    )
    op.create_index("ix_room_creator_id_renewed_ms", "room", ["creator_id", "renewed_ms"])
    op.create_table(
        "game",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="fk_game_room_id"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_room_id", "game", ["room_id"])
    pulse = op.create_table("pulse", sa.Column("at_ms", sa.BigInteger(), nullable=False))
    op.bulk_insert(pulse, [{"at_ms": 0}])
    op.create_table(
        "game_event",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=True),
        sa.Column("command_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_event_game_id"),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_game_event"),
        sa.UniqueConstraint(
            "game_id", "player_id", "command_id", name="uq_game_event_game_id_player_id_command_id"
        ),
    )
