"""Cribbage's experiments, one a file."""
