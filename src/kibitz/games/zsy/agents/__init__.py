"""The players of ZSY, one per file; `strong`, which may think for up to 1 s per move, searches with `net`."""

NAMED = {"fast": "deep", "strong": "rollout:policy=net,judge=net,plies=4,worlds=32,width=4,redeals=32"}
