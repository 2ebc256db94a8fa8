"""Yacht: five dice, twelve boxes."""

ADVISER = "duel"
POLICY = "optimal"

TABLE = {"players": 2}
"""How the game is played at the table by default."""

RATINGS = {
    "chance to win": (0.000293, 0.00103, 0.00221, 0.00453, 0.0101),
    "points": (0.111, 0.388, 0.831, 1.66, 3.32),
}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `yacht.ratings`."""
