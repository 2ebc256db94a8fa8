"""Why the thesis' learner gets worse, and what repairs it: reward relative to the score.

Not in the thesis. Its reward is the final difference, which mostly says how far ahead a player already was
when it decided. Here the lead at the time of the decision is taken off, so that a decision is rewarded for
what was gained after it; nothing else changes. If the explanation is right, such a learner should play
better than its start where the thesis' own plays worse. The pictures are drawn as in `cribbage.variants`.
"""

from kibitz.games.cribbage.lab.variants import PAPER, QUICK, TINY, Config, Variants, learn_all, report
from kibitz.lab import Lab, Steps
from kibitz.learn.weighted import Settings

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]


def variants() -> Variants:
    found: Variants = {"as the thesis": (Settings(), None)}
    for scale in (0.1, 0.4, 2.0):
        found[f"relative s={scale}"] = (Settings(scale=scale, relative=True), None)
    found["relative, one responsible"] = (Settings(scale=0.4, relative=True, top=1), None)
    found["relative, neighbours X=0.5"] = (Settings(scale=0.4, relative=True, own_share=0.5), None)
    return found


def run(config: Config, lab: Lab) -> Steps:
    return learn_all(variants(), config, lab)
