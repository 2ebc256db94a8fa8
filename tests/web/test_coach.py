"""Review, drill, tutor and the daily deal through the API."""

import pytest

from kibitz.web.routes.coach import _shown
from tests.web.serving import Server, Visitor

REVIEWED = ["duel", "zsy"]


@pytest.mark.parametrize("game", REVIEWED)
def test_mistakes_of_a_reviewed_game_come_again_in_the_drill(ada: Visitor, server: Server, game: str) -> None:
    over = ada.play_out(ada.table(game, seats=["you", "random"]), seed=3)
    review = ada.get(f"/api/tables/{over['id']}/review")
    assert len(review["moves"]) == over["number"] == len(review["curve"]) - 1 == len(review["luck"]) - 1
    assert sum(side["result"] for side in review["sides"]) == pytest.approx(1)
    for side in review["sides"]:
        own = [move for move in review["moves"] if move["seat"] == side["seat"] and not move["forced"]]
        assert side["decisions"] == len(own)
        assert side["mean_loss"] == pytest.approx(sum(move["loss"] for move in own) / max(1, len(own)))
        assert side["adjusted"] == pytest.approx(side["result"] - side["luck"])
        parts = side["start"] + side["luck"] - side["lost"] + side["given"] + side["hidden"]
        assert parts == pytest.approx(side["result"])
    marked = [move for move in review["moves"] if move["mark"] and move["seat"] == over["seat"]]
    assert review["added_to_drill"] == len(marked) == ada.get("/api/me")["drill"]
    # Whoever has the address of a finished game may see its review; nothing goes to their drill.
    stranger = Visitor(server.url)
    assert stranger.get(f"/api/tables/{over['id']}/review")["added_to_drill"] == 0
    if not marked:
        return
    asked = ada.get("/api/drill")
    position = asked["position"]
    worst = max(marked, key=lambda move: move["loss"])
    assert position["number"] == worst["number"] and not position["over"] and position["scores"] is None
    assert all(entry["number"] < position["number"] for entry in position["log"])
    wrong = ada.post(f"/api/drill/{asked['id']}", {"move": worst["code"]})
    assert not wrong["right"] and wrong["streak"] == 0 and wrong["best"]
    right = ada.post(f"/api/drill/{asked['id']}", {"move": wrong["best"][0]["code"]})
    assert right["right"] and right["streak"] == 1
    assert ada.get("/api/me")["drill"] == len(marked) - 1
    assert stranger.http.post(f"/api/drill/{asked['id']}", json={"move": 0}).status_code == 404
    assert ada.http.post(f"/api/drill/{asked['id']}", json={"move": 99999}).status_code == 409


def test_the_tutor_speaks_before_a_costly_move(ada: Visitor) -> None:
    at = ada.table("yacht", seats=["you"], tutor="strict")
    hint = ada.get(f"/api/tables/{at['id']}/hint", params={"level": 2})
    worst = hint["advice"][-1]
    warned = ada.move(at, worst["code"])
    assert warned["number"] == 0 and warned["warning"]["loss"] == pytest.approx(worst["loss"], rel=0.5)
    assert warned["warning"]["better"]
    assert ada.look(at["id"])["number"] == 0
    played = ada.move(at, worst["code"], anyway=True)
    assert played["number"] == 1 and played["warning"] is None
    again = ada.table("yacht", seats=["you"], tutor="gentle")
    best = ada.get(f"/api/tables/{again['id']}/hint", params={"level": 2})["advice"][0]
    assert ada.move(again, best["code"])["warning"] is None


def test_a_gentle_tutor_spoils_nothing(ada: Visitor) -> None:
    at = ada.table("yacht", seats=["you"], tutor="gentle")
    advice = ada.get(f"/api/tables/{at['id']}/hint", params={"level": 2})["advice"]
    warned = ada.move(at, advice[-1]["code"])["warning"]
    assert warned["loss"] is None and warned["better"] is None
    assert not any(row["name"] in warned["text"] for row in advice)


def test_everyone_gets_the_same_daily_deal_once(ada: Visitor, bob: Visitor) -> None:
    before = ada.get("/api/daily/duel")
    assert before["table"] is None and before["share"] is None
    mine, theirs = ada.post("/api/daily/duel"), bob.post("/api/daily/duel")
    assert mine["id"] != theirs["id"] and mine["daily"] == before["day"] and not mine["can_undo"]
    assert ada.wait(mine["id"])["view"] == bob.wait(theirs["id"])["view"]
    assert ada.post("/api/daily/duel")["id"] == mine["id"]
    ada.play_out(mine)
    after = ada.get("/api/daily/duel")
    assert after["over"] and after["streak"] == 1 and before["day"] in after["share"]
    entry = next(entry for entry in after["entries"] if entry["you"])
    assert entry["result"] in (0, 0.5, 1)
    assert bob.get("/api/daily/duel")["entries"] == []  # nothing is told to who has not finished
    assert ada.post("/api/daily/duel")["over"]


@pytest.mark.parametrize("game", ["cribbage", "gin"])
def test_a_quiz_asks_and_explains(ada: Visitor, game: str) -> None:
    asked = ada.get(f"/api/quiz/{game}")
    assert asked["cards"] and "answer" not in asked
    found = ada.post(f"/api/quiz/{game}", {"token": asked["token"], "answer": 1000})
    assert not found["right"] and found["explained"]
    again = ada.post(f"/api/quiz/{game}", {"token": asked["token"], "answer": found["answer"]})
    assert again["right"]
    assert ada.http.get("/api/quiz/zsy").status_code == 404


def test_ratings_come_from_a_stored_tournament(ada: Visitor) -> None:
    for game in ada.get("/api/games"):
        ladder = ada.get(f"/api/ladder/{game['name']}")
        rated = {row["spec"]: row["rating"] for row in ladder["rows"]}
        assert bool(rated) == ladder["source"].startswith(f"kibitz tournament {game['name']} ")
        for opponent in game["opponents"]:
            assert opponent["rating"] == rated.get(opponent["spec"])


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        ((0.0,), "There is only one move."),
        ((0.0, 0.03), "One move is clearly best."),
        ((0.0, 0.002), "One move is a little better than the others."),
        ((0.0, 0.0, 0.03), "2 moves are about equally good."),
    ],
)
def test_a_move_is_called_clearly_best_only_where_it_is(losses, said):
    row = {"code": 1, "name": "a", "error": 0.0, "reason": "", "details": {}}
    advice = [{**row, "value": 0.5 - loss, "loss": loss, "equal": loss == 0} for loss in losses]
    found = {"unit": "chance to win", "sentence": "", "assumes": "", "advice": advice}
    hint = _shown(3, 1, found)
    assert hint.sentence == said and hint.clear == ("clearly" in said)
