"""What sub-chains are divided by.

The paper counts the shorter runs within a chain over 3, which "was best in trials", and leaves full chains unscaled,
because a given length of them is rare. It gives no numbers. Here the same learner divides by 1, 2, 3 and 6.
"""

from dataclasses import dataclass

from kibitz.games.zsy.features.afterstate import DIVISOR
from kibitz.games.zsy.lab._td import learner, tested
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, of_mean, where
from kibitz.learn.td_linear import Settings

DIVISORS = (1, 2, 3, 6)
PAPERS = 3


@dataclass(frozen=True)
class Config:
    games: int
    seeds: int
    pairs: int


TINY = Config(games=20, seeds=2, pairs=4)
QUICK = Config(games=200, seeds=2, pairs=100)
PAPER = Config(games=100_000, seeds=8, pairs=4000)


def run(config: Config, lab: Lab) -> Steps:
    def learn(number: int, divisor: int) -> list[Row]:
        taught = learner(lab.derived(number), Settings(extras=DIVISOR * divisor))
        taught.train(config.games)
        return [tested(taught, "greedy", config.pairs, lab.derived("deals"), divisor=divisor, number=number)]

    return lab.in_turn((learn, number, divisor) for number in range(config.seeds) for divisor in DIVISORS)


def report(rows: list[Row], config: Config) -> Report:
    rates = {divisor: column(where(rows, divisor=divisor), "win_rate") for divisor in DIVISORS}
    means = [{"divisor": divisor, **of_mean("win_rate", rates[divisor])} for divisor in DIVISORS]
    title = f"td v greedy by what sub-chains are divided by: mean of {config.seeds} seeds"
    figure, axes = figures.chart(title, "divisor", "win rate against greedy", percent=True)
    figures.curve(axes, means, "divisor", "win_rate", "td", color=figures.colour("td"))
    findings, words = [], []
    for row in means:
        paper = "best" if row["divisor"] == PAPERS else None
        findings.append(Finding.of(f"td v greedy, sub-chains over {row['divisor']}", row, paper=paper))
        if row["divisor"] != PAPERS:
            # Seed by seed: the same seed deals the same games to all.
            gain = of_mean("gain", 100 * (rates[PAPERS] - rates[row["divisor"]]))
            what = f"points won by dividing by {PAPERS} rather than {row['divisor']}, seed by seed"
            findings.append(Finding.of(what, gain, "gain"))
            ends = f"{gain['gain_low']:+.2f} to {gain['gain_high']:+.2f}"
            words.append(f"{gain['gain']:+.2f} points against {row['divisor']} (95%: {ends})")
    summary = f"Dividing by {PAPERS} is worth {', '.join(words)}, in points of the win rate against greedy."
    return Report(findings, summary, {"sub_chains": figure})
