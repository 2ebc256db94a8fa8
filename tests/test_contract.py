"""What every game must fulfil, on every game that is installed."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import record
from kibitz.errors import BadOption, IllegalMove, InvalidMove
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, mix
from kibitz.options import GameOptions
from kibitz.record import fingerprint
from tests.interpreted import checksums
from tests.playthrough import FOLDER, playthrough

LONGEST = 1_000_000
"""Decisions after which a random game that has not ended never will."""

quick = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**64 - 1)


@pytest.fixture(params=kibitz.games())
def game(request) -> Game:
    return kibitz.game(request.param)


def options_of(game: Game) -> st.SearchStrategy[dict]:
    """Any value of any option."""

    def values(f: dataclasses.Field) -> st.SearchStrategy:
        if "names" in f.metadata:
            return st.sampled_from(f.metadata["names"])
        if "flag" in f.metadata:
            return st.booleans()
        return st.integers(f.metadata["low"], f.metadata["high"])

    drawn = {f.name: st.one_of(st.just(f.default), values(f)) for f in dataclasses.fields(game.rules.Options)}
    return st.fixed_dictionaries(drawn)


def chosen(game: Game, drawn: dict) -> GameOptions:
    """Options of a game, where the drawn values go together."""
    try:
        return game.options(**drawn)
    except BadOption:
        assume(False)
        raise


deal = player = legal = step = UNBOUND


def _finish(s, moves, seed, most):
    """Play random moves to the end, but no more than `most`; how many it took."""
    for played in range(most):
        if player(s) == OVER:
            return played
        n = legal(s, moves)
        seed = mix(seed)
        step(s, moves[int(seed % np.uint64(n))])
    return most


@cache
def finisher(name: str):
    return bind(_finish, **kibitz.game(name).kernels)


class Walk:
    """A game of random moves, on the bare kernels."""

    def __init__(self, game: Game, options: GameOptions, seed: int) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.rng = np.random.default_rng(seed)
        self.states = np.zeros(1, game.state)
        self.moves = np.zeros(game.moves, np.int32)
        game.deal(self.state, options.encoded(), np.uint64(seed))

    @property
    def state(self):
        return self.states[0]

    @property
    def player(self) -> int:
        return int(self.game.player(self.state))

    @property
    def legal(self) -> list[int]:
        return self.moves[: int(self.game.legal(self.state, self.moves))].tolist()

    def seen(self, seat: int) -> np.ndarray:
        # A view must be written whole: buffers are used again, so this one begins as garbage.
        views = np.frombuffer(b"\x5a" * self.game.state.itemsize, np.uint8).copy().view(self.game.state)
        self.game.view(self.state, seat, views[0])
        return views

    def step(self) -> None:
        legal = self.legal
        self.game.step(self.state, legal[int(self.rng.integers(len(legal)))])

    def go(self, decisions: int) -> Walk:
        while decisions > 0 and self.player != OVER:
            self.step()
            decisions -= 1
        return self

    def finish(self) -> None:
        taken = finisher(self.game.name)(self.state, self.moves, np.uint64(self.seed), LONGEST)
        assert taken < LONGEST, f"not over after {LONGEST} decisions"
        assert self.player == OVER
        self.game.audit(self.state)


def test_the_five_games_and_the_sixth_are_found():
    assert {"yacht", "duel"} <= set(kibitz.games())


def test_random_play_ends_and_loses_nothing(game):
    @quick
    @given(drawn=options_of(game), seed=seeds)
    def check(drawn, seed):
        walk = Walk(game, chosen(game, drawn), seed)
        for _ in range(30):
            game.audit(walk.go(5).state)
        walk.finish()
        scores = np.full(game.seats, np.nan)
        game.score(walk.state, scores)
        assert np.isfinite(scores[: game.players(walk.options)]).all()

    check()


def test_legal_moves_are_sorted_distinct_and_playable(game):
    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 120))
    def check(drawn, seed, depth):
        walk = Walk(game, chosen(game, drawn), seed).go(depth)
        if walk.player == OVER:
            return
        legal = walk.legal
        assert 0 < len(legal) <= game.moves
        assert legal == sorted(set(legal))
        before = walk.states.copy()
        for move in legal:
            game.step(walk.state, move)
            game.audit(walk.state)
            walk.states[:] = before

    check()


def test_same_seed_and_moves_give_the_same_record(game):
    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 200))
    def check(drawn, seed, depth):
        options = chosen(game, drawn)
        one, two = Walk(game, options, seed).go(depth), Walk(game, options, seed).go(depth)
        assert fingerprint(one.states) == fingerprint(two.states)

    check()


def test_views_and_redeals(game):
    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 150), again=seeds)
    def check(drawn, seed, depth, again):
        walk = Walk(game, chosen(game, drawn), seed).go(depth)
        for seat in range(game.players(walk.options)):
            seen = walk.seen(seat)
            assert seen["rng"] == 0, "a view shows the game's generator"
            assert int(game.player(seen[0])) == walk.player, "who is to move is no secret"
            if walk.player == seat:
                listed = np.zeros(game.moves, np.int32)
                assert listed[: int(game.legal(seen[0], listed))].tolist() == walk.legal
            # What the seat cannot know is drawn anew; what it sees must not change with it.
            other = Walk(game, walk.options, again)
            other.states[:] = seen
            game.redeal(other.state, seat, np.uint64(again))
            game.audit(other.state)
            assert fingerprint(other.seen(seat)) == fingerprint(seen), "the view depends on what the seat cannot know"
            other.finish()

    check()


def test_a_redeal_forgets_the_game(game):
    """Were hidden facts left in a view, two games that look alike would redeal differently."""

    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 60), again=seeds)
    def check(drawn, seed, depth, again):
        walk = Walk(game, chosen(game, drawn), seed).go(depth)
        seat = max(walk.player, 0)
        one, two = walk.seen(seat), walk.seen(seat)
        game.redeal(one[0], seat, np.uint64(again))
        game.redeal(two[0], seat, np.uint64(again))
        assert fingerprint(one) == fingerprint(two)
        game.redeal(two[0], seat, np.uint64(again ^ 1))
        assert one["rng"] != two["rng"]

    check()


def test_text_round_trips(game):
    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 60))
    def check(drawn, seed, depth):
        state = kibitz.State(game, chosen(game, drawn), seed)
        rng = np.random.default_rng(seed)
        while depth and not state.is_over:
            state.push(int(rng.choice(state.legal_codes)))
            depth -= 1
        for seat in range(state.seats):
            assert state.show(seat)
        for move in state.legal:
            assert state.parse(move.name) == move
        again = record.read(state.record())
        assert again.moves == state.moves and fingerprint(again.data) == fingerprint(state.data)

    check()


def test_a_wrong_move_changes_nothing(game):
    state = kibitz.new(game.name, seed=3)
    before, legal = fingerprint(state.data), set(state.legal_codes.tolist())
    for wrong in [-7, 2**31 - 1, *(code for code in range(300) if code not in legal)]:
        with pytest.raises(IllegalMove):
            state.push(wrong)
    with pytest.raises(InvalidMove, match="legal here"):
        state.push("castle kingside")
    assert fingerprint(state.data) == before and state.moves == []


def test_push_and_pop(game):
    state = kibitz.new(game.name, seed=5)
    seen, rng = [], np.random.default_rng(5)
    while not state.is_over and len(seen) < 40:
        seen.append(fingerprint(state.data))
        state.push(int(rng.choice(state.legal_codes)))
    while seen:
        state.pop()
        assert fingerprint(state.data) == seen.pop()


def test_golden_playthrough(game):
    file = FOLDER / f"{game.name}.txt"
    assert file.exists(), f"{game.name} has no playthrough; python tests/playthrough.py writes it"
    assert playthrough(game.name) == file.read_text(encoding="utf-8"), (
        "the rules changed; if that was meant, python tests/playthrough.py --all, and read the diff"
    )


def test_compiled_equals_interpreted():
    script = Path(__file__).parent / "interpreted.py"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False, timeout=400
    )
    assert done.returncode == 0, done.stderr[-3000:]
    for name, interpreted in json.loads(done.stdout).items():
        assert [checksums(name, seed, 150) for seed in range(2)] == interpreted, name


def test_every_agent_plays_a_game(game):
    for name in kibitz.agents(game.name):
        agent = kibitz.agent(game.name, name)
        state = kibitz.new(game.name, seed=11)
        for _ in range(8):
            if not state.is_over:
                views, moves, counts = state.asked()
                memory = [] if agent.memory is None else [np.zeros(1, agent.memory)]
                state.push(int(agent.act(views, moves, counts, *memory)[0]))
