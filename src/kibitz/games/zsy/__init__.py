"""ZSY (Zheng Shang You): two players race to be rid of eighteen cards."""

ADVISER = "net"
POLICY = "tdns"

RATINGS = {"chance to win": (0.0011, 0.0037, 0.0080, 0.016, 0.036)}
"""Up to what mean loss per decision a review says flawless, expert, strong, good, casual (`zsy.ratings`)."""
