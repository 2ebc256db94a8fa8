"""ZSY (Zheng Shang You): two players race to be rid of eighteen cards."""

ADVISER = "deep"
POLICY = "tdns"

RATINGS = {"chance to win": (0.00101, 0.00355, 0.00765, 0.0156, 0.0342)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `zsy.ratings`."""
