"""The players of Rack-O; `fast` takes up to 5 ms per move, `strong`, which looks ahead with the network, up to 1 s."""

NAMED = {
    "fast": "champion",
    "strong": "rollout:policy=net,judge=net,plies=8,worlds=256,width=3,spread=0.01",
}
