"""Cribbage."""

ADVISER = "value"

POLICY = "greedy"
"""The quick player by which positions are played out."""

RATINGS = {"chance to win": (0.000332, 0.00116, 0.00251, 0.00513, 0.0115)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `cribbage.ratings`."""
