"""The players of gin rummy; the champions by what they cost: `fast` up to 5 ms per move, `strong` up to 1 s."""

NAMED = {
    "fast": "rollout:policy=allrounder,worlds=24,width=3,redeals=16",
    "strong": "rollout:policy=allrounder,worlds=128,width=5,redeals=32",
}
