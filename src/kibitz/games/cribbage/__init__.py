"""Cribbage."""

ADVISER = "value"

POLICY = "greedy"
"""The quick player by which positions are played out."""

RATINGS = {"chance to win": (0.00032, 0.0011, 0.0025, 0.0050, 0.011)}
"""Up to what mean loss per decision a review says flawless, expert, strong, good, casual (`cribbage.ratings`)."""
