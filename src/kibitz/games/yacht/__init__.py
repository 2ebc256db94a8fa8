"""Yacht: five dice, twelve boxes."""

ADVISER = "duel"
POLICY = "optimal"

TABLE = {"players": 2}
"""How the game is played at the table by default."""

RATINGS = {
    "chance to win": (0.00029, 0.0010, 0.0022, 0.0045, 0.010),
    "points": (0.11, 0.39, 0.83, 1.7, 3.3),
}
"""Up to what mean loss per decision a review says flawless, expert, strong, good, casual (`yacht.ratings`)."""
