"""The players of gin; `fast` takes up to 5 ms per move, `strong`, which looks ahead with the network, up to 1 s."""

NAMED = {
    "fast": "net",
    "strong": "rollout:policy=net,worlds=64,width=3,redeals=16,spread=0.01",
}
