"""The players of gin rummy; the champions by what they cost: `fast` up to 5 ms per move, `strong` up to 1 s."""

NAMED = {
    "fast": "rollout:policy=allrounder,worlds=24,width=4,redeals=16,scale=0.004,spread=0.02",
    "strong": "rollout:policy=allrounder,worlds=128,width=6,redeals=32,scale=0.004,spread=0.02",
}
