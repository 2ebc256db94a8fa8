"""Gin rummy: ten cards, melds, and when to knock."""

ADVISER = "montecarlo"

POLICY = "racer"
"""The quick player by which positions are played out."""
