"""Cribbage."""

ADVISER = "value"

POLICY = "greedy"
"""The quick player by which positions are played out."""

LUCK_BY = "policy"
"""Luck is measured by playing on from all hands: what a deal is worth lies in both."""
