"""The compiled loop plays the same games as the lockstep one, to the bit."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import CompiledAgent, Random
from kibitz.arena import drive
from kibitz.arena.drive import play
from kibitz.arena.schedule import duplicates
from kibitz.arena.turn import are_compiled
from kibitz.errors import Stopped
from kibitz.kernel import kernel, record

DUEL = kibitz.game("duel")


def two_players(name):
    game = kibitz.game(name)
    return game, game.options(players=2) if hasattr(game.rules.Options, "players") else game.options()


def both_ways(game, options, agents, schedule, monkeypatch, **how):
    """The results of the compiled loop and of lockstep."""
    assert are_compiled(agents)
    monkeypatch.setattr(drive, "FEW", 0)
    fused = play(game, options, agents, schedule, **how)
    monkeypatch.setattr(drive, "are_compiled", lambda agents: False)
    return fused, play(game, options, agents, schedule, **how)


def same(one, two):
    return (one.scores == two.scores).all() and (one.decisions == two.decisions).all() and two.ended.all()


@pytest.mark.parametrize("name", kibitz.games())
def test_random_play_is_the_same_in_both_loops(name, monkeypatch):
    game, options = two_players(name)
    agents = [Random(game, options), Random(game, options)]
    fused, lockstep = both_ways(game, options, agents, duplicates(0, 3, 5, [(0, 1), (1, 0)]), monkeypatch)
    assert same(fused, lockstep)


NOTES = record([("turns", "i8"), ("lowest", "i4"), ("scratch", "f8", (3,))])
BIAS = record([("every", "i8")])


@kernel
def now_and_then(v, moves, count, memory, params):
    """The lowest card, but the highest every so many turns: depends on notes and parameters."""
    memory.scratch[0] = memory.turns
    return moves[count - 1] if memory.turns % params.every == 0 else moves[0]


@kernel
def count_turns(v, move, memory, params):
    memory.turns += 1
    memory.lowest = min(memory.lowest, move)


class Alternating(CompiledAgent):
    memory = NOTES
    decide = now_and_then
    remember = count_turns

    def __init__(self, game, options, every):
        super().__init__(game, options)
        self.params = np.zeros(1, BIAS)
        self.params["every"] = every


def test_notes_and_parameters_are_each_players_own(monkeypatch):
    options = DUEL.options()
    agents = [Alternating(DUEL, options, 2), Random(DUEL, options), Alternating(DUEL, options, 3)]
    schedule = duplicates(0, 200, 1, [(0, 1), (1, 2), (2, 0), (0, 0)])
    fused, lockstep = both_ways(DUEL, options, agents, schedule, monkeypatch)
    assert same(fused, lockstep)
    other, _ = both_ways(DUEL, options, [agents[1], *agents[1:]], schedule, monkeypatch)
    assert (other.scores != fused.scores).any()


def test_results_do_not_depend_on_the_number_of_workers(monkeypatch):
    monkeypatch.setattr(drive, "FEW", 0)
    options = DUEL.options()
    agents = [Alternating(DUEL, options, 2), Random(DUEL, options)]
    schedule = duplicates(0, 500, 1, [(0, 1), (1, 0)])
    one = play(DUEL, options, agents, schedule, workers=1)
    for workers in (2, 5):
        assert same(one, play(DUEL, options, agents, schedule, workers=workers))


def test_every_game_counts_in_the_progress(monkeypatch):
    monkeypatch.setattr(drive, "FEW", 0)
    counted = []
    options = DUEL.options()
    play(DUEL, options, [Random(DUEL, options)], duplicates(0, 300, 1, [(0, 0)]), progress=counted.append)
    assert sum(counted) == pytest.approx(300)


@kernel
def not_there(v, moves, count, memory, params):
    return 99


class Cheating(CompiledAgent):
    decide = not_there


def test_an_illegal_choice_is_refused(monkeypatch):
    monkeypatch.setattr(drive, "FEW", 0)
    options = DUEL.options()
    with pytest.raises(Stopped, match="test_fused chose 99") as stopped:
        play(DUEL, options, [Cheating(DUEL, options)], duplicates(0, 4, 1, [(0, 0)]))
    assert not stopped.value.result.ended.any()
