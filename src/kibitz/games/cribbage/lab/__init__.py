"""The experiments on cribbage, one per file."""

PAPER = "S. R. Lang, *Policy Improvement in Cribbage*, master's thesis, University of Helsinki, 2018"
"""Whose claims `claims.csv` lists."""
