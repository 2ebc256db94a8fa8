"""Cribbage's players, one per file; each of the thesis' strategies also goes by its own name."""

from kibitz.games.cribbage.weighted.strategies import NAMES

NAMED = {
    "fast": "value:hands=256,crib=1.2",
    "strong": "value:hands=256,crib=1.2",
    **{name: f"strategy:{name}" for name in NAMES},
}
"""`fast` takes up to 5 ms per move, `strong` up to 1 s: nobody was found who uses it (`cribbage.search`)."""
