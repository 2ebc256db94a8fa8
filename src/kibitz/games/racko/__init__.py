"""Rack-O: numbered cards, a rack, and as few moves as possible to put it in order."""

ADVISER = "diablo"
