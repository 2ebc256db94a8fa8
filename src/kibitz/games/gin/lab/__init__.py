"""The experiments on gin rummy, one per file."""

PAPER = "a report on the EAAI gin rummy challenge, which names neither title nor authors"
"""Whose claims `claims.csv` lists."""
