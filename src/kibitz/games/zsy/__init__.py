"""ZSY (Zheng Shang You): two players race to be rid of eighteen cards."""

ADVISER = "net"
POLICY = "tdns"
