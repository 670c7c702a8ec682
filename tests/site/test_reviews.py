"""Reviews: what each ply of a finished game gave away."""

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient

from naqala.engine import Analysis, Bounds, Estimate, Exact, Limits
from naqala.rules import Position, Variant
from naqala.site import reviews
from naqala.site.analysts import Analysts
from naqala.site.reviews import review_of
from tests.engine.minimax import margin_of_kalah
from tests.site.conftest import NewGame
from tests.site.test_api import command, refused, send


def play(client: TestClient, game: dict[str, Any], pits: list[int] | None = None) -> dict[str, Any]:
    """Plays these pits, or else the first legal one each time, to the end; the game then."""
    while game["board"]["outcome"] is None:
        move = pits.pop(0) if pits else game["board"]["legal"][0]["move"]
        seat = game["board"]["seat_to_move"]
        game["board"] = send(client, game, command("sow", game, pit=move, seat=seat))["board"]
    played: dict[str, Any] = client.get(f"/api/games/{game['id']}").json()
    return played


def whole_review(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    """Asks until all is known."""
    while True:
        answer = client.get(f"/api/games/{game['id']}/review")
        assert answer.status_code == 200, answer.text
        review: dict[str, Any] = answer.json()
        assert len(review["plies"]) == len(game["plies"])
        if review["given_away"] is not None:
            return review


def value_of(after: Position, before: Position) -> int:
    value = margin_of_kalah(after)
    return value if after.to_move is before.to_move else -value


def test_the_losses_of_a_small_game_are_those_of_plain_minimax(
    client: TestClient, new_game: NewGame
) -> None:
    game = play(client, new_game(variant="kalah(3,2)"))
    review = whole_review(client, game)
    position = Position.start(Variant.parse("kalah(3,2)"))
    given_away = [0, 0]
    for ply, reviewed in zip(game["plies"], review["plies"], strict=True):
        values = {move: value_of(position.play(move), position) for move in position.legal_moves()}
        loss = max(values.values()) - values[ply["move"]]
        assert reviewed["is_exact"] is True
        assert reviewed["loss"] == loss
        assert values[reviewed["best"]] == max(values.values())
        given_away[ply["seat"]] += loss
        position = position.play(ply["move"])
    assert sum(given_away) > 0
    assert review["given_away"] == [{"seeds": seeds, "is_exact": True} for seeds in given_away]
    assert review["seq"] == game["board"]["seq"]


def test_a_review_is_computed_once(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(client, new_game(variant="kalah(3,2)"))
    first = whole_review(client, game)

    async def never(*_: Any, **__: Any) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(Analysts, "analyse", never)
    assert client.get(f"/api/games/{game['id']}/review").json() == first


def test_a_game_that_was_taken_back_and_ended_otherwise_is_reviewed_anew(
    client: TestClient, new_game: NewGame
) -> None:
    game = play(client, new_game(variant="kalah(2,2)"))
    first = whole_review(client, game)
    game["board"] = send(client, game, command("undo", game))["board"]
    refused(client.get(f"/api/games/{game['id']}/review"), 409, "game_not_over")
    again = play(client, game)
    second = whole_review(client, again)
    assert second["seq"] > first["seq"]


def test_a_resigned_game_has_a_review_of_what_was_played(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "PLY_LIMITS", Limits(nodes=5_000, time_ms=600))
    game = new_game(variant="wari")
    game["board"] = send(client, game, command("sow", game, pit=1))["board"]
    send(client, game, command("resign", game))
    game = client.get(f"/api/games/{game['id']}").json()
    review = whole_review(client, game)
    assert len(review["plies"]) == 1
    assert review["plies"][0]["is_exact"] is False


def test_whoever_may_look_may_see_the_review(client: TestClient, new_game: NewGame) -> None:
    game = play(client, new_game(variant="kalah(2,2)"))
    client.cookies.clear()
    assert whole_review(client, game)["given_away"] is not None
    refused(client.get("/api/games/nowhere12345/review"), 404, "game_not_found")


def test_one_who_waits_for_a_review_gets_the_next_one_after_it(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "PATIENCE_S", 0.05)
    first = play(client, new_game(variant="kalah(2,2)"))
    second = play(client, new_game(variant="kalah(2,2)"))
    analyse = Analysts.analyse
    is_open = False

    async def held(self: Analysts, *arguments: Any, **options: Any) -> Analysis:
        while not is_open:
            await asyncio.sleep(0.01)
        return await analyse(self, *arguments, **options)

    monkeypatch.setattr(Analysts, "analyse", held)
    waiting = client.get(f"/api/games/{first['id']}/review").json()
    assert waiting["given_away"] is None
    assert None in waiting["plies"]
    later = client.get(f"/api/games/{second['id']}/review").json()
    assert later == {
        "seq": second["board"]["seq"],
        "plies": [None] * len(second["plies"]),
        "given_away": None,
    }
    making = client.app.state.services.reviews._running  # type: ignore[attr-defined]
    assert [game_id for game_id, _ in making] == [first["id"]]
    is_open = True
    whole_review(client, first)
    whole_review(client, second)


def test_an_address_has_a_bounded_number_of_reviews_in_the_making(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "PATIENCE_S", 0.05)
    client.app.state.services.reviews._askers._places = 2  # type: ignore[attr-defined]
    first = play(client, new_game(variant="kalah(2,2)"))
    second = play(client, new_game(variant="kalah(2,2)"))
    analyse = Analysts.analyse
    is_open = False

    async def held(self: Analysts, *arguments: Any, **options: Any) -> Analysis:
        while not is_open:
            await asyncio.sleep(0.01)
        return await analyse(self, *arguments, **options)

    monkeypatch.setattr(Analysts, "analyse", held)
    assert client.get(f"/api/games/{first['id']}/review").json()["given_away"] is None
    client.cookies.clear()
    refused(client.get(f"/api/games/{second['id']}/review"), 503, "busy")
    is_open = True
    whole_review(client, first)
    whole_review(client, second)


def analysis(**scores: Exact | Bounds | Estimate) -> Analysis:
    """An analysis whose moves are named pit1, pit2, ..., best first."""
    by_move = {int(name.removeprefix("pit")): score for name, score in scores.items()}
    return Analysis(by_move, next(iter(by_move.values())), nodes=1, seconds=0.0)


def test_a_loss_is_exact_when_both_values_are() -> None:
    reviewed = review_of(analysis(pit2=Exact(8), pit5=Exact(2)), 5)
    assert (reviewed.loss, reviewed.is_exact, reviewed.best) == (6, True, 2)


def test_the_best_move_gives_nothing_away() -> None:
    assert review_of(analysis(pit2=Exact(8), pit5=Exact(8)), 5).loss == 0
    assert review_of(analysis(pit2=Exact(8), pit5=Exact(8)), 5).best == 5
    assert review_of(analysis(pit2=Exact(8), pit5=Exact(8)), 5).is_exact
    assert not review_of(analysis(pit2=Estimate(8.2), pit5=Exact(1)), 2).is_exact


def test_an_estimates_own_error_is_no_loss() -> None:
    reviewed = review_of(analysis(pit2=Estimate(1.7), pit5=Estimate(0.9)), 5)
    assert (reviewed.loss, reviewed.is_exact) == (0, False)
    assert review_of(analysis(pit2=Estimate(1.7), pit5=Estimate(-2.3)), 5).loss == 4


def test_bounds_do_not_exaggerate_a_loss() -> None:
    # Surely won or lost, but nobody knows by how much.
    assert review_of(analysis(pit2=Bounds(2, 30), pit5=Bounds(-20, -4)), 5).loss == 6
