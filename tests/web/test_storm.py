"""Two hundred games at once, legal and illegal requests, the server killed in the middle: no acknowledged move is lost.

On SQLite with one server process, and on PostgreSQL with two.
"""

import asyncio
import random
from typing import Any

import httpx
import pytest

from tests.web.serving import Server

GAMES = ("cribbage", "duel", "gin", "racko", "yacht", "zsy")
TABLES = 200
REQUESTS = 10  # per table


class Player:
    """One visitor at one table who notes which moves were acknowledged."""

    def __init__(self, number: int, url: str) -> None:
        self.chance = random.Random(number)
        self.http = httpx.AsyncClient(base_url=url, timeout=120, verify=False)
        self.game = GAMES[number % len(GAMES)]
        self.id = ""
        self.acknowledged: dict[int, int] = {}
        self.refused = 0

    async def begin(self) -> None:
        made = await self.http.post("/api/tables", json={"game": self.game, "seats": ["you", "random"]})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]

    async def play(self, requests: int) -> None:
        """Until so many requests were sent, or the server is gone."""
        for _ in range(requests):
            try:
                await self.one_request()
            except httpx.TransportError:
                return
            await asyncio.sleep(self.chance.random() * 0.05)

    async def one_request(self) -> None:
        looked = await self.http.get(f"/api/tables/{self.id}")
        assert looked.status_code == 200, looked.text
        at = looked.json()
        if self.chance.random() < 0.3 or not at["moves"]:
            await self.send_nonsense(at)
        else:
            code = self.chance.choice(at["moves"])["code"]
            sent = {"number": at["number"], "move": code}
            copies = [
                self.http.post(f"/api/tables/{self.id}/moves", json=sent) for _ in range(self.chance.choice((1, 1, 3)))
            ]
            answers = await asyncio.gather(*copies)
            assert all(answer.status_code == 200 for answer in answers), [answer.text for answer in answers]
            self.acknowledged[at["number"]] = code

    async def send_nonsense(self, at: dict[str, Any]) -> None:
        sent = self.chance.choice(
            (
                {"number": at["number"], "move": -7},
                {"number": at["number"] + 3, "move": 0},
                {"number": at["number"], "move": 10**18},
                {"number": at["number"], "move": "castle"},
                {"move": 0},
            )
        )
        answer = await self.http.post(f"/api/tables/{self.id}/moves", json=sent)
        assert 400 <= answer.status_code < 500, answer.text
        self.refused += 1

    async def check(self) -> None:
        """Every acknowledged move is at its place."""
        at = (await self.http.get(f"/api/tables/{self.id}", params={"log": 10_000})).json()
        kept = {entry["number"]: entry["code"] for entry in at["log"] if entry["seat"] == at["seat"]}
        assert self.acknowledged.items() <= kept.items()
        assert [entry["number"] for entry in at["log"]] == list(range(at["number"]))


@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
def test_no_acknowledged_move_is_lost(database: str) -> None:
    server = Server(database, processes=2 if database.startswith("postgres") else 1)
    try:
        asyncio.run(_storm(server))
    finally:
        server.kill()


async def _storm(server: Server) -> None:
    players = [Player(number, server.url) for number in range(TABLES)]
    for start in range(0, TABLES, 20):
        await asyncio.gather(*(player.begin() for player in players[start : start + 20]))
    playing = asyncio.gather(*(player.play(REQUESTS) for player in players))
    while sum(len(player.acknowledged) for player in players) < TABLES:
        await asyncio.sleep(0.05)
    await asyncio.to_thread(server.kill)
    await playing
    assert sum(player.refused for player in players) > TABLES / 4
    await asyncio.to_thread(server.start)
    for start in range(0, TABLES, 20):
        await asyncio.gather(*(player.check() for player in players[start : start + 20]))
    await asyncio.gather(*(player.play(3) for player in players[:40]))  # and the games go on
    await asyncio.gather(*(player.check() for player in players[:40]))
    await asyncio.gather(*(player.http.aclose() for player in players))
