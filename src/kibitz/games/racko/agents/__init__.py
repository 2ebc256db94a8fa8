"""The players of Rack-O; `strong`, which may think for up to 1 s per move, searches with `diablo`."""

NAMED = {"strong": "rollout:policy=diablo,prior=odds,plies=5,worlds=96,width=4"}
