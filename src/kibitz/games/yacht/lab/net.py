"""A network that learns Yacht from its own games.

No paper has this number: the best public learner on these rules scores about 140, less than playing
each turn for itself (163.8); perfect play scores 191.77. The aim is 190.

Two networks look at a board, that is, at which boxes are open and how many upper points are made. The
first says what the rest of the game is worth before the turn's first roll; the second says what each
of the 462 keeps is worth with one roll to come and with two. Neither sees a solved position. Many games are
played side by side; the board each of them has reached is the lesson: what the turn from there is
worth, averaged over the dice, when the boards it can end on are worth what the first network itself
says (a slowly following copy of it). Then every game is played on by one turn with real dice.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates
from kibitz.game import game
from kibitz.games.yacht.agents.net import file_of
from kibitz.games.yacht.dice import KEEPS
from kibitz.games.yacht.features import REACHED, board_size, unmarked
from kibitz.lab import Finding, Lab, Report, Row, Step, Steps, derived, figures, of_mean, where

SCALE = 50.0
"""Networks speak in numbers around 1; this makes them points."""


@dataclass(frozen=True)
class Config:
    rules: str = "nintendo"
    games: int = 4096
    """Games played side by side."""
    steps: int = 60_000
    """Turns of each of them."""
    turns_width: int = 256
    keeps_width: int = 512
    rate: float = 1e-3
    """Learning rate at first; it falls to a hundredth along half a cosine."""
    follow: float = 0.005
    """How much of the learning networks the following copies take over in a step."""
    explore: float = 0.05
    """How often a turn is written into any open box."""
    check_every: int = 1000
    judged_on: int = 100_000
    """Games in the last judgement."""


TINY = Config(games=24, steps=6, turns_width=8, keeps_width=8, check_every=2, judged_on=20)
QUICK = Config(games=64, steps=60, turns_width=32, keeps_width=32, check_every=20, judged_on=500)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    learner = Learner(config, lab.seed)
    if lab.kept:
        learner.restore(lab.kept)
    rows: list[Row] = []
    while learner.step < config.steps:
        losses = learner.learn()
        if learner.step % config.check_every == 0 or learner.step == config.steps:
            turns_loss, keeps_loss = (float(loss) * SCALE**2 for loss in losses)
            rows = [
                {"step": learner.step, "turns_loss": turns_loss, "keeps_loss": keeps_loss, "worth": learner.worth()}
            ]
            yield Step(rows, learner.checkpoint(), 0.95 * learner.step / config.steps)
    learner.export(lab)
    scores = judge(config, lab)
    yield Step([{"step": learner.step, **of_mean("score", scores)}], learner.checkpoint(), 1.0)


class Learner:
    """Both networks, the copies that follow them, and the games in progress."""

    def __init__(self, config: Config, seed: int) -> None:
        import torch

        from kibitz.games.yacht.lab._turns_on_tensors import Turn
        from kibitz.learn.on_torch import device

        self.config, self.seed, self.step = config, seed, 0
        self.device = device()
        self.turn = Turn(game("yacht").options(rules=config.rules), self.device)
        torch.manual_seed(seed)
        self.size, boxes = board_size(self.turn.marks), self.turn.boxes
        self.turns, self.turns_copy = (self._network(config.turns_width, 1) for _ in range(2))
        self.keeps, self.keeps_copy = (self._network(config.keeps_width, 2 * KEEPS) for _ in range(2))
        self.turns_copy.load_state_dict(self.turns.state_dict())
        self.keeps_copy.load_state_dict(self.keeps.state_dict())
        self.optimizer = torch.optim.Adam(
            [*self.turns.parameters(), *self.keeps.parameters()], eps=1e-5, fused=self.device == "cuda"
        )
        # Each game begins with some boxes full of nothing, so that a step's lessons come from all turns alike.
        begun = np.random.default_rng(seed).random((config.games, boxes)).argsort(axis=1)
        filled = begun < np.arange(config.games)[:, None] % boxes
        self.full = torch.as_tensor(filled @ (1 << np.arange(boxes)), device=self.device)
        self.upper = torch.zeros_like(self.full)
        self.unmarked = torch.as_tensor(unmarked(self.turn.marks), device=self.device)
        self.reached = torch.as_tensor(REACHED, device=self.device)

    def see(self, full: Any, upper: Any) -> Any:
        import torch

        return torch.cat([self.unmarked[full], self.reached[upper]], dim=-1)

    def said_of(self, full: Any, upper: Any) -> Any:
        """What the following copy says of many boards, on a card in half the digits: it is asked more than all else."""
        import torch

        torch.set_float32_matmul_precision("high")
        try:
            return self.turns_copy(self.see(full, upper)).squeeze(-1)
        finally:
            torch.set_float32_matmul_precision("highest")

    def worth(self) -> float:
        """What the following copy thinks a whole game is worth."""
        import torch

        with torch.no_grad():
            return float(self.turns_copy(self.see(self.full[:1] * 0, self.upper[:1] * 0)))

    def learn(self) -> tuple[Any, Any]:
        """A lesson from every board on the table, then a turn of every game; the errors, on the scale of the networks.

        Nothing in a step is read back from the card, so that the program that launches it never waits.
        """
        import torch

        with torch.no_grad():
            fills = self.turn.fills(self.said_of, (self.full, self.upper))
            last, two, turn = self.turn.expect(fills)
        for group in self.optimizer.param_groups:
            done = self.step / self.config.steps
            group["lr"] = self.config.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)
        seen = self.see(self.full, self.upper)
        turns_loss = torch.nn.functional.mse_loss(self.turns(seen).squeeze(-1) / SCALE, turn / SCALE)
        keeps_loss = torch.nn.functional.mse_loss(self.keeps(seen) / SCALE, torch.cat([last, two], dim=1) / SCALE)
        self.optimizer.zero_grad()
        (turns_loss + keeps_loss).backward()
        self.optimizer.step()
        with torch.no_grad():
            for copy, of in ((self.turns_copy, self.turns), (self.keeps_copy, self.keeps)):
                share = max(self.config.follow, 1 / (self.step + 1))
                torch._foreach_lerp_([*copy.parameters()], [*of.parameters()], share)
            self._play(fills, last, two)
        self.step += 1
        return turns_loss.detach(), keeps_loss.detach()

    def _play(self, fills: Any, last: Any, two: Any) -> None:
        """Play a turn of every game: keep what is worth most, write where it is worth most, or explore."""
        import torch

        # Seeded by the step alone, so that a resumed run rolls the same dice.
        chance = torch.Generator(self.device).manual_seed(derived(self.seed, self.step))
        rows = torch.arange(len(self.full), device=self.device)
        roll = drawn(self.turn.first.expand(len(rows), -1), chance)
        for keeps in (two, last):
            inside = self.turn.inside[roll]
            kept = inside[rows, keeps[rows[:, None], inside].argmax(dim=1)]
            # Keeping all dice is worth what writing them is, so there is no need to ask whether to stop.
            roll = drawn(self.turn.chances[kept], chance)
        worth = fills[rows, roll]
        any_open = torch.rand(worth.shape, generator=chance, device=self.device).masked_fill(worth == -torch.inf, -1)
        explored = torch.rand(len(rows), generator=chance, device=self.device) < self.config.explore
        box = torch.where(explored, any_open.argmax(dim=1), worth.argmax(dim=1))
        end = self.turn.end_of[roll, box]
        over = self.turn.is_full(self.full | self.turn.end_bits[end])
        self.upper = torch.where(over, 0, (self.upper + self.turn.made[end]).clamp(max=63))
        self.full = torch.where(over, 0, self.full | self.turn.end_bits[end])

    def checkpoint(self) -> dict[str, Any]:
        from kibitz.learn.on_torch import as_arrays

        arrays = {"full": self.full.cpu().numpy(), "upper": self.upper.cpu().numpy()}
        return {"step": self.step, **arrays, **as_arrays(**self._parts())}

    def restore(self, saved: Any) -> None:
        import torch

        from kibitz.learn.on_torch import put_back

        self.step = int(saved["step"])
        self.full, self.upper = (torch.tensor(saved[name], device=self.device) for name in ("full", "upper"))
        put_back(saved, **self._parts())

    def _parts(self) -> dict[str, Any]:
        copies = {"turns_copy": self.turns_copy, "keeps_copy": self.keeps_copy}
        return {"turns": self.turns, "keeps": self.keeps, **copies, "adam": self.optimizer}

    def export(self, lab: Lab) -> None:
        """Write the following copies, which have the steadier hand, as ONNX; the larger one in half precision."""
        import torch

        options, example = lab.game.options(rules=self.config.rules), torch.zeros(1, self.size)
        for part, network in (("turns", self.turns_copy), ("keeps", self.keeps_copy)):
            file = file_of(part, self.config.rules)
            lab.save_network(file, network.to("cpu"), example, options, half=part == "keeps")
            network.to(self.device)

    def _network(self, width: int, outputs: int) -> Any:
        return _network(self.size, width, outputs).to(self.device)


def drawn(chances: Any, chance: Any) -> Any:
    """One of each row, drawn by its chances: as `torch.multinomial` draws, which waits for the card to check them."""
    import torch

    waits = torch.empty_like(chances, memory_format=torch.contiguous_format).exponential_(generator=chance)
    return (chances / waits).argmax(dim=1)


def _network(size: int, width: int, outputs: int) -> Any:
    """Two hidden layers."""
    from torch import nn

    class Points(nn.Module):
        def forward(self, x):
            return x * SCALE

    layers = (nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, outputs))
    return nn.Sequential(*layers, Points())


def judge(config: Config, lab: Lab) -> np.ndarray:
    """The scores of games on dice that training never saw."""
    yacht, options = lab.game, lab.game.options(rules=config.rules)
    player = build(yacht, options, f"net:{lab.folder.resolve()}")
    return play(yacht, options, [player], duplicates(0, config.judged_on, lab.seed + 1, [(0,)])).scores[:, 0]


def report(rows: list[Row], config: Config) -> Report:
    lessons, last = where(rows, "worth"), rows[-1]
    figure, axes = figures.chart("What the network expects of a game", "turns of each game", "points", size=(7, 3))
    figures.curve(axes, lessons, "step", "worth", "expected", color=figures.colour("net"), marker="")
    figures.level(axes, last["score"], "what it scores in the end")
    summary = (
        f"After {config.games * config.steps:,} boards of its own games the network scores {last['score']:.2f} per "
        f"game (95%: {last['score_low']:.2f} to {last['score_high']:.2f}) over {config.judged_on:,} games."
    )
    return Report([Finding.of("mean score", last, "score")], summary, {"learning": figure})


STEPS = 20
"""Of the trainer at a time, for the bench: it does not wait for the card after each."""


def trainer() -> tuple[Callable[[], object], int]:
    """For the bench: some steps of learning, and how many boards these are."""
    learner = Learner(PAPER, 1)
    return lambda: [learner.learn() for _ in range(STEPS)], STEPS * PAPER.games
