"""Ratings, and what each rated game did to them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "rating",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("speed", sa.Text(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_rating_player_id"),
        sa.PrimaryKeyConstraint("player_id", "game", "speed", name="pk_rating"),
    )
    op.create_index("ix_rating_game_speed_rating", "rating", ["game", "speed", "rating"])
    op.create_table(
        "rating_change",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("speed", sa.Text(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("after", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_rating_change_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_rating_change_player_id"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_rating_change"),
    )
    op.create_index(
        "ix_rating_change_player_id_game_speed_at_ms",
        "rating_change",
        ["player_id", "game", "speed", "at_ms"],
    )
