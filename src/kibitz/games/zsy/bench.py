"""ZSY is in no other library; Dou Dizhu is its nearest kin there."""

OPEN_SPIEL = "dou_dizhu"
NETWORKS = ("net",)
TRAINER = "net"
