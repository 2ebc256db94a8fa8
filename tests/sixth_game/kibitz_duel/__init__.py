"""Duel: the game of docs/adding-a-game.md, shipped as a package of its own."""

ADVISER = "thrifty"
