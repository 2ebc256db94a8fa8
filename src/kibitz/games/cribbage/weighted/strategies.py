"""The thesis' eight strategies for the throw: how much each wants each of the fifteen keeps, from 0 to 1."""

from __future__ import annotations

import numpy as np

from kibitz.games.cribbage import stats
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.rules import spot_of
from kibitz.games.cribbage.stats import KEEPS
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.kernel import kernel, record

NAMES = (
    "hand_max_min",  # keeps the four cards with the most points for sure
    "hand_max_avg",  # ... the most points on average
    "hand_max_med",  # ... the highest median count
    "hand_max_poss",  # ... the highest count possible
    "crib_min_avg",  # throws what makes the poorest crib on average, whoever owns it
    "pegging_max_avg_gained",  # keeps what has gained most in the play on average
    "pegging_max_med_gained",  # ... what has the highest median gain
    "pegging_min_avg_given",  # ... what has given away least
)
STRATEGIES = len(NAMES)
(
    HAND_MAX_MIN, HAND_MAX_AVG, HAND_MAX_MED, HAND_MAX_POSS,
    CRIB_MIN_AVG, PEGGING_MAX_AVG_GAINED, PEGGING_MAX_MED_GAINED, PEGGING_MIN_AVG_GIVEN,
) = range(STRATEGIES)  # fmt: skip

SPOTS = 121
"""Scores from 0 to 120, at which a hand may be dealt."""
PLACES = 2 * SPOTS * SPOTS
"""Role, own score and other's score."""

KNOWN = [("tables", stats.TABLES), ("cribs", "i4", (stats.SIXES, KEEPS)), ("records", pegging_records.RECORDS)]
"""Fields of the parameters of a player by these strategies: what they are computed from."""
ROOM = record([("keeps", stats.KEEP, (KEEPS,)), ("desires", "f8", (STRATEGIES, KEEPS))])
"""Room to compute them in."""


def fill_known(params: np.ndarray, pegged: np.record) -> None:
    """Write the fields of `KNOWN`; `pegged` are the pegging records."""
    params["tables"], params["cribs"], params["records"] = stats.tables(), stats.any_throw(), pegged


@kernel
def cell_of(v):
    """The place of a decision: role (1: dealer), own score, other's score, as one number."""
    me = v.to_move
    role = int(me == v.dealer)
    return (role * SPOTS + spot_of(v, me)) * SPOTS + spot_of(v, 1 - me)


@kernel
def fill_desires(t, cribs, r, keeps, v, desires):
    """How much each strategy wants each keep of the player to move: ``desires[strategy, keep]``."""
    stats.statistics_of_any_throw(t, cribs, v.cards[v.to_move], keeps)
    role = int(v.to_move == v.dealer)
    for k in range(KEEPS):
        kept = keeps[k].kept
        hand = stats.hand_index(rank_of(kept[0]), rank_of(kept[1]), rank_of(kept[2]), rank_of(kept[3]))
        desires[HAND_MAX_MIN, k] = keeps[k].low
        desires[HAND_MAX_AVG, k] = keeps[k].average
        desires[HAND_MAX_MED, k] = keeps[k].median
        desires[HAND_MAX_POSS, k] = keeps[k].high
        desires[CRIB_MIN_AVG, k] = -keeps[k].crib
        desires[PEGGING_MAX_AVG_GAINED, k] = pegging_records.average_gain(r, role, hand)
        desires[PEGGING_MAX_MED_GAINED, k] = pegging_records.median_gain(r, role, hand)
        desires[PEGGING_MIN_AVG_GIVEN, k] = -pegging_records.average_given(r, role, hand)
    for j in range(STRATEGIES):
        scale(desires[j])


@kernel
def fill_desires_of_player(params, room, v):
    """The same with a player's parameters, in a player's room."""
    fill_desires(params.tables, params.cribs, params.records, room.keeps, v, room.desires)


@kernel
def scale(row):
    """Stretch to the range from 0, the worst, to 1, the best; where all are alike, all are best."""
    low, high = row[0], row[0]
    for k in range(KEEPS):
        low, high = min(low, row[k]), max(high, row[k])
    for k in range(KEEPS):
        row[k] = (row[k] - low) / (high - low) if high > low else 1.0


def pure(strategy: int, least: float = 0.0) -> np.ndarray:
    """Weights of one strategy everywhere, the others at `least`."""
    weights = np.full((PLACES, STRATEGIES), least)
    weights[:, strategy] = 1.0
    return weights / weights.sum(axis=1, keepdims=True)


def at_random(seed: int) -> np.ndarray:
    """Random weights that add up to one at each place: where the thesis' learners start."""
    weights = np.random.default_rng(seed).random((PLACES, STRATEGIES))
    return weights / weights.sum(axis=1, keepdims=True)
