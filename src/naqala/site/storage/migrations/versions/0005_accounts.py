"""Accounts: names, passwords, recovery codes, and what is shown of their sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("player", sa.Column("deleted_ms", sa.BigInteger()))
    op.add_column("session", sa.Column("seen_ms", sa.BigInteger()))
    op.add_column("session", sa.Column("browser", sa.Text()))
    op.add_column("session", sa.Column("system", sa.Text()))
    op.create_table(
        "account",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("skeleton", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("renamed_ms", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_account_player_id"),
        sa.PrimaryKeyConstraint("player_id", name="pk_account"),
        sa.UniqueConstraint("skeleton", name="uq_account_skeleton"),
    )
    op.create_table(
        "former_name",
        sa.Column("skeleton", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_former_name_player_id"),
        sa.PrimaryKeyConstraint("skeleton", name="pk_former_name"),
    )
    op.create_index("ix_former_name_player_id", "former_name", ["player_id"])
    op.create_table(
        "recovery_code",
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_recovery_code_player_id"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_recovery_code"),
    )
    op.create_index("ix_recovery_code_player_id", "recovery_code", ["player_id"])
