"""Options say what would have been right."""

from dataclasses import dataclass

import pytest

from kibitz.errors import BadOption
from kibitz.options import GameOptions, choice, flag, whole


@dataclass(frozen=True)
class Options(GameOptions):
    players: int = whole(2, 4, default=2)
    rules: str = choice("official", "short")
    bonus: bool = flag(False)

    def check(self) -> None:
        if self.bonus and self.rules == "short":
            raise BadOption("bonus needs rules=official")


def test_defaults_text_and_encoding():
    given = Options.of(players="3", bonus="on")
    assert given == Options(players=3, bonus=True)
    assert str(given) == "players=3 rules=official bonus=true"
    assert given.changed() == {"players": 3, "bonus": True}
    encoded = Options.of(rules="short").encoded()
    assert (encoded.players, encoded.rules, encoded.bonus) == (2, 1, 0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 5}, "whole number from 2 to 4"),
        ({"players": "two"}, "whole number from 2 to 4"),
        ({"players": 2.5}, "whole number from 2 to 4"),
        ({"rules": "long"}, "one of official, short"),
        ({"bonus": "perhaps"}, "on or off"),
        ({"player": 2}, "did you mean 'players'"),
        ({"bonus": True, "rules": "short"}, "needs rules=official"),
    ],
)
def test_wrong_options_are_refused(given, message):
    with pytest.raises(BadOption, match=message):
        Options.of(**given)
