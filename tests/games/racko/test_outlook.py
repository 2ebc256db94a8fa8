"""The chance to win a round when all cards are known."""

import numpy as np

import kibitz
from kibitz.game import game
from kibitz.games.racko.outlook import stand
from kibitz.games.racko.rules import SLOTS

RACKO = game("racko")


def position(own: list[int], other: list[int]) -> np.ndarray:
    """A round in which the player to move has one rack and the other player the other."""
    state = kibitz.new("racko", seed=3)
    whole = np.zeros(1, RACKO.state)
    RACKO.deal(whole[0], state.options.encoded_row()[0], np.uint64(3))
    first = int(whole[0].to_move)
    whole[0].racks[SLOTS * first : SLOTS * first + SLOTS] = own
    whole[0].racks[SLOTS * (1 - first) : SLOTS * (1 - first) + SLOTS] = other
    rest = [card for card in range(1, 41) if card not in own + other]
    whole[0].discards[0] = rest[0]
    whole[0].pile[: len(rest) - 1] = rest[1:]
    whole[0].piled = len(rest) - 1
    return whole


def test_who_is_nearer_to_order_is_ahead():
    nearly = [2, 5, 9, 13, 17, 21, 25, 29, 40, 33]
    far = [39, 30, 12, 3, 38, 8, 6, 20, 1, 15]
    ahead, behind = position(nearly, far), position(far, nearly)
    streams = np.zeros(1, np.uint64)
    mover = int(ahead["to_move"][0])
    assert stand(ahead, streams)[0, mover] > 0.85
    assert stand(behind, streams)[0, mover] < 0.15
    assert stand(ahead, streams).sum() == 1
