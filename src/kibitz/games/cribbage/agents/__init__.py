"""Cribbage's players, one a file."""
