"""The experiments on Rack-O, one per file."""

PAPER = "*A Machine Learning Approach to Playing Rack-O*, 2014, whose authors are not named"
"""Whose claims `claims.csv` lists."""
