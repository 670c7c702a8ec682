"""The leader board, the pages of players, and ratings beside a game."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from naqala.site.pages.curve import HEIGHT, WIDTH, Curve
from naqala.site.services import Services
from naqala.site.storage.tables import RATING
from tests.site.people import (
    PASSWORD,
    HandClock,
    Person,
    begin,
    receive,
    sign_up,
)

DAY_S = 24 * 60 * 60


def rated_game(ana: Person, beto: Person, plies: int = 4) -> dict[str, Any]:
    """A rated game that these two have found by the lobby, after some plies."""
    seek = {"type": "seek", "mode": "rated", "variant": "kalah", "clock": "3+2"}
    with ana.socket("/api/lobby/socket") as one, beto.socket("/api/lobby/socket") as two:
        one.send_json({**seek, "id": "seek-000001"})
        two.send_json({**seek, "id": "seek-000002"})
        game = ana.game(receive(one, "found")["game_id"])
    return play(ana, beto, game, plies)


def play(ana: Person, beto: Person, game: dict[str, Any], plies: int = 4) -> dict[str, Any]:
    for number in range(plies):
        now = ana.game(game["id"])
        mover = ana if now["board"]["seat_to_move"] in now["you"] else beto
        mover.sow(game, 1 + 2 * (number // 2))
    return ana.game(game["id"])


def resign(person: Person, game: dict[str, Any]) -> None:
    seat = person.game(game["id"])["you"][0]
    assert person.command(game, "resign", seat).status_code == 200


def know_all(site: TestClient) -> None:
    """Makes every rating one that is well known."""
    services: Services = site.app.state.services  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(
        services.store.write,
        lambda connection: connection.execute(update(RATING).values(deviation=60)),
    )


def test_a_rated_game_shows_both_ratings_and_then_what_it_did(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    game = rated_game(ana, beto)
    path = f"/api/games/{game['id']}/ratings"
    new = {"rating": 1500, "deviation": 350, "is_provisional": True, "change": None}
    assert ana.get(path).json() == {"seats": [new, new]}
    resign(beto, game)
    mine, other = game["you"][0], 1 - game["you"][0]
    seats = beto.get(path).json()["seats"]
    assert (seats[mine]["rating"], seats[mine]["change"]) == (1662, 162)
    assert (seats[other]["rating"], seats[other]["change"]) == (1338, -162)


def test_games_without_ratings_show_none(ana: Person, beto: Person) -> None:
    game = begin(ana, beto)
    path = f"/api/games/{game['id']}/ratings"
    assert ana.get(path).json() == {"seats": [None, None]}


def test_ratings_of_friends_games_are_for_them_alone(
    ana: Person, beto: Person, carla: Person
) -> None:
    game = begin(ana, beto)
    assert carla.get(f"/api/games/{game['id']}/ratings").status_code == 404


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/es/jugador/Ana", ("1662", "ganada<", "Ganada", "+162", "Beto")),
        ("/en/player/Ana", ("1662", "won", "Won", "+162", "Beto")),
        ("/es/jugador/Beto", ("1338", "Perdida", "−162", "Ana")),
    ],
)
def test_a_players_page_shows_ratings_record_and_games(
    ana: Person, beto: Person, carla: Person, path: str, words: tuple[str, ...]
) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    game = rated_game(ana, beto)
    resign(beto, game)
    response = carla.get(path)
    assert response.status_code == 200
    for word in words:
        assert word in response.text
    assert f'href="/g/{game["id"]}"' in response.text
    assert response.headers["x-robots-tag"] == "noindex"


def test_a_curve_is_there_from_the_second_game_on(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    game = rated_game(ana, beto)
    resign(beto, game)
    assert "<polyline" not in ana.get("/es/jugador/Ana").text
    clock.pass_s(60)
    again = ana.post(f"/api/games/{game['id']}/rematch").json()
    resign(ana, play(ana, beto, again))
    page = ana.get("/es/jugador/Ana").text
    assert "<polyline" in page
    assert "últimas 2 partidas" in page


def test_games_of_friends_are_listed_to_the_player_alone(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    game = begin(ana, beto)
    link = f"/g/{game['id']}"
    assert link in ana.get("/es/jugador/Ana").text
    assert link not in beto.get("/es/jugador/Ana").text
    assert link in beto.get("/es/jugador/Beto").text
    alone = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    assert alone["id"] not in ana.get("/es/jugador/Ana").text


def test_another_way_to_write_a_name_and_a_former_name_lead_to_the_page(
    ana: Person, beto: Person
) -> None:
    sign_up(ana, "José-María")
    proper = f"/es/jugador/{quote('José-María')}"
    assert beto.get(proper).status_code == 200
    beto.client.follow_redirects = False
    for other in ("jose_maria", quote("JOSÉ-MARÍA")):
        response = beto.get(f"/es/jugador/{other}")
        assert (response.status_code, response.headers["location"]) == (307, proper)
    ana.post("/api/account/name", {"name": "Pepe"})
    assert beto.get(proper).headers["location"] == "/es/jugador/Pepe"


@pytest.mark.parametrize("name", ["Nadie9", "%3Cscript%3E", "..%2F..", "x" * 500])
def test_a_name_that_nobody_has_gets_a_page_that_says_so(site: TestClient, name: str) -> None:
    response = site.get(f"/es/jugador/{name}", headers={"accept": "text/html"})
    assert response.status_code == 404
    assert "<script>" not in response.text


@pytest.mark.parametrize("path", ["/es/jugador/%00", "/g/a%00b", "/api/games/%00abcdefghijk"])
def test_an_address_with_a_null_character_is_refused_before_any_database_sees_it(
    site: TestClient, path: str
) -> None:
    response = site.get(path)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_message")


def test_a_deleted_player_has_no_page_and_no_name_on_others(ana: Person, beto: Person) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    resign(ana, rated_game(ana, beto))
    beto.post("/api/account/delete", {"password": PASSWORD})
    assert ana.get("/es/jugador/Beto").status_code == 404
    page = ana.get("/es/jugador/Ana").text
    assert "Beto" not in page
    assert "Jugador eliminado" in page


def test_leaders_are_those_whose_rating_is_well_known(
    ana: Person, beto: Person, site: TestClient, clock: HandClock
) -> None:
    sign_up(ana, "Ana")
    sign_up(beto, "Beto")
    resign(beto, rated_game(ana, beto))
    for path in ("/es/jugadores", "/en/players"):
        page = ana.get(path).text
        assert "Ana" not in page
    know_all(site)
    page = ana.get("/en/players").text
    names = re.findall(r"<bdi>(\w+)</bdi>", page)
    assert names == ["Ana", "Beto"]
    assert "±\u202f60" in page.replace("&#8239;", "\u202f")
    # Who stays away for long is not known well any more.
    clock.pass_s(3_000 * DAY_S)
    assert "Ana" not in ana.get("/en/players").text


def test_a_curve_stays_in_its_box_and_small_changes_stay_small() -> None:
    for ratings in ([1500.0, 1500.0], [1500.0, 1504.0], [1200.0, 1900.0, 1500.0]):
        curve = Curve.of(ratings)
        points = [tuple(map(float, point.split(","))) for point in curve.points.split()]
        assert len(points) == len(ratings)
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    flat = [float(point.split(",")[1]) for point in Curve.of([1500.0, 1504.0]).points.split()]
    assert abs(flat[0] - flat[1]) < HEIGHT / 8
