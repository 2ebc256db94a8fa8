"""Experiments: what one is, how it runs, resumes and reports.

An experiment is one module in a game's ``lab/`` folder:

- its docstring: the first line names it, the rest states the paper's claim and number;
- ``Config``: a frozen dataclass with every constant; there are three of them, ``TINY`` (a second, for the tests),
  ``QUICK`` (a minute) and ``PAPER`` (the paper's counts or more);
- ``run(config, lab)``: yields `Step`s, and can start from any step's checkpoint; a `Lab` knows the seed and the folder;
- ``report(rows, config)``: what came out, beside what the paper says.

The words they share: `derived` seeds, jobs done `Lab.in_turn` or `side_by_side` (jobs.py), rows `of_match` and
`of_mean` and how to find them again (rows.py), and one look for all figures (figures.py).
"""

from kibitz.lab import figures
from kibitz.lab.experiment import Checkpoint, Experiment, Finding, Report, Step, experiment, experiments
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps, copied, derived, parts, seated, side_by_side
from kibitz.lab.numbers import PERCENT
from kibitz.lab.rows import column, estimate, of_match, of_mean, said, where

__all__ = [
    "PERCENT", "Checkpoint", "Experiment", "Finding", "Lab", "Report", "Row", "Step", "Steps", "column", "copied",
    "derived", "estimate", "experiment", "experiments", "figures", "of_match", "of_mean", "parts", "said",
    "seated", "side_by_side", "where",
]  # fmt: skip
