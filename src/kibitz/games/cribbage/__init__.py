"""Cribbage."""

ADVISER = "value"
