"""Doors to the libraries people already use: Gymnasium, Stable-Baselines3, PettingZoo, OpenSpiel, torch and JAX.

Each file is one library's, and imports it; ``pip install "kibitz[interop]"`` brings them all. docs/doors.md shows
how to go through each.
"""
