"""The players of ZSY, one per file; `fast` takes up to 5 ms per move, `strong`, which looks ahead, up to 1 s."""

NAMED = {
    "fast": "deep",
    "strong": "rollout:policy=deep,worlds=192,width=4,redeals=16,spread=0.01",
}
