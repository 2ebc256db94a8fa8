"""Card names, both ways."""

import pytest

from kibitz import cards


def test_every_card_round_trips():
    assert [cards.parse(cards.name(card)) for card in range(52)] == [[card] for card in range(52)]
    assert cards.parse(cards.names(range(52))) == list(range(52))
    assert cards.parse(cards.pretty(range(52))) == list(range(52))


@pytest.mark.parametrize("text", ["", "5", "5H X", "11H", "H5"])
def test_what_is_no_card(text):
    with pytest.raises(ValueError, match="no card in"):
        cards.parse(text)
