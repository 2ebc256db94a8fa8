"""The environment on the card beside the processor's, step by step."""

import numpy as np

from kibitz.doors.cuda import CudaEnvironment
from kibitz.doors.rules import Rules
from kibitz.doors.tables import Tables


def host(array) -> np.ndarray:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array.cpu())


def differs(game, opponent, same_step, count, steps, library, **options) -> str:
    """Play both with the same actions, now and then illegal ones; what differs first, or nothing."""
    card = CudaEnvironment(game, count, bool(same_step), library, opponent=opponent, **options)
    tables = Tables(Rules.of(game, opponent=opponent, **options), count, bool(same_step))
    tables.seed(range(7, 7 + count))
    random, games = np.random.default_rng(1), 0
    (seen, info), told = card.reset(seed=7), tables.reset()
    rewards, over = told.rewards, told.over
    for step in range(steps):
        pairs = {"seen": (seen, told.seen), "masks": (info["action_mask"], told.masks)}
        pairs |= {
            "rewards": (rewards, told.rewards),
            "over": (over, told.over),
            "illegal": (info["illegal"], told.illegal),
        }
        pairs["scores"] = host(info["scores"])[told.over], tables.scores[told.over]
        if same_step:
            pairs["final"] = host(info["final_obs"])[told.over], tables.final[told.over]
        for name, (on_card, here) in pairs.items():
            there = on_card if isinstance(on_card, np.ndarray) else host(on_card)
            if not np.array_equal(there, here):
                return f"{game} {opponent}: {name} differ in step {step}"
        chosen = (random.random(told.masks.shape) * told.masks).argmax(axis=1)
        chosen = np.where(random.random(count) < 0.1, random.integers(-1, told.masks.shape[1], count), chosen)
        seen, rewards, over, _, info = card.step(chosen)
        told = tables.step(chosen)
        games += told.over.sum()
    card.check()
    return "" if games and card.decided() == tables.tables["decided"].sum() else f"{game}: {games} games"
