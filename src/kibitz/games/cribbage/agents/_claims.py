"""The one decision that all players of cribbage take alike: with muggins, they count right."""

from __future__ import annotations

from kibitz.games.cribbage.rules import CLAIM, true_count
from kibitz.kernel import kernel


@kernel
def fill_claims(v, moves, n, values):
    """The true count is worth one, all others nothing."""
    true = true_count(v)
    for i in range(n):
        values[i] = 1.0 if moves[i] == CLAIM + true else 0.0
