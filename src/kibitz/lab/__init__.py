"""Experiments: what one is, how it runs, resumes and reports.

An experiment is one module in a game's ``lab/`` folder:

- its docstring: the first line names it, the rest states the paper's claim and number;
- ``Config``: a frozen dataclass with every constant; there are three of them, ``TINY`` (a second, for the tests),
  ``QUICK`` (a minute) and ``PAPER`` (the paper's counts or more);
- ``run(config, seed, checkpoint, folder)``: yields `Step`s, and can start from any step's checkpoint;
- ``report(rows, config)``: what came out, beside what the paper says.
"""

from kibitz.lab.experiment import Experiment, Finding, Report, Step, experiment, experiments

__all__ = ["Experiment", "Finding", "Report", "Step", "experiment", "experiments"]
