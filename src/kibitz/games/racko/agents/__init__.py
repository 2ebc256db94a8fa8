"""The players of Rack-O; `fast` takes up to 5 ms per move, `strong` up to 1 s.

They are the same: looking ahead by the network was not found to win more than the network alone (`racko.strong`).
"""

NAMED = {"fast": "champion", "strong": "champion"}
