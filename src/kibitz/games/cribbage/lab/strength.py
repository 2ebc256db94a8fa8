"""What makes the player by state values strong, part by part.

Not in the thesis, which only proposes such a player (5.2) and wishes for better pegging (5.1). Each
variant of `value` plays the shipped one over duplicate deals that no other experiment uses: more and
fewer hands searched, the other's play read more or less closely, another caution in the quick rule,
and the crib judged by the two ranks thrown instead of by all six cards.
"""

from dataclasses import dataclass

from kibitz.arena.match import match
from kibitz.lab import Finding, Lab, Report, Row, Steps, estimate, of_match


@dataclass(frozen=True)
class Config:
    pairs: int = 20_000


PAPER = Config()
TINY = Config(pairs=1)
QUICK = Config(pairs=10)

VARIANTS = ("hands=16", "hands=256", "sure=0", "sure=0.25", "caution=0.7", "caution=1.3", "crib=0")


def run(config: Config, lab: Lab) -> Steps:
    def play(variant: str) -> list[Row]:
        found = match("cribbage", f"value:{variant}", "value", pairs=config.pairs, seed=lab.derived("deals"))
        points = estimate("points", found.points[0] - found.points[1], found.margin)
        return [{**of_match(found, variant=variant), **points}]

    return lab.in_turn((play, variant) for variant in VARIANTS)


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        note = f"points per game {row['points_low']:+.2f} to {row['points_high']:+.2f}"
        findings.append(Finding.of(f"win rate of value:{row['variant']} against value", row, note=note))
    better = [row["variant"] for row in rows if row["win_rate_low"] > 0.5]
    worse = [row["variant"] for row in rows if row["win_rate_high"] < 0.5]
    others = [row["variant"] for row in rows if row["variant"] not in (*better, *worse)]
    summary = (
        f"Over {rows[0]['games']:,} games each. Better than the shipped player: {', '.join(better) or 'none'}. "
        f"Worse: {', '.join(worse) or 'none'}. Not told apart from it: {', '.join(others) or 'none'}."
    )
    return Report(findings, summary)
