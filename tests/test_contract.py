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
from kibitz.coach.hint import hint
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
        # A view must be written whole: buffers are used again, so these begin as two kinds of garbage.
        patterns = [np.full(self.game.state.itemsize, byte, np.uint8).view(self.game.state) for byte in (0x5A, 0xA5)]
        for views in patterns:
            self.game.view(self.state, seat, views[0])
        assert fingerprint(patterns[0]) == fingerprint(patterns[1]), "a field of the view is not written"
        return patterns[0]

    def hidden(self, seat: int) -> dict[str, np.ndarray]:
        """What the seat cannot know, in the shape of each field: entries (bool) or bits of them (integers)."""
        found = self.game.rules.hidden(self.state, seat)
        return {name: np.broadcast_to(np.asarray(mask), np.shape(self.state[name])) for name, mask in found.items()}

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
    assert {"cribbage", "gin", "racko", "yacht", "zsy", "duel"} <= set(kibitz.games())


def chance_of(game: Game, seed: int, decisions: int = 8) -> np.ndarray:
    """The course of a game in which everybody plays the first legal move, as numbers that follow from chance alone."""
    walk = Walk(game, game.options(), seed)
    parts = []
    for _ in range(decisions):
        for name in game.state.names:
            values = np.atleast_1d(walk.state[name]).ravel()
            if name != "rng":
                # Sets of cards are integers; their bits are the events.
                wide = values.dtype.itemsize == 8
                parts.append(np.unpackbits(values.view(np.uint8)) if wide else values.astype(np.float32))
        if walk.player != OVER:
            game.step(walk.state, walk.legal[0])
    return np.concatenate(parts).astype(np.float32)


def test_neighbouring_seeds_share_no_chance(game):
    """Over 2,000 consecutive seeds no event of one seed tells anything of any event of the next ones."""
    count, lags = 2000, (1, 2, 3, 5, 8, 16, 32)
    events = np.array([chance_of(game, seed) for seed in range(count + max(lags))])
    spread = events.std(axis=0)
    events = events[:, spread > 0.2]
    events = np.unique((events - events.mean(axis=0)) / events.std(axis=0), axis=1)
    for lag in lags:
        related = np.abs(events[:count].T @ events[lag : lag + count]) / count
        assert related.max() < 0.2, f"seeds {lag} apart are related: {related.max():.2f}"


def garble(values: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> None:
    """Change the hidden entries, or the hidden bits, of one field."""
    flat, mask = values.ravel(), mask.ravel()
    if mask.dtype == bool:
        flat[mask] = rng.permutation(flat[mask]) * rng.integers(0, 2)
    else:
        flat ^= rng.integers(0, 2**62, flat.shape).astype(flat.dtype) & mask.astype(flat.dtype)
    values[:] = flat.reshape(values.shape)


def test_what_is_not_hidden_is_seen_and_what_is_hidden_does_not_matter(game):
    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 150))
    def check(drawn, seed, depth):
        walk = Walk(game, chosen(game, drawn), seed).go(depth)
        rng = np.random.default_rng(seed)
        for seat in range(game.players(walk.options)):
            seen, hidden = walk.seen(seat), walk.hidden(seat)
            for name in game.state.names:
                if name == "rng":
                    continue
                have, shown = np.atleast_1d(walk.state[name]), np.atleast_1d(seen[0][name])
                mask = np.atleast_1d(hidden.get(name, np.zeros(have.shape, bool)))
                same = shown == have if mask.dtype == bool else (shown ^ have) & ~mask == 0
                assert (same | mask if mask.dtype == bool else same).all(), f"{name} is neither hidden nor in the view"
            other = Walk(game, walk.options, seed)
            other.states[:] = walk.states
            other.state["rng"] = rng.integers(2**63)
            for name, mask in hidden.items():
                garble(other.states[name], mask, rng)
            assert fingerprint(other.seen(seat)) == fingerprint(seen), "the view depends on what the seat cannot know"

    check()


def test_reshuffle_changes_only_what_chance_has_not_decided(game):
    changed = []

    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 150), again=seeds)
    def check(drawn, seed, depth, again):
        walk = Walk(game, chosen(game, drawn), seed).go(depth)
        other = Walk(game, walk.options, seed)
        other.states[:] = walk.states
        game.reshuffle(other.state, np.uint64(again))
        game.audit(other.state)
        for seat in range(game.players(walk.options)):
            assert fingerprint(other.seen(seat)) == fingerprint(walk.seen(seat)), (
                "a hand or what somebody knows changed"
            )
        changed.append(fingerprint(other.states) != fingerprint(walk.states))
        other.finish()

    check()
    assert any(changed)


def test_every_move_has_an_action_number(game):
    @quick
    @given(drawn=options_of(game), seed=seeds, depth=st.integers(0, 150))
    def check(drawn, seed, depth):
        options = chosen(game, drawn)
        codes = game.actions(options)
        assert codes.dtype == np.int32 and (np.diff(codes) > 0).all()
        walk = Walk(game, options, seed).go(depth)
        if walk.player != OVER:
            legal = np.array(walk.legal, np.int32)
            assert np.array_equal(codes[game.numbers(options, legal)], legal)

    check()


def test_no_player_and_no_word_depends_on_what_the_seat_cannot_know(game):
    """The same position twice, what the mover cannot know drawn anew: everything it is shown or advised stays."""
    players = [kibitz.agent(game.name, name) for name in kibitz.agents(game.name)]
    for seed in range(4):
        state, rng = kibitz.new(game.name, seed=seed), np.random.default_rng(seed)
        for _ in range(3 + 6 * seed):
            if not state.is_over:
                state.push(int(rng.choice(state.legal_codes)))
        if state.is_over:
            continue
        seat, other = state.player, state.copy()
        other._line[len(other.moves)] = state.view(seat)
        game.redeal(other.data, seat, np.uint64(seed + 77))
        assert [m.name for m in state.legal] == [m.name for m in other.legal]
        assert state.show(seat) == other.show(seat)
        for player in players:
            assert player.choose(state) == player.choose(other), player.name
        assert hint(state) == hint(other)


def test_compiled_players_write_only_their_scratch_space(game):
    for name in kibitz.agents(game.name):
        agent = kibitz.agent(game.name, name)
        if agent.memory is None:
            continue
        state, rng = kibitz.new(game.name, seed=4), np.random.default_rng(4)
        for _ in range(25):
            if state.is_over:
                break
            (kept,) = agent.notes(state)
            before = kept.copy()
            agent.act(*state.asked(), kept)
            for field in kept.dtype.names:
                assert field.startswith("scratch") or np.array_equal(kept[field], before[field]), (name, field)
            state.push(int(rng.choice(state.legal_codes)))


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
                move = agent.choose(state)
                assert move in state.legal_codes, name
                state.push(move)
