"""A policy gradient: a network learns which moves to like, from whether they did better than was expected.

Each move's picture is given a number; a softmax over them is how likely each move is played. What was to be expected
says a *critic*, a second network that sees all cards. It exists while learning only: the player that comes of it
sees pictures of its own view. Updates are those of PPO: a move's chance is changed by one window within bounds, and
to stay undecided is worth something at first, without which self-play with hidden cards runs in circles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from kibitz.game import Game
from kibitz.learn.judge import asked, half, worth
from kibitz.learn.self_play import Tables
from kibitz.learn.self_play_settings import GradientSettings
from kibitz.learn.self_taught import SelfTaught
from kibitz.options import GameOptions


@dataclass
class Tick:
    """One decision at every table, as it was made."""

    rows: torch.Tensor
    """Pictures of all moves, one table after the other."""
    ends: torch.Tensor
    """Where the moves of each table end."""
    chosen: torch.Tensor
    """The row that was played, per table."""
    chance: torch.Tensor
    """The logarithm of how likely it was."""
    whole: torch.Tensor
    """The position with all cards open, per table."""


class Learner(SelfTaught):
    """Learns which moves to like; `critic` says what a position is worth to the seat to move."""

    def __init__(
        self, game: Game, options: GameOptions, settings: GradientSettings, seed: int, device: str = "cpu"
    ) -> None:
        super().__init__(game, options, settings, seed, device)
        self.settings = settings
        self.critic = self._network(self._seated().whole_size)
        self.adam = self._optimiser(self.net, self.critic)

    def learn(self) -> float:
        tables, net, chance = self._seated(), half(self.net), self._chance(0)
        ticks = [self._tick(tables, net, t, chance) for t in range(self.settings.window)]
        expected = torch.stack([worth(half(self.critic), tick.whole) for tick in ticks])
        better, usable = advantages(tables, expected, self.settings.trust)
        loss = self._fit(ticks, better, expected, usable)
        self.windows += 1
        return loss

    @torch.no_grad()
    def _tick(self, tables: Tables, net: nn.Module, t: int, chance: torch.Generator) -> Tick:
        """Play one move at every table, each as often as it is liked."""
        rows = tables.look(t).clone()
        ends = tables.counts.cumsum(0)
        likes = log_shares(asked(net, rows), ends)
        # The highest of numbers with such noise added is drawn with just the chances that the numbers stand for.
        luck = torch.rand(len(likes), generator=chance, device=self.device).clamp_min(1e-12)
        tables.choose(t, likes - (-luck.log()).log(), 0.0)
        chosen, whole = tables.chosen.clone(), tables.witness()
        tables.play(t, kept=False)
        return Tick(rows, ends, chosen, likes[chosen], whole)

    def _fit(self, ticks: list[Tick], better: torch.Tensor, expected: torch.Tensor, usable: torch.Tensor) -> float:
        """Some passes over the window; the critic's mean loss."""
        results = (better + expected).clamp(0, 1)
        scaled = (better - better[usable].mean()) / (better[usable].std() + 1e-6)
        tables = better.shape[1]
        size = min(self.settings.batch, tables)
        parts = [(t, first) for t in range(len(ticks)) for first in range(0, tables, size)]
        losses, chance = [], torch.Generator().manual_seed(int(self._chance(1).initial_seed()))
        for _ in range(self.settings.passes):
            for number in torch.randperm(len(parts), generator=chance).tolist():
                t, first = parts[number]
                some = slice(first, min(first + size, tables))
                counted = usable[t, some]
                liked, undecided = self._liked(ticks[t], some)
                ratio = (liked - ticks[t].chance[some]).exp()
                gain = scaled[t, some]
                bounded = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
                policy = -torch.minimum(ratio * gain, bounded * gain)[counted].mean()
                said = asked(self.critic, ticks[t].whole[some])
                critic = nn.functional.binary_cross_entropy_with_logits(said[counted], results[t, some][counted])
                entropy = self.settings.entropy * (1 - 0.9 * self.done)
                if counted.any():
                    self._descend(policy + critic - entropy * undecided[counted].mean())
                    losses.append(critic.detach())
        return float(torch.stack(losses).mean()) if losses else float("nan")

    def _liked(self, tick: Tick, some: slice) -> tuple[torch.Tensor, torch.Tensor]:
        """How likely the moves of some tables are played now, as logarithms, and how undecided the network is there."""
        first = int(tick.ends[some.start - 1]) if some.start else 0
        ends = tick.ends[some] - first
        likes = log_shares(asked(self.net, tick.rows[first : first + int(ends[-1])]), ends)
        undecided = -summed(likes.exp() * likes, ends)
        return likes[tick.chosen[some] - first], undecided

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "critic": self.critic}


def advantages(tables: Tables, expected: torch.Tensor, trust: float) -> tuple[torch.Tensor, torch.Tensor]:
    """How much better than expected each decision of a window came out, and where that is known.

    The surprises at a seat's later decisions count too, each `trust` times as much as the one before.
    """
    window, count = expected.shape
    every, seats = torch.arange(count, device=expected.device), tables.rewards.shape[2]
    later = torch.zeros((count, seats), device=expected.device)  # what came next for a seat, once that is known
    surprise, known = torch.zeros_like(later), torch.zeros_like(later, dtype=torch.bool)
    better, usable = torch.zeros_like(expected), torch.zeros_like(expected, dtype=torch.bool)
    for t in reversed(range(window)):
        over = tables.over[t] != 0
        later[over], surprise[over], known[over] = tables.rewards[t][over], 0.0, True
        at = (every, tables.movers[t].long())
        better[t] = torch.where(known[at], later[at] - expected[t] + trust * surprise[at], 0.0)
        usable[t] = known[at]
        later[at], surprise[at], known[at] = expected[t], better[t], True
    return better, usable


def log_shares(numbers: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """A softmax within each group of neighbouring rows, as logarithms; groups end at `ends`.

    >>> log_shares(torch.tensor([0.0, 0.0, 5.0]), torch.tensor([2, 3])).exp().tolist()
    [0.5, 0.5, 1.0]
    """
    group = _group(ends, len(numbers))
    most = torch.full((len(ends),), -torch.inf, device=numbers.device).scatter_reduce(
        0, group, numbers.detach(), "amax"
    )
    raised = numbers - most[group]
    return raised - summed(raised.exp(), ends).log()[group]


def summed(numbers: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """The sum of each group of neighbouring rows."""
    zeros = torch.zeros(len(ends), device=numbers.device, dtype=numbers.dtype)
    return zeros.index_add(0, _group(ends, len(numbers)), numbers)


def _group(ends: torch.Tensor, rows: int) -> torch.Tensor:
    counts = torch.diff(ends, prepend=ends.new_zeros(1))
    return torch.repeat_interleave(torch.arange(len(ends), device=ends.device), counts, output_size=rows)
