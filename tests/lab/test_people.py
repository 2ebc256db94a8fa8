"""The papers' games against people: which games count, and that nothing is published that nobody played."""

import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.lab import people
from kibitz.lab.people import Protocol
from kibitz.store import Seat, Store

SHORT = Protocol("zsy", "greedy", 2, 22, 60, "a short one")


@pytest.fixture
def store(tmp_path):
    return Store(f"sqlite:///{tmp_path / 'k.db'}")


def play(store, opponent="greedy", seat=0, **options):
    """A game that the local person loses or wins as it comes, playing the first legal move."""
    state = kibitz.new("zsy", seed=len(store.finished(store.local_player())), **options)
    sitting = [Seat.person(store.local_player()), Seat.computer(opponent)]
    id = store.new_game(state, sitting if seat == 0 else sitting[::-1])
    while not state.is_over:
        store.play(id, state, int(state.legal_codes[0]))


def test_the_first_games_against_the_player_count(store):
    play(store, opponent="random")
    play(store, free_pass=False)
    assert SHORT.counted(store.finished(store.local_player())) == [], "another player, other rules"
    for seat in (0, 1, 0):
        play(store, seat=seat)
    finished = store.finished(store.local_player())
    counted = SHORT.counted(finished)
    assert [one.id for one in counted] == [one.id for one in reversed(finished)][2:4], "the first two of three"
    lost = sum(one.scores[one.seat] < one.scores[1 - one.seat] for one in counted)
    assert people.won_by_player(counted) == lost


def test_only_a_whole_protocol_is_published_and_only_once(store, tmp_path, committed):
    play(store)
    with pytest.raises(KibitzError, match="1 of 2 games are played"):
        people.publish(SHORT, store.finished(store.local_player()), tmp_path)
    play(store)
    finished = store.finished(store.local_player())
    people.publish(SHORT, finished, tmp_path)
    (entry,) = people.entries(SHORT, tmp_path)
    assert entry["games"] == 2 and entry["won"] == people.won_by_player(SHORT.counted(finished))
    assert "name" not in entry, "whoever played stays unnamed"
    with pytest.raises(KibitzError, match="already"):
        people.publish(SHORT, finished, tmp_path)


def test_protocols_name_players_that_exist():
    for one in people.PROTOCOLS:
        assert one.player in kibitz.agents(one.game) and people.protocol(one.name) is one
    with pytest.raises(KibitzError, match="did you mean 'diablo'"):
        people.protocol("diabolo")


def test_nothing_is_stored_that_nobody_played():
    assert [people.people(one.game) for one in people.PROTOCOLS] == [[] for _ in people.PROTOCOLS]
