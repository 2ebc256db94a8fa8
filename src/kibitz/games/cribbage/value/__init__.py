"""How `value` judges: by the chance to win the game.

`chances` holds that chance for every score, with what was seen of strong play; `throws` judges a throw by
it; `beliefs` lists what the other player may hold; `play` judges a card by playing on against such hands;
`show` judges a count under muggins; `watching` plays the rounds from which the chances are made.
"""
