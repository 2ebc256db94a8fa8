"""Training against greedy instead of against itself.

The paper: training against greedy "did lead to it being able to beat the greedy algorithm with much fewer
training games", but "after 100,000 games the win rate still leveled off at about 80%", as in self-play.
"""

from dataclasses import dataclass

from kibitz.games.zsy.lab._td import PAPER_STEPS, course
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, of_mean, where
from kibitz.learn.td_linear import Settings

RIVALS = ("itself", "greedy")


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    seeds: int
    pairs: int


TINY = Config(steps=(1, 20), seeds=2, pairs=4)
QUICK = Config(steps=(1, 10, 300), seeds=2, pairs=100)
PAPER = Config(steps=PAPER_STEPS, seeds=4, pairs=2500)


def run(config: Config, lab: Lab) -> Steps:
    def learn(number: int, rival: str) -> list[Row]:
        settings = Settings(self_play=rival == "itself")
        return course(lab, config.steps, config.pairs, settings, rival=rival, number=number)

    return lab.in_turn((learn, number, rival) for number in range(config.seeds) for rival in RIVALS)


def report(rows: list[Row], config: Config) -> Report:
    title = f"Whom to train against: {config.seeds} learners each"
    figure, axes = figures.chart(title, "games of training", "win rate against greedy", log="x", percent=True)
    findings, beaten = [], {}
    for rival in RIVALS:
        course = []
        for games in config.steps:
            rates = column(where(rows, rival=rival, games=games), "win_rate")
            course.append({"games": games, **of_mean("win_rate", rates)})
        figures.curve(axes, course, "games", "win_rate", f"trained against {rival}")
        seeds = f"mean of {config.seeds} seeds after {config.steps[-1]:,} games"
        what = f"td trained against {rival}, v greedy: {seeds}"
        findings.append(Finding.of(what, course[-1], paper="about 80%"))
        beaten[rival] = next((f"{row['games']:,}" for row in course if row["win_rate"] > 0.5), "none")
    figures.level(axes, 0.5)
    summary = (
        f"Against greedy the learner that trained against greedy wins {findings[1].ours:.1%} in the end, the one that "
        f"played itself {findings[0].ours:.1%} (the paper: about 80% for both). The first tested number of games after "
        f"which it beats greedy is {beaten['greedy']} when trained against it and {beaten['itself']} in self-play."
    )
    return Report(findings, summary, {"against_greedy": figure})
