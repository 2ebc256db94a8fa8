"""The experiments on ZSY, one per file."""

PAPER = "W. Hsu, L. Lin and H. Feng, *Final Report for ZSY Playing*, Stanford CS 229"
"""Whose claims `claims.csv` lists."""
