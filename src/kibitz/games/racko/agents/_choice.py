"""How players choose among values."""

from __future__ import annotations

from kibitz.kernel import draw, kernel


@kernel
def choose_best(views, moves, counts, values, chosen):
    """A move of the highest value, at random among equals."""
    for k in range(len(views)):
        best, equals = values[k, 0], 0
        for m in range(counts[k]):
            if values[k, m] > best:
                best, equals = values[k, m], 0
            if values[k, m] == best:
                equals += 1
                if draw(views[k], equals) == 0:
                    chosen[k] = moves[k, m]
