"""Cribbage."""

ADVISER = "value"

POLICY = "greedy"
"""The quick player by which positions are played out."""
