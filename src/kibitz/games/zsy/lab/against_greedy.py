"""Training against greedy instead of against itself.

The paper: training against greedy "did lead to it being able to beat the greedy algorithm with much fewer
training games", but "after 100,000 games the win rate still leveled off at about 80%", as in self-play. It also fears
that such a learner fits greedy alone and would be weaker against people: in the end both kinds play each other.
"""

from dataclasses import dataclass
from typing import Any

from kibitz.arena.match import match
from kibitz.games.zsy.lab._td import PAPER_STEPS, course, learner, player
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, of_match, of_mean, where
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

    def meet(number: int) -> list[Row]:
        """The two learners of a seed in the end, against each other."""
        taught = [learner(lab.derived(number), Settings(self_play=rival == "itself")) for rival in RIVALS]
        for one in taught:
            one.train(config.steps[-1])
        by_itself, by_greedy = (player(one) for one in taught)
        found = match("zsy", by_greedy, by_itself, pairs=config.pairs, seed=lab.derived("meet"))
        return [of_match(found, meeting=number)]

    jobs: list[tuple[Any, ...]] = [(learn, number, rival) for number in range(config.seeds) for rival in RIVALS]
    return lab.in_turn([*jobs, *((meet, number) for number in range(config.seeds))])


def report(rows: list[Row], config: Config) -> Report:
    title = f"Whom to train against: {config.seeds} learners each"
    figure, axes = figures.chart(title, "games of training", "win rate against greedy", log="x", percent=True)
    findings: list[Finding] = []
    beaten: dict[str, int | None] = {}
    ends: list[float] = []
    for rival in RIVALS:
        course = []
        for games in config.steps:
            rates = column(where(rows, rival=rival, games=games), "win_rate")
            course.append({"games": games, **of_mean("win_rate", rates)})
        figures.curve(axes, course, "games", "win_rate", f"trained against {rival}")
        seeds = f"mean of {config.seeds} seeds after {config.steps[-1]:,} games"
        what = f"td trained against {rival}, v greedy: {seeds}"
        findings.append(Finding.of(what, course[-1], paper="about 80%"))
        ends.append(course[-1]["win_rate"])
        beaten[rival] = next((int(row["games"]) for row in course if row["win_rate"] > 0.5), None)
        paper = "much fewer" if rival == "greedy" else None
        if (first := beaten[rival]) is not None:
            # It was beaten somewhere between the last test before and this one: that is the number's interval.
            before = max((games for games in config.steps if games < first), default=0)
            note = f"not yet after {before:,}; nothing between was tested"
            what = f"games until greedy is beaten, trained against {rival}"
            findings.append(Finding(what, first, before, first, paper=paper, note=note))
    figures.level(axes, 0.5)
    figures.paper(axes, [config.steps[-1]], [0.8], "paper: about 80%")
    met = of_mean("win_rate", column(where(rows, "meeting"), "win_rate"))
    findings.append(Finding.of("trained against greedy v trained against itself: games won", met))
    summary = (
        f"Against greedy the learner that trained against greedy wins {ends[1]:.1%} in the end, the one that "
        f"played itself {ends[0]:.1%} (the paper: about 80% for both). The first tested number of games after which it "
        f"beats greedy is {beaten['greedy'] or 'none'} when trained against it and {beaten['itself'] or 'none'} in "
        f"self-play. Against each other the one trained against greedy wins {met['win_rate']:.1%} "
        f"(95%: {met['win_rate_low']:.1%} to {met['win_rate_high']:.1%})."
    )
    return Report(findings, summary, {"against_greedy": figure})
