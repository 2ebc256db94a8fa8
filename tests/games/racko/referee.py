"""Rack-O once more, in plain Python and from the rule book alone: an oracle for the kernels."""

from __future__ import annotations


class Referee:
    """One round, dealt as it is told, that follows along."""

    def __init__(self, racks: list[list[int]], pile: list[int], discard: int, reuse: str) -> None:
        self.racks, self.pile, self.discards, self.reuse = racks, pile, [discard], reuse
        self.turn, self.hand, self.took, self.winner = 0, None, False, None

    def legal(self) -> list[str]:
        if self.hand is None:
            return ["take"] + (["draw"] if self.pile or len(self.discards) > 1 else [])
        slots = [f"slot {i + 1}" for i in range(len(self.racks[0]))]
        return slots if self.took else ["discard", *slots]

    def play(self, move: str, new_pile: list[int]) -> None:
        """`new_pile` is the draw pile afterwards, which only a reshuffle may decide."""
        if move == "take":
            self.hand, self.took = self.discards.pop(), True
        elif move == "draw":
            if not self.pile:
                reused, self.discards = self.discards[:-1], self.discards[-1:]
                if self.reuse == "turn":
                    self.pile = reused[::-1]
                else:
                    drawn = set(reused) - set(new_pile)
                    assert len(drawn) == 1 and set(new_pile) < set(reused)
                    self.pile = new_pile + list(drawn)
            self.hand, self.took = self.pile.pop(), False
        else:
            rack, card = self.racks[self.turn], self.hand
            if move != "discard":
                i = int(move.split()[1]) - 1
                rack[i], card = card, rack[i]
            self.discards.append(card)
            self.hand = None
            if rack == sorted(rack):
                self.winner = self.turn
            self.turn = (self.turn + 1) % len(self.racks)

    def points(self) -> list[int]:
        counted = []
        for p, rack in enumerate(self.racks):
            if p == self.winner:
                counted.append(5 * len(rack) + 25)
            else:
                up = next((i for i in range(1, len(rack)) if rack[i] < rack[i - 1]), len(rack))
                counted.append(5 * up)
        return counted
