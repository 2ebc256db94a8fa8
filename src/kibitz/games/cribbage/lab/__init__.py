"""Cribbage's experiments, one per file."""
