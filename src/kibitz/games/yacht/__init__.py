"""Yacht: five dice, twelve boxes."""

ADVISER = "duel"
POLICY = "optimal"

TABLE = {"players": 2}
"""How the game is played at the table by default."""
