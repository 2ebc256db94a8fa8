"""Montecarlo: win rate against simple by budget.

No claim of the paper. The question is what each playout buys: `montecarlo` imagines so many hands at
every decision, drawn by an estimator, and plays its candidates out in each. At a budget of nothing it
would be `camper`, which is the first point of the curve. At one budget the estimators are compared. All play
the same deals.
"""

from dataclasses import dataclass

from kibitz.arena.match import match
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_match, where


@dataclass(frozen=True)
class Config:
    budgets: tuple[int, ...] = (0, 16, 64, 256)
    pairs: tuple[int, ...] = (10_000, 2_000, 2_000, 1_000)
    """Duplicate deals for each budget: fewer where a game takes longer."""
    estimators: tuple[str, ...] = ("uniform", "thumb", "dense", "lstm")
    """Compared with bayes, at `compared` playouts."""
    compared: int = 64
    """One of the budgets."""


TINY = Config(budgets=(0, 2), pairs=(4, 1), estimators=("uniform",), compared=2)
QUICK = Config(budgets=(0, 4), pairs=(50, 5), estimators=("uniform",), compared=4)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def play(spec: str, sims: int, estimator: str, pairs: int) -> list[Row]:
        found = match("gin", spec, "simple", pairs=pairs, seed=lab.derived("deals"))
        about = {"player": spec, "sims": sims, "estimator": estimator}
        return [of_match(found, **about, seconds_per_game=found.seconds / found.games)]

    compared, pairs = config.compared, dict(zip(config.budgets, config.pairs, strict=True))
    budgets = [
        (play, f"montecarlo:sims={sims}" if sims else "camper", sims, "bayes", pairs[sims]) for sims in config.budgets
    ]
    others = [
        (play, f"montecarlo:sims={compared},estimator={name}", compared, name, pairs[compared])
        for name in config.estimators
    ]
    return lab.in_turn(budgets + others)


def report(rows: list[Row], config: Config) -> Report:
    findings = Finding.each(rows, "{player} against simple")
    course = [{**row, "shown": max(row["sims"], 1)} for row in where(rows, estimator="bayes")]
    x = "imagined hands per decision (leftmost: camper)"
    figure, axes = figures.chart("What each playout buys", x, "win rate against simple", log="x", percent=True)
    figures.curve(axes, course, "shown", "win_rate", "montecarlo", color=figures.colour("montecarlo"))
    best = max(course, key=lambda row: row["win_rate"])
    ranked = sorted(where(rows, sims=config.compared), key=lambda row: -row["win_rate"])
    summary = (
        f"The best budget tried is {best['sims']}: {best['win_rate']:.1%} over {best['games']} games. At "
        f"{config.compared} playouts the estimators win "
        + ", ".join(f"{row['win_rate']:.1%} ({row['estimator']})" for row in ranked)
        + "."
    )
    return Report(findings, summary, {"budget": figure})
