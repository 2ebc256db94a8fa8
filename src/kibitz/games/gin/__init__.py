"""Gin rummy: ten cards, melds, and when to knock."""

ADVISER = "montecarlo"
