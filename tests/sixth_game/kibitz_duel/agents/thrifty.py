"""Thrifty: leads its highest card, takes a trick as cheaply as it can, and loses with its lowest."""

import numpy as np

from kibitz.agent import Agent


class Player(Agent):
    unit = "eagerness"

    def values(self, views, moves, counts):
        led = views["led"][:, None].astype(np.float64)
        takes = np.where(moves > led, 100.0 - moves, -moves)
        return np.where(led > 0, takes, moves)
