"""Events have one key, (game_id, seq), and commands none of their own.

Whoever appends for a command that is stored already has an older copy of the game, and so meets a
taken `seq`. The second key was half of what an event costs: half of the pages that it changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_COLUMNS = "game_id, seq, at_ms, kind, body, player_id, command_id"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("uq_game_event_game_id_player_id_command_id", "game_event")
        return
    # SQLite can only copy a table into one without the key. (Alembic's way of doing so tidies up
    # after a fault on a connection that may have gone, and hides the fault.)
    op.create_table(
        "game_event_0007",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=True),
        sa.Column("command_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_event_game_id"),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_game_event"),
    )
    op.execute(f"INSERT INTO game_event_0007 ({_COLUMNS}) SELECT {_COLUMNS} FROM game_event")
    op.drop_table("game_event")
    op.rename_table("game_event_0007", "game_event")
