"""The same on SQLite and on PostgreSQL."""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event, insert, select, text

import kibitz
from kibitz.errors import BadStore, IllegalMove, NotTheNextMove, UnknownSavedGame
from kibitz.state import State
from kibitz.store import Seat, Step, Store, tables
from kibitz.store.export import read


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def play_out(store: Store, id: str, state: State, seed: int = 0) -> None:
    chance = random.Random(seed)
    while not state.is_over:
        store.play(id, state, int(chance.choice(state.legal_codes)))


def test_the_migrations_make_the_tables_that_the_code_uses(store: Store) -> None:
    with store.database.writing() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.metadata) == []


def test_several_may_open_an_empty_database_at_once(database: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for opened in list(pool.map(lambda _: Store(database), range(4))):
            opened.close()


def test_a_database_of_a_newer_version_is_refused(store: Store, database: str) -> None:
    with store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadStore, match="newer version"):
        Store(database)


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "sqlite://", "sqlite:////proc/no/kibitz.db"])
def test_a_wrong_url_is_one_clear_line(url: str) -> None:
    with pytest.raises(BadStore) as raised:
        Store(url)
    assert "\n" not in str(raised.value)


def test_a_game_comes_back_as_it_was_left(store: Store, database: str) -> None:
    me = store.new_player("Ada")
    state = kibitz.new("cribbage", seed=2**64 - 1, target=61, muggins=True)
    id = store.new_game(state, [Seat.person(me), Seat.computer("random")], tutor="gentle")
    chance = random.Random(1)
    for _ in range(20):
        store.play(id, state, int(chance.choice(state.legal_codes)))
    store.close()
    again = Store(database)
    loaded = again.load(id)
    assert (loaded.moves, loaded.seed, loaded.options) == (state.moves, state.seed, state.options)
    assert loaded.data.tobytes() == state.data.tobytes()
    kept = again.game(id)
    assert (kept.moves, kept.revision, kept.tutor, kept.finished) == (20, 20, "gentle", None)
    assert kept.seats_of(me) == [0]
    assert [found.id for found in again.unfinished(me)] == [id]
    again.close()


def test_an_illegal_move_changes_nothing(store: Store) -> None:
    state = kibitz.new("racko", seed=1)
    id = store.new_game(state, [Seat.computer("random")] * state.seats)
    with pytest.raises(IllegalMove):
        store.play(id, state, 12345)
    assert state.moves == store.load(id).moves == []


def test_a_move_is_kept_once_whoever_plays_it(store: Store) -> None:
    state = kibitz.new("zsy", seed=3)
    id = store.new_game(state, [Seat.computer("random")] * 2)
    behind = state.copy()
    store.play(id, state, int(state.legal_codes[0]))
    with pytest.raises(NotTheNextMove):
        store.play(id, behind, int(behind.legal_codes[-1]))
    assert behind.moves == []
    assert store.codes(id) == state.moves


def test_of_many_at_once_one_plays(store: Store) -> None:
    state = kibitz.new("yacht", seed=3, players=1)
    id = store.new_game(state, [Seat.computer("random")])

    def attempt(copy: State) -> int:
        try:
            store.play(id, copy, int(copy.legal_codes[0]))
        except NotTheNextMove:
            return 0
        return 1

    for _ in range(10):
        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(attempt, [store.load(id) for _ in range(8)])) == 1


def test_undo_leaves_no_gap(store: Store) -> None:
    state = kibitz.new("yacht", seed=3, players=1)
    id = store.new_game(state, [Seat.computer("random")])
    for _ in range(5):
        store.play(id, state, int(state.legal_codes[0]))
    store.take_back(id, 3, revision=5)
    assert store.load(id).moves == state.moves[:3]
    assert (store.game(id).moves, store.game(id).revision) == (3, 6)
    with pytest.raises(NotTheNextMove):
        store.play(id, state, int(state.legal_codes[0]))
    with pytest.raises(NotTheNextMove):
        store.take_back(id, 1, revision=5)


def test_moves_of_many_games_are_kept_in_one_commit(store: Store) -> None:
    state = kibitz.new("yacht", seed=3, players=1)
    first, second, third = (store.new_game(state, [Seat.computer("random")]) for _ in range(3))
    code, other = (int(code) for code in state.legal_codes[:2])
    steps = [
        Step(first, 0, code, 0, revision=0),
        Step(second, 0, code, 0, revision=7),  # chosen at a table that is not this one
        Step(first, 0, other, 0, revision=0),  # somebody else was quicker
        Step(third, 1, code, 0),  # not the next
        Step(second, 0, other, 0, revision=0),
    ]
    assert store.keep(steps) == [True, False, False, False, True]
    assert [store.codes(id) for id in (first, second, third)] == [[code], [other], []]
    assert [store.game(id).revision for id in (first, second, third)] == [1, 1, 0]


def test_a_move_chosen_before_an_undo_is_refused(store: Store) -> None:
    state = kibitz.new("yacht", seed=3, players=1)
    id = store.new_game(state, [Seat.computer("random")])
    for _ in range(2):
        store.play(id, state, int(state.legal_codes[0]))
    chosen = Step(id, 2, int(state.legal_codes[0]), 0, revision=2)
    store.take_back(id, 1, revision=2)
    state.pop()
    store.play(id, state, int(state.legal_codes[-1]))  # as many moves as before, but not the same
    assert store.keep([chosen]) == [False]
    assert store.codes(id) == state.moves


def test_a_finished_game_has_its_result(store: Store) -> None:
    me, other = store.new_player("Ada"), store.new_player("Bob")
    for seed in range(3):
        state = kibitz.new("zsy", seed=seed)
        id = store.new_game(state, [Seat.person(me), Seat.person(other)])
        play_out(store, id, state, seed)
        assert store.game(id).scores == state.scores
    assert store.unfinished(me) == []
    found = store.history(me)
    assert len(found.games) == 3
    (tally,) = found.tallies
    assert (tally.opponent, tally.games) == ("Bob", 3)
    won = sum(game.scores[0] > game.scores[1] for game in found.games)
    assert tally.won == won == sum(game.result == "won" for game in found.games)
    low, high = tally.interval
    assert 0 <= low <= tally.rate <= high <= 1
    (mirrored,) = store.history(other, "zsy").tallies
    assert (mirrored.opponent, mirrored.won) == ("Ada", tally.lost)
    assert store.history(me, "gin").games == []


def test_games_that_do_not_count(store: Store) -> None:
    me = store.new_player("Ada")
    for seats, origin in ([[Seat.person(me)] * 2, None], [[Seat.person(me), Seat.computer("random")], "record"]):
        state = kibitz.new("zsy", seed=1)
        play_out(store, store.new_game(state, seats, origin=origin), state)
    assert len(store.history(me).games) == 2
    assert store.history(me).tallies == []


def test_a_player_is_who_knows_the_secret(store: Store) -> None:
    made = store.new_player("Ada", secret="correct horse")
    assert store.player("correct horse") == made
    assert store.player("wrong horse") is None
    changed = store.change_player(made, name="Ada L.", consent=False)
    assert store.player("correct horse") == changed
    assert (changed.name, changed.consent) == ("Ada L.", False)
    assert store.local_player() == store.local_player() != made
    with store.database.writing() as connection:
        kept = connection.execute(tables.players.select()).all()
    assert not any("horse" in str(row) for row in kept)


def test_an_invite_works_once(store: Store) -> None:
    me, friend, late = store.new_player("Ada"), store.new_player("Bob"), store.new_player("Cy")
    invited = Seat.invited()
    id = store.new_game(kibitz.new("gin", seed=1), [Seat.person(me), invited])
    assert store.sit_down(id, "wrong", friend) is None
    assert store.sit_down(id, invited.invite, friend) == 1
    assert store.sit_down(id, invited.invite, late) is None
    assert store.game(id).seats[1] == Seat.person(friend)


def test_only_games_with_consent_are_exported(store: Store, tmp_path) -> None:
    yes, no = store.new_player("Ada"), store.new_player("Bob")
    store.change_player(yes, consent=True)
    states = []
    for seats in ([yes, "random"], [no, "random"], [yes, no]):
        state = kibitz.new("zsy", seed=2**63 + len(states))
        sitting = [Seat.computer(who) if isinstance(who, str) else Seat.person(who) for who in seats]
        play_out(store, store.new_game(state, sitting), state)
        states.append(state)
    assert store.export(tmp_path / "games.parquet") == 1
    ((state, seats),) = read(tmp_path / "games.parquet")
    assert (state.moves, state.seed, seats) == (states[0].moves, states[0].seed, ["person 1", "random"])
    assert b"Ada" not in (tmp_path / "games.parquet").read_bytes()


def test_a_drill_position_comes_again_until_it_is_learned(store: Store) -> None:
    me = store.new_player()
    id = store.new_game(kibitz.new("zsy", seed=1), [Seat.person(me), Seat.computer("random")])
    assert store.drill.add(me.id, id, 4, 0.2)
    assert not store.drill.add(me.id, id, 4, 0.2)
    assert store.drill.add(me.id, id, 9, 0.3)
    item, other = store.drill.due(me.id, "zsy", most=5)
    assert (item.number, other.number) == (9, 4)
    assert store.drill.due(me.id, "gin") == []
    store.drill.answer(item, right=True)
    assert [found.number for found in store.drill.due(me.id, most=5)] == [4]
    assert store.drill.item(me.id, item.id).streak == 1
    assert store.drill.item(me.id + 1, item.id) is None
    assert store.drill.waiting(me.id) == 1


def test_a_daily_deal_is_played_once(store: Store) -> None:
    me, other = store.new_player("Ada"), store.new_player("Bob")
    for player in (me, other):
        id = store.new_game(
            kibitz.new("zsy", seed=1), [Seat.person(player), Seat.computer("random")], daily="2026-11-16"
        )
        assert store.daily.begin("2026-11-16", "zsy", player.id, id)
        assert not store.daily.begin("2026-11-16", "zsy", player.id, id)
        store.daily.finish(id, 1.0, 0.25 if player == me else 0.5)
    assert [found.name for found in store.daily.results("2026-11-16", "zsy")] == ["Bob", "Ada"]
    assert store.daily.streak("zsy", me.id, date(2026, 11, 16)) == 1
    assert store.daily.streak("zsy", me.id, date(2026, 11, 17)) == 1
    assert store.daily.streak("zsy", me.id, date(2026, 11, 18)) == 0


def test_an_unknown_game_is_said_to_be_so(store: Store) -> None:
    with pytest.raises(UnknownSavedGame, match="no game 'x'"):
        store.load("x")
    assert store.revisions(["x"]) == {}


def test_a_setting_is_made_once(store: Store) -> None:
    assert store.setting("secret", "a") == "a"
    assert store.setting("secret", "b") == "a"


def test_writers_who_wait_share_one_commit_and_none_spoils_it_for_the_others(tmp_path) -> None:
    store = Store(f"sqlite:///{tmp_path}/shared.db")
    commits: list[int] = []
    event.listen(store.database.engine, "commit", lambda connection: commits.append(1))
    shared = store.database._commits
    assert shared is not None

    def write(number: int) -> None:
        with store.database.writing() as connection:
            connection.execute(insert(tables.settings).values(name=f"n{number}", value=""))
            if number % 2:
                raise ValueError("thought better of it")

    with ThreadPoolExecutor(8) as pool:
        with store.database.writing():  # as long as this one writes, all others have to wait
            asked = [pool.submit(write, number) for number in range(8)]
            until = time.monotonic() + 60
            while shared._waiting < 8 and time.monotonic() < until:
                time.sleep(0.01)
        failed = [number for number, one in enumerate(asked) if one.exception() is not None]
    assert failed == [1, 3, 5, 7] and len(commits) == 1
    with store.database.reading() as connection:
        assert sorted(connection.execute(select(tables.settings.c.name)).scalars()) == ["n0", "n2", "n4", "n6"]
    store.close()


def test_a_commit_that_fails_is_told_to_all_who_shared_it(tmp_path) -> None:
    store = Store(f"sqlite:///{tmp_path}/failing.db")
    shared = store.database._commits
    assert shared is not None

    def write(number: int) -> None:
        with store.database.writing() as connection:
            connection.execute(insert(tables.settings).values(name=f"n{number}", value=""))
            if not shared._waiting:
                connection.exec_driver_sql("ROLLBACK")  # what SQLite does by itself where the disk is full
                raise OSError("no space left")

    with ThreadPoolExecutor(3) as pool:
        with pytest.raises(BadStore, match="taken it back"), store.database.writing():
            asked = [pool.submit(write, number) for number in range(3)]
            until = time.monotonic() + 60
            while shared._waiting < 3 and time.monotonic() < until:
                time.sleep(0.01)
        assert sorted(type(one.exception()).__name__ for one in asked) == ["BadStore", "BadStore", "OperationalError"]
    assert store.setting("n9", "next") == "next"
    with store.database.reading() as connection:
        assert connection.execute(select(tables.settings.c.name)).scalars().all() == ["n9"]
    store.close()
