"""The features the paper tried and dropped, and the one it did not try.

The paper added what the opponent has passed on, and the probability that the opponent can beat a pattern;
"neither additional feature improved performance over the greedy agent". Its idea against leading high
cards too early, every feature crossed with the number of cards in hand, it left untried.
"""

from dataclasses import dataclass

from kibitz.games.zsy.features.afterstate import HAND_SIZE, ODDS, PASSES
from kibitz.games.zsy.lab._td import course
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, of_mean, where
from kibitz.learn.td_linear import Settings

SETS = {"the paper's": 0, "with passes": PASSES, "with odds": ODDS, "with hand size": HAND_SIZE}


@dataclass(frozen=True)
class Config:
    games: int
    seeds: int
    pairs: int


TINY = Config(games=20, seeds=2, pairs=4)
QUICK = Config(games=200, seeds=2, pairs=100)
PAPER = Config(games=100_000, seeds=4, pairs=4000)


def run(config: Config, lab: Lab) -> Steps:
    def learn(number: int, name: str) -> list[Row]:
        settings = Settings(extras=SETS[name])
        return course(lab, [config.games], config.pairs, settings, features=name, number=number)

    return lab.in_turn((learn, number, name) for number in range(config.seeds) for name in SETS)


def report(rows: list[Row], config: Config) -> Report:
    rates = {name: column(where(rows, features=name), "win_rate") for name in SETS}
    means = [{"at": x, **of_mean("win_rate", rates[name])} for x, name in enumerate(SETS)]
    figure, axes = figures.chart("Extra features", "", "win rate against greedy", percent=True)
    for x, name in enumerate(SETS):
        axes.plot(
            [x] * len(rates[name]), rates[name], "o", color=figures.COLOURS[0], markerfacecolor="none", markersize=4
        )
    figures.curve(axes, means, "at", "win_rate", f"mean of {config.seeds} seeds", linestyle="", marker="_")
    axes.set_xticks(range(len(SETS)), list(SETS))
    claims = {"with passes": "no gain", "with odds": "no gain"}
    findings = [
        Finding.of(f"td v greedy, features {name}: mean of {config.seeds} seeds", mean, paper=claims.get(name))
        for name, mean in zip(SETS, means, strict=True)
    ]
    words = []
    for name in list(SETS)[1:]:
        gain = of_mean("gain", 100 * (rates[name] - rates["the paper's"]))
        words.append(f"{name} {gain['gain']:+.1f} points (95%: {gain['gain_low']:+.1f} to {gain['gain_high']:+.1f})")
    summary = f"Against the same features without it, seed by seed: {'; '.join(words)}."
    return Report(findings, summary, {"extra_features": figure})
