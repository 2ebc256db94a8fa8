"""The players of gin; `fast` takes up to 5 ms per move, `strong` up to 1 s: nobody is known yet who makes use of it."""

NAMED = {"fast": "net", "strong": "net"}
