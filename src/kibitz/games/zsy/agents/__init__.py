"""The players of ZSY, one per file; `fast` takes up to 5 ms per move, `strong` up to 1 s.

They are the same: a search that takes the other for `deep` beats `deep`, but not others more often (`zsy.strong`).
"""

NAMED = {"fast": "deep", "strong": "deep"}
