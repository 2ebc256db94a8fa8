"""ZSY (Zheng Shang You): two players race to be rid of eighteen cards."""

ADVISER = "net"
POLICY = "tdns"

RATINGS = {"chance to win": (0.00106, 0.0037, 0.00798, 0.0163, 0.0358)}
"""Up to what mean loss one is called flawless, expert, strong, good and casual: fitted by `zsy.ratings`."""
