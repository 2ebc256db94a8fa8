"""Cribbage's players, one per file; each of the thesis' strategies also goes by its own name."""

from kibitz.games.cribbage.weighted.strategies import NAMES

NAMED = {name: f"strategy:{name}" for name in NAMES}
