"""Rack-O: numbered cards, a rack, and as few moves as possible to put it in order."""

ADVISER = "champion"

POLICY = "kyle"
"""The quick player by which positions are played out."""

TABLE = {"target": 500}
"""How the game is played at the table by default: rounds to 500 points, as the official rules have it."""

RATINGS = {"chance to win": (0.0000454, 0.000159, 0.000343, 0.000703, 0.00157)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `racko.ratings`."""
