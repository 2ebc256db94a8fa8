"""Gin rummy: ten cards, melds, and when to knock."""

ADVISER = "montecarlo"

POLICY = "racer"
"""The quick player by which positions are played out."""

RATINGS = {"chance to win": (0.00303, 0.00365, 0.00465, 0.0066, 0.01134)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `gin.ratings`."""
