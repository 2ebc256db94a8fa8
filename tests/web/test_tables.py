"""Tables through the API of a running server."""

import httpx
import pytest

from tests.web.serving import Server, Visitor

GAMES = ["cribbage", "duel", "gin", "racko", "yacht", "zsy"]
QUICK = {"cribbage": {"target": 31}, "gin": {"hands": 1}, "racko": {"slots": 3}}


def begin(visitor: Visitor, game: str) -> dict:
    return visitor.table(game, options=QUICK.get(game, {}), seats=["you", "random"])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_each_kind_is_played_to_its_end(ada: Visitor, game: str) -> None:
    over = ada.play_out(begin(ada, game))
    assert over["over"] and over["to_move"] is None and over["moves"] == [] and not over["can_undo"]
    assert len(over["scores"]) == len(over["seats"]) == 2
    best = max(over["scores"])
    assert over["result"]["winners"] == [seat for seat, score in enumerate(over["scores"]) if score == best]
    listed = ada.get("/api/history", params={"game": game})
    assert listed["unfinished"] == [] and listed["games"][0]["id"] == over["id"]
    tally = listed["tallies"][0]
    assert tally["spec"] == "random" and tally["won"] + tally["drawn"] + tally["lost"] == 1
    at = ada.get(f"/api/tables/{over['id']}/at/0")
    assert at["played"] is not None and at["text"] == ""
    record = ada.get(f"/api/tables/{over['id']}/record")
    copy = ada.post("/api/records", {"text": record})
    assert copy["over"] and copy["view"] == over["view"] and copy["origin"] == "record"
    assert ada.post(f"/api/tables/{over['id']}/replay", {"number": 0})["number"] >= 0
    again = ada.post(f"/api/tables/{over['id']}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["computer", "person"] and again["seat"] == 1


def test_moves_that_cannot_be_played_change_nothing(ada: Visitor) -> None:
    at = ada.wait(begin(ada, "racko")["id"])
    path, legal = f"/api/tables/{at['id']}/moves", at["moves"][0]["code"]
    before = ada.look(at["id"])
    for number, move, status in (
        (at["number"], 12345, 409),
        (at["number"], -1, 409),
        (at["number"], "fly", 409),
        (at["number"] + 1, legal, 409),
        (at["number"], 2**31, 422),
        (-1, legal, 422),
        (10**30, legal, 422),
        (at["number"], None, 422),
    ):
        answer = ada.http.post(path, json={"number": number, "move": move})
        assert answer.status_code == status, answer.text
        assert answer.json()["error"] and "\n" not in answer.json()["error"]
    assert ada.look(at["id"]) == before


def test_a_repeated_move_is_played_once(ada: Visitor) -> None:
    at = ada.wait(begin(ada, "zsy")["id"])
    code = at["moves"][-1]["code"]
    ada.move(at, code)
    after = ada.move(at, code)  # the same request again
    assert after["log"][at["number"]]["code"] == code
    assert (
        ada.http.post(f"/api/tables/{at['id']}/moves", json={"number": at["number"], "move": code + 1}).status_code
        == 409
    )
    by_name = ada.move(at, at["moves"][-1]["name"])
    assert by_name["number"] >= at["number"] + 1


def test_a_move_needs_its_seats_secret(ada: Visitor, bob: Visitor) -> None:
    at = ada.wait(begin(ada, "gin")["id"])
    bob.http.patch("/api/me", json={"name": "Bob"})
    body = {"number": at["number"], "move": at["moves"][0]["code"]}
    for stranger in (bob, Visitor(str(ada.http.base_url))):
        for method, path in (("GET", ""), ("POST", "/moves"), ("GET", "/events"), ("GET", "/hint"), ("POST", "/undo")):
            answer = stranger.http.request(
                method, f"/api/tables/{at['id']}{path}", json=body if method == "POST" else None
            )
            assert answer.status_code in (404, 422), (method, path, answer.text)
            assert str(at["view"]) not in answer.text
        for path in ("/at/0", "/record", "/review"):
            assert stranger.http.get(f"/api/tables/{at['id']}{path}").status_code == 404
    for path in ("/at/0", "/record"):  # nor may the player look behind the cards before the end
        assert ada.http.get(f"/api/tables/{at['id']}{path}").status_code == 409
    assert ada.http.post(f"/api/tables/{at['id']}/replay", json={"number": 0}).status_code == 409
    assert ada.look(at["id"])["number"] == at["number"]


def test_undo_goes_back_to_the_last_decision(ada: Visitor) -> None:
    first = ada.wait(begin(ada, "yacht")["id"])
    assert not first["can_undo"]
    ada.move(first, first["moves"][0]["code"])
    second = ada.wait(first["id"], first["number"] + 1)
    assert second["can_undo"]
    back = ada.post(f"/api/tables/{first['id']}/undo", {"number": second["number"]})
    assert (back["number"], back["view"], back["moves"]) == (first["number"], first["view"], first["moves"])
    assert back["revision"] > second["revision"]
    late = ada.http.post(f"/api/tables/{first['id']}/undo", json={"number": second["number"]})
    assert late.status_code == 409


def test_an_invited_friend_plays_along(ada: Visitor, bob: Visitor, server: Server) -> None:
    ada.http.patch("/api/me", json={"name": "Ada <b>"})
    at = ada.table("zsy", seats=["you", "person"], options={"lead": "seat0"})
    assert at["seats"][1]["kind"] == "open" and at["invite"]
    assert bob.post(f"/api/invites/{at['invite']}")["id"] == at["id"]
    assert Visitor(server.url).http.post(f"/api/invites/{at['invite']}", json={}).status_code == 409
    wrong = at["id"] + "x" * 24
    assert Visitor(server.url).http.post(f"/api/invites/{wrong}", json={}).status_code == 409
    theirs = bob.look(at["id"])
    assert theirs["seat"] == 1 and theirs["invite"] is None and theirs["moves"] == []
    assert theirs["seats"][0]["name"] == "Ada <b>" and not theirs["can_undo"]
    out_of_turn = bob.http.post(f"/api/tables/{at['id']}/moves", json={"number": 0, "move": at["moves"][0]["code"]})
    assert out_of_turn.status_code == 409
    stream = bob.events(at["id"], params={"after": theirs["revision"]})
    ada.move(at, at["moves"][0]["code"])
    seen = next(stream)
    assert seen["number"] == 1 and seen["seat"] == 1 and seen["moves"]


def test_two_at_one_screen_see_only_their_own_side(ada: Visitor) -> None:
    at = ada.table("zsy", seats=["you", "here"], options={"lead": "seat0"})
    assert at["shared_screen"] and at["seat"] == 0
    after = ada.move(at, at["moves"][0]["code"])
    assert after["seat"] == 1 and after["moves"]
    assert at["view"]["hands"][1] == "0" == after["view"]["hands"][0]


def test_events_resume_where_they_were_lost(ada: Visitor) -> None:
    at = ada.wait(begin(ada, "racko")["id"])
    stream = ada.events(at["id"])
    assert next(stream)["revision"] == at["revision"]
    stream.close()
    again = ada.play_out(at, most=4)
    missed = ada.events(at["id"], headers={"Last-Event-ID": str(at["revision"])})
    for number in range(at["number"] + 1, again["number"] + 1):
        seen = next(missed)
        assert seen["number"] == number and seen["log"][-1]["number"] == number - 1
    missed.close()


def test_a_hint_comes_in_two_steps(ada: Visitor) -> None:
    at = ada.wait(begin(ada, "cribbage")["id"])
    first = ada.get(f"/api/tables/{at['id']}/hint", params={"level": 1})
    assert first["advice"] == [] and not any(move["name"] in first["sentence"] for move in at["moves"])
    second = ada.get(f"/api/tables/{at['id']}/hint", params={"level": 2})
    assert {row["code"] for row in second["advice"]} == {move["code"] for move in at["moves"]}
    assert second["advice"][0]["loss"] == 0


def test_bounds(ada: Visitor, server: Server) -> None:
    post = ada.http.post
    assert post("/api/tables", json={"game": "chess"}).status_code == 404
    assert post("/api/tables", json={"game": "yacht", "seats": ["you", "net:weights=/etc/passwd"]}).status_code == 409
    assert post("/api/tables", json={"game": "yacht", "seats": ["random", "random"]}).status_code == 409
    assert post("/api/tables", json={"game": "yacht", "options": {"players": 10**40}}).status_code == 422
    assert post("/api/tables", json={"game": "cribbage", "options": {"target": 5}}).status_code == 400
    assert post("/api/tables", json={"game": "cribbage", "sneaky": 1}).status_code == 422
    assert post("/api/records", content=b"x" * 300_000).status_code == 413
    assert post("/api/records", json={"text": "no record"}).status_code == 400
    assert ada.http.patch("/api/me", json={"name": "x" * 41}).status_code == 422
    assert post("/api/tables", json={"game": "yacht"}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert post("/api/tables", json={"game": "yacht"}, headers={"Origin": "null"}).status_code == 403
    assert post("/api/tables", json={"game": "yacht"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert post("/api/tables", json={"game": "duel"}, headers={"Origin": server.url}).status_code == 201


def test_every_answer_carries_the_safe_headers(ada: Visitor) -> None:
    made = ada.http.post("/api/tables", json={"game": "duel"})
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    for answer in (made, ada.http.get("/"), ada.http.get("/api/nothing"), ada.http.get("/page/nothing.js")):
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy and "unsafe-inline'; script" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert ada.http.get("/api/nothing").status_code == 404


def test_no_cookie_before_there_is_something_to_keep(server: Server) -> None:
    fresh = Visitor(server.url)
    assert fresh.get("/api/me")["known"] is False
    assert fresh.get("/api/history")["games"] == []
    assert not fresh.http.cookies


def test_files_are_asked_for_again_but_sent_once(ada: Visitor) -> None:
    path = "/games/cribbage/table.js"
    first = ada.http.get(path)
    if first.status_code == 200:
        again = ada.http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304 and not again.content
    for wrong in ("/games/cribbage/rules.py", "/games/../rules/table.js", "/page/../app.py", "/page/%2e%2e/app.py"):
        answer = httpx.get(str(ada.http.base_url) + wrong)
        assert "def make_app" not in answer.text and "STATE = " not in answer.text


def test_the_games_are_listed_in_plain_words(ada: Visitor) -> None:
    listed = {game["name"]: game for game in ada.get("/api/games")}
    assert set(GAMES) <= set(listed)
    for game in listed.values():
        assert sum(opponent["champion"] for opponent in game["opponents"]) == 1
        assert all(opponent["style"] for opponent in game["opponents"])
        # Whoever was measured has a level, and for each level that there is somebody stands.
        levels = {opponent["level"] for opponent in game["opponents"]} - {None}
        assert levels <= {0, 1, 2, 3, 4}
        assert levels == {opponent["level"] for opponent in game["opponents"] if opponent["step"]}
        if game["name"] != "duel":  # players of others may say less
            silent = [opponent["spec"] for opponent in game["opponents"] if not opponent["learned"]]
            assert not silent, f"give these players of {game['name']} a `style` and a line `learned`: {silent}"
        assert game["least_seats"] <= game["seats"] <= game["most_seats"]
        rules = ada.get(f"/api/rules/{game['name']}")
        assert len(rules["text"]) > 100


def test_an_invitation_says_what_it_is_for_until_it_is_used(ada: Visitor, bob: Visitor) -> None:
    at = ada.table("duel", seats=["you", "person"])
    path = f"/api/invites/{at['invite']}"
    assert bob.get(path) == {"game": "duel", "host": ""}
    assert bob.http.get(path[:-1] + ("x" if path[-1] != "x" else "y")).status_code == 409
    assert bob.post(path)["id"] == at["id"]
    assert bob.get(path)["game"] == "duel", "who sits there may follow the link again"
    assert httpx.get(str(ada.http.base_url) + path).status_code == 409


def test_the_api_describes_itself_without_scripts(ada: Visitor) -> None:
    page = ada.get("/docs")
    assert "<script" not in page
    for path in ada.get("/openapi.json")["paths"]:
        assert path in page


def test_the_server_says_when_it_is_ready(ada: Visitor) -> None:
    health = ada.get("/api/health")
    assert isinstance(health["ready"], bool) and health["tables"] >= 0


def test_the_tutors_level_can_be_changed_and_holds(ada: Visitor, bob: Visitor) -> None:
    at = ada.wait(begin(ada, "cribbage")["id"])
    path = f"/api/tables/{at['id']}"
    changed = ada.http.patch(path, json={"tutor": "strict"}).json()
    assert changed["tutor"] == "strict" and changed["revision"] > at["revision"] and changed["number"] == at["number"]
    assert ada.look(at["id"])["tutor"] == "strict"
    assert bob.http.patch(path, json={"tutor": "off"}).status_code == 404
    assert ada.http.patch(path, json={"tutor": "loud"}).status_code == 422
    assert ada.look(at["id"])["tutor"] == "strict"


def test_both_pegs_of_a_side_are_known_from_the_record(ada: Visitor) -> None:
    at, seen = ada.wait(begin(ada, "cribbage")["id"]), {0: [0], 1: [0]}
    while not at["over"]:
        at = ada.move(at, at["moves"][0]["code"])
        if not at["over"]:
            at = ada.wait(at["id"])
    for number in range(at["number"] + 1):
        shown = ada.get(f"/api/tables/{at['id']}/at/{number}")
        for seat, stood in seen.items():
            points = shown["view"]["points"][seat]
            if points != stood[-1]:
                stood.append(points)
            assert shown["recalled"]["pegs"][seat] == [stood[-2] if len(stood) > 1 else 0, points]
    assert at["recalled"] == shown["recalled"] and max(len(stood) for stood in seen.values()) > 2


def test_one_name_per_opponent_wherever_it_is_named(ada: Visitor) -> None:
    ada.http.patch("/api/me", json={"name": "random"})  # a person may be called like a player
    many = ada.table("racko", seats=["you", "odds", "kyle", "odds"])
    names = [seat["name"] for seat in many["seats"]]
    assert names[1:] == ["Oddsmaker 1", "Kyle", "Oddsmaker 2"]
    listed = next(one for one in ada.get("/api/history")["unfinished"] if one["id"] == many["id"])
    assert listed["opponents"] == names[1:]
    offered = next(game for game in ada.get("/api/games") if game["name"] == "racko")["opponents"]
    called = {one["spec"]: one["name"] for one in offered}
    assert len(set(called.values())) == len(called) and called["odds"] == "Oddsmaker"
    assert all(called[row["spec"]] == row["name"] for row in ada.get("/api/ladder/racko")["rows"])


def test_a_person_who_is_called_like_a_computer_player_is_none(ada: Visitor, bob: Visitor) -> None:
    bob.http.patch("/api/me", json={"name": "random"})
    at = ada.table("racko", options=QUICK["racko"], seats=["you", "person"])
    bob.post(f"/api/invites/{at['invite']}")
    listed = next(one for one in ada.get("/api/history")["unfinished"] if one["id"] == at["id"])
    assert listed["opponents"] == ["random"]
