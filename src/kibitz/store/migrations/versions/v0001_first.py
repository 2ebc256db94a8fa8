"""Players, games, seats, moves, drill, daily deals."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("secret_hash", sa.String(64)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("consent", sa.Boolean),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("secret_hash", name="uq_players_secret_hash"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("touched", sa.DateTime, nullable=False),
        sa.Column("finished", sa.DateTime),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("tutor", sa.String(10), nullable=False),
        sa.Column("daily", sa.String(10)),
        sa.Column("origin", sa.String(24)),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_finished", "games", ["finished"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("agent", sa.String(200)),
        sa.Column("invite", sa.String(60)),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player"),
    )
    op.create_index("ix_seats_player", "seats", ["player"])
    op.create_table(
        "moves",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("code", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_moves"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_moves_game", ondelete="CASCADE"),
    )
    op.create_table(
        "drill",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_drill"),
        sa.UniqueConstraint("player", "game", "number", name="uq_drill_player_game_number"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_drill_player"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_drill_game", ondelete="CASCADE"),
    )
    op.create_index("ix_drill_player_due", "drill", ["player", "due"])
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("played", sa.String(24), nullable=False),
        sa.Column("result", sa.Float),
        sa.Column("adjusted", sa.Float),
        sa.PrimaryKeyConstraint("day", "game", "player", name="pk_daily"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_daily_player"),
        sa.ForeignKeyConstraint(["played"], ["games.id"], name="fk_daily_played", ondelete="CASCADE"),
    )
