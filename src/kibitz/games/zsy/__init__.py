"""ZSY (Zheng Shang You): two players race to be rid of eighteen cards."""

ADVISER = "deep"
POLICY = "tdns"

RATINGS = {"chance to win": (0.00107, 0.00374, 0.00806, 0.0165, 0.0361)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `zsy.ratings`."""
