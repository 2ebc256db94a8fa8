"""The experiments on Yacht, one per file."""

PAPER = "M. Chang, *Analysis of game Yacht through reinforcement learning*, 2023"
"""Whose claims `claims.csv` lists."""
