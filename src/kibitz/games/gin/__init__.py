"""Gin rummy: ten cards, melds, and when to knock."""

ADVISER = "net"

POLICY = "racer"
"""The quick player by which positions are played out."""

RATINGS = {"chance to win": (0.000109, 0.000383, 0.000826, 0.00169, 0.00379)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `gin.ratings`."""
