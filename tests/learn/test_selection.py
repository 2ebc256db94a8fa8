"""Natural selection among toys."""

from kibitz.learn.selection import Round, select


class Toy:
    def __init__(self, talent):
        self.talent, self.trained = talent, 0


def test_the_best_are_trained_on_and_the_others_are_not():
    toys = [Toy(talent) for talent in (3, 9, 1, 7, 5)]
    asked = []

    def train(toy, games):
        toy.trained += games

    def test(toy, number):
        asked.append((toy.talent, number))
        return toy.talent * toy.trained

    winner = select(toys, [Round(10, 3), Round(20, 2), Round(70, 1)], train, test)
    assert winner.talent == 9
    assert {toy.talent: toy.trained for toy in toys} == {9: 100, 7: 100, 5: 30, 3: 10, 1: 10}
    assert [number for _, number in asked] == [0] * 5 + [1] * 3 + [2] * 2


def test_of_equals_the_first_stays():
    toys = [Toy(1), Toy(1)]
    assert select(toys, [Round(1, 1)], lambda toy, games: None, lambda toy, number: 0.0) is toys[0]
