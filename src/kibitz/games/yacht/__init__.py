"""Yacht: five dice, twelve boxes."""

ADVISER = "optimal"
