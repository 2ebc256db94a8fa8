"""ZSY (Zheng Shang You): two players race to be rid of eighteen cards."""

ADVISER = "net"
POLICY = "tdns"

LUCK_BY = "policy"
"""Luck is measured by playing on from all hands: what a deal is worth lies in both."""
