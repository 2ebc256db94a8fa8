"""Deep Monte Carlo: a network learns, from games against itself, how likely each move is to win.

The network looks at the picture of a move (picture.py) and says a chance to win. At every table of `self_play.Tables`
the move it thinks best is played, now and then any other; when a window of decisions is over, the network is fitted
to what came of them. With ``trust`` 1 that is the game's result alone, which is Monte Carlo; below 1 the network's own
word at later decisions counts too, which is less noisy. Where a `teacher` is given, a compiled player, its moves are
followed at first and the network learns what they and others are worth, instead of beginning with games that
nobody knows how to end. Some tables are played against the network as it was earlier, so that it does not forget how to
beat it. It knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from kibitz.agent import Agent, CompiledAgent
from kibitz.errors import BadAgentSpec
from kibitz.game import Game
from kibitz.learn.judge import Judge, half, worth
from kibitz.learn.self_play import EVERY, Tables
from kibitz.learn.self_play_settings import Settings
from kibitz.learn.self_taught import SelfTaught
from kibitz.options import GameOptions
from kibitz.picture import PicturePlayer


class Learner(SelfTaught):
    """Learns what moves are worth, from what came of them.

    Where an `opponent` is given, a compiled player or one that judges pictures, the network learns to beat that player,
    and meets nobody else. A `teacher` is followed in the first windows. With `partners`, compiled players, it spars at
    some tables more, so that it learns from styles other than its own.
    """

    def __init__(
        self, game: Game, options: GameOptions, settings: Settings, seed: int,
        device: str = "cpu", opponent: Agent | None = None, teacher: CompiledAgent | None = None,
        network: Callable[[int, int, int], Any] = Judge, partners: Sequence[CompiledAgent] = (),
    ) -> None:  # fmt: skip
        rival = opponent if isinstance(opponent, PicturePlayer) else None
        for player in (None if rival else opponent, teacher, *partners):
            if player is not None and not isinstance(player, CompiledAgent):
                raise BadAgentSpec(f"{player.name} is no compiled player, so a network cannot learn from it")
        super().__init__(game, options, settings, seed, device, network)
        self.settings, self.teacher, self.rival = settings, teacher, rival
        self.opponent = None if rival else opponent
        self.partners, self.ring = partners, list[Tables]()
        self.ringside = int(settings.sparring * settings.tables) // max(1, len(partners))
        self.past = self._network()
        self.past.load_state_dict(self.net.state_dict())
        share = 1.0 if rival else 0.0 if opponent else settings.past
        self.against_past = int(share * settings.tables)
        self.seat_of_past = torch.arange(settings.tables, device=device) % game.players(options)
        self.seat_of_past[self.against_past :] = EVERY

    @property
    def decisions(self) -> int:
        sparred = self.windows * self.settings.window * self.ringside * len(self.partners)
        return super().decisions + sparred

    def learn(self) -> float:
        is_taught = self.windows < self.settings.lessons
        if self.windows == self.settings.lessons:
            self.tables = None  # the teacher leaves in the middle of games
        if self.tables is None or self.is_anew:
            self.ring = []
            self.ring = [self._laid(self.ringside, 2, k, opponent=p) for k, p in enumerate(self.partners)]
        tables = self._seated(opponent=self.opponent, teacher=self.teacher if is_taught else None)
        if self.rival:  # who plays as it does, never any move
            tables.keep_exact(self.seat_of_past.cpu().numpy())
        net, past = half(self.net), half(self.past)
        explore = self.settings.explore * (1 - (1 - self.settings.explore_end) * self.done)
        for sparring in self.ring:
            for t in range(self.settings.window):
                sparring.choose(t, worth(net, sparring.look(t)), explore)
                sparring.play(t)
            sparring.credit(self.settings.trust)
        for t in range(self.settings.window):
            rows = tables.look(t)
            theirs = None if is_taught else self._rows_of_past(tables, t)
            values = worth(net, rows)
            if theirs is not None:
                values[theirs] = worth(past, rows[theirs]) if self.rival is None else self._said_by_rival(rows[theirs])
            if is_taught:
                tables.follow(t, values, self.settings.lesson_explore)
            else:
                tables.choose(t, values, explore)
            tables.play(t)
        tables.credit(self.settings.trust)
        loss = self._fit(tables)
        self.windows += 1
        if self.windows % self.settings.past_every == 0:
            self.past.load_state_dict(self.mean.state_dict())
        return loss

    def _rows_of_past(self, tables: Tables, t: int) -> torch.Tensor | None:
        """At the first tables one seat is the earlier self's, or at all a rival's: the rows where that one moves.

        On the card the program waits for how many these are, so it asks before there is much to wait for.
        """
        if not self.against_past:
            return None
        theirs = tables.movers[t] == self.seat_of_past
        return theirs[tables.table_of].nonzero().squeeze(1)

    def _said_by_rival(self, rows: torch.Tensor) -> torch.Tensor:
        assert self.rival is not None
        net = getattr(self.rival.judge, "net", None)
        if net is not None:  # it was moved to the device, where the rows are
            return worth(net, rows)
        return torch.from_numpy(self.rival.worth(rows.cpu().numpy())).to(self.device)

    def _fit(self, tables: Tables) -> float:
        """One pass over the window in random order; the mean loss."""
        usable = tables.usable
        usable &= tables.movers != self.seat_of_past  # what the earlier self did is no lesson
        every = (tables, *self.ring)
        picked = _joined([part.usable.flatten() for part in every]).nonzero().squeeze(1)
        order = picked[torch.randperm(len(picked), generator=self._chance(1), device=self.device)]
        pictures = _joined([part.pictures.flatten(0, 1) for part in every])
        return self._fit_to(pictures, _joined([part.targets.flatten() for part in every]), order)

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "past": self.past}

    def begin_with(self, saved: Mapping[str, Any]) -> None:
        super().begin_with(saved)
        self.past.load_state_dict(self.mean.state_dict())


def _joined(parts: list[torch.Tensor]) -> torch.Tensor:
    """One after the other; a single one as it is."""
    return parts[0] if len(parts) == 1 else torch.cat(parts)
