"""The players of gin rummy by what they cost: `fast` up to 5 ms per move, the champion; `strong` up to 1 s."""

NAMED = {
    "fast": "net",
    "strong": "rollout:policy=allrounder,worlds=128,width=6,redeals=32,scale=0.004,spread=0.02",
}
