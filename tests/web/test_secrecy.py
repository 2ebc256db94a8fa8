"""Every byte sent to a client is the same for two games that differ only in what that seat cannot know.

At every position of a game, what the other side holds and what chance will bring is dealt anew behind the
table, and everything the server can be asked is asked again.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from starlette.concurrency import run_in_threadpool

from kibitz.state import State
from kibitz.store import Store
from kibitz.web import thoughts
from kibitz.web.app import make_app
from kibitz.web.live import Live
from kibitz.web.routes.tables import _since
from kibitz.web.safety import Limits
from kibitz.web.service import Service
from kibitz.web.thoughts import Asked

GAMES = {"cribbage": {"muggins": True}, "duel": {}, "gin": {}, "racko": {"slots": 4}, "yacht": {}, "zsy": {}}
POSITIONS = 40
HINTED = 12
"""At so many of them, spread over the game, the coach is asked as well, which takes longer."""


class Whole:
    """Stands for `Asked`, but carries the very state of the table instead of a seed to replay."""

    def __init__(self, state: State) -> None:
        self.kept, self.game, self.moves = state.copy(), state.game.name, tuple(state.moves)

    def state(self) -> State:
        return self.kept.copy()


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    async def think(self: Service, lane: str, thought: Any, asked: Any, limit: float, **arguments: Any) -> Any:
        return await run_in_threadpool(lambda: thought(asked, **arguments))

    monkeypatch.setattr(Service, "think", think)
    monkeypatch.setattr(thoughts, "can_play", lambda asked, specs: None)
    monkeypatch.setattr(Asked, "of", classmethod(lambda cls, state, number=None: Whole(state)))
    store = Store(f"sqlite:///{tmp_path / 'kibitz.db'}")
    with TestClient(make_app(store, Limits(1e9), warm=False)) as started:
        yield started


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_seat_cannot_know_leaves_the_server(client: TestClient, game: str) -> None:
    players = {"players": 2} if game in ("racko", "yacht") else {}
    wanted = {"game": game, "options": GAMES[game] | players, "seats": ["you", "person"], "tutor": "strict"}
    mine = client.post("/api/tables", json=wanted).json()
    secret = client.cookies["kibitz"]
    client.cookies.clear()
    client.post(f"/api/invites/{mine['invite']}")
    client.cookies.set("kibitz", secret, domain="testserver.local")
    live: Live = client.portal.call(client.app.state.service.tables.get, mine["id"])  # type: ignore[union-attr]  # a TestClient has a portal while it is entered
    chance, compared, hinted = random.Random(game), 0, 0
    for number in range(POSITIONS):
        if live.state.is_over:
            break
        ask = live.state.player == 0 and hinted * POSITIONS <= number * HINTED
        hinted += ask
        true = everything(client, live, ask)
        kept = live.state
        live.state, live._told = redealt(kept, seat=0, seed=chance.getrandbits(63)), {}
        assert live.state.data.tobytes() != kept.data.tobytes()
        other = everything(client, live, ask)
        live.state, live._told = kept, {}
        assert true == other
        compared += len(true)
        step = live.step(int(chance.choice(live.state.legal_codes)))
        assert live_store(client).keep([step]) == [True]
        live.played(step)
    assert compared > 10_000 and hinted >= 2


def test_the_comparison_would_find_a_leak(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test, with a server that tells the other's cards, must fail."""
    monkeypatch.setattr("kibitz.web.live.plain", lambda view: {"leak": "x"})
    honest = Live.snapshot
    monkeypatch.setattr(
        Live,
        "snapshot",
        lambda self, *a, **k: honest(self, *a, **k).model_copy(update={"shown": str(self.state.data["hands"])}),
    )
    with pytest.raises(AssertionError):
        test_nothing_that_a_seat_cannot_know_leaves_the_server(client, "zsy")


def redealt(state: State, seat: int, seed: int) -> State:
    """The same game as far as a seat can know, and another behind that."""
    other = state.copy()
    number = len(other.moves)
    world = np.zeros(1, state.game.state)
    world[0] = state.view(seat)
    state.game.redeal(world[0], seat, np.uint64(seed))
    other._line[number] = world[0]
    other._seat, other._count = other._kernels.look(other._line, number, other._legal)
    return other


def everything(client: TestClient, live: Live, ask_the_coach: bool) -> str:
    """All that the player at seat 0 can get at this position."""
    id, number = live.saved.id, len(live.state.moves)
    service = client.app.state.service  # type: ignore[attr-defined]
    path = f"/api/tables/{id}"
    said = [client.get(f"{path}?log=10000").text, client.get("/api/me").text, client.get("/api/history").text]
    said += [client.get(path + rest).text for rest in ("/at/0", "/record", "/review")]
    for move in (-5, 2**31 - 1, "nonsense", 0 if live.state.player else "fly"):
        said.append(client.post(f"{path}/moves", json={"number": number, "move": move}).text)
    for wrong in (max(0, number - 1), number + 1):
        said.append(client.post(f"{path}/moves", json={"number": wrong, "move": -1}).text)
    said.append(client.post(f"{path}/undo", json={"number": number}).text)
    player = service.store.player(client.cookies["kibitz"])
    said += [event.model_dump_json() for event in _since(live, player, max(0, live.saved.revision - 3))]
    if ask_the_coach:
        hints = [client.get(f"{path}/hint?level={level}") for level in (1, 2)]
        assert all(hint.status_code == 200 for hint in hints), "the coach answers"
        warned = thoughts.warn(Whole(live.state), int(live.state.legal_codes[-1]), "strict")  # type: ignore[arg-type]
        said += [hint.text for hint in hints] + [str(warned)]
    else:
        said.append(client.get(f"{path}/hint").text if live.state.player else "")
    return "\n".join(said)


def live_store(client: TestClient) -> Store:
    return client.app.state.service.store  # type: ignore[attr-defined, no-any-return]
