"""What a move leaves and risks, for hints."""

from __future__ import annotations

import numpy as np

from kibitz.games.gin.choices import wish
from kibitz.games.gin.melds import deadwood
from kibitz.games.gin.rules import BIG_GIN, KNOCK


def discard_details(view: np.record, moves: np.ndarray, chance: np.ndarray) -> dict[str, np.ndarray]:
    """For each discard the deadwood it leaves, and the chance that the other could meld it."""
    hand = int(view.hands[view.to_move])
    cards = [None if move == BIG_GIN else int(move) % KNOCK for move in moves]
    return {
        "deadwood": np.array([0.0 if card is None else deadwood(hand ^ (1 << card)) for card in cards]),
        "other wants it": np.array([0.0 if card is None else wish(chance, card) for card in cards]),
    }
