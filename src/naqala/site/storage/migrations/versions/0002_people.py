"""Games between people: clocks, who played, and invitations by link."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("game", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("first_id", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("second_id", sa.Text(), nullable=True))
    # Until now there was one person in a game, who had made its room.
    op.execute(
        "UPDATE game SET first_id = (SELECT creator_id FROM room WHERE room.id = game.room_id)"
    )
    op.create_index("ix_game_ended_ms_clock", "game", ["ended_ms", "clock"])
    op.create_index("ix_game_first_id_created_ms", "game", ["first_id", "created_ms"])
    op.create_index("ix_game_second_id_created_ms", "game", ["second_id", "created_ms"])
    op.create_table(
        "invitation",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("creator_id", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["creator_id"], ["player.id"], name="fk_invitation_creator_id"),
        sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="fk_invitation_room_id"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_invitation"),
    )
    op.create_index("ix_invitation_creator_id", "invitation", ["creator_id"])
    op.create_index("ix_invitation_room_id", "invitation", ["room_id"])
