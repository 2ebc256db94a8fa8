"""The spread of td over seeds.

The paper "noticed that the different instances of TD algorithms trained with the same, small, number of
games can have wildly different win rates against the greedy agent": the reason for natural selection.
"""

from dataclasses import dataclass

from kibitz.games.zsy.lab._td import PAPER_STEPS, course
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, column, figures, where


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    seeds: int
    pairs: int


TINY = Config(steps=(1, 20), seeds=2, pairs=4)
QUICK = Config(steps=(1, 10, 200), seeds=4, pairs=100)
PAPER = Config(steps=PAPER_STEPS, seeds=10, pairs=2000)


def run(config: Config, lab: Lab) -> Steps:
    def learn(number: int) -> list[Row]:
        return course(lab, config.steps, config.pairs, number=number)

    return lab.in_turn((learn, number) for number in range(config.seeds))


def report(rows: list[Row], config: Config) -> Report:
    rates = {n: column(where(rows, games=n), "win_rate") for n in config.steps}
    title = f"td from {config.seeds} seeds"
    figure, axes = figures.chart(title, "games of training", "win rate against greedy", percent=True)
    figures.boxes(axes, list(rates.values()), [f"{n:,}" for n in config.steps])
    findings = []
    for n, won in rates.items():
        what = f"td v greedy after {n:,} game{'s' * (n > 1)}: standard deviation over {config.seeds} seeds"
        findings.append(
            Finding(what, float(won.std(ddof=1)), paper="wildly different" if n <= 100 else None, unit=PERCENT)
        )
    widest = max(rates, key=lambda n: rates[n].max() - rates[n].min())
    last = rates[config.steps[-1]]
    after = f"{widest:,} games" if widest > 1 else "a single game"
    summary = (
        f"The widest spread is after {after}: {rates[widest].min():.0%} to {rates[widest].max():.0%} won. "
        f"After {config.steps[-1]:,} games it is {last.min():.1%} to {last.max():.1%} around {last.mean():.1%}."
    )
    return Report(findings, summary, {"spread": figure})
