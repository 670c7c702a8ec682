"""The card of a shared link: its picture, and what the head of the page says of it."""

import io
import re
from html import unescape
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from naqala.rules import Line, Position, Variant
from naqala.site.pages import cards
from naqala.site.pictures.card import Card, draw_card
from naqala.site.pictures.marks import Marks
from tests.site.conftest import NewGame
from tests.site.people import Person, begin


def card_of(text: str, *moves: int) -> bytes:
    line = Line.of(Position.start(Variant.parse(text)), moves)
    marks = Marks() if line.last is None else Marks.after(line.last)
    return draw_card(Card(line.position, marks, text, ("Sur", "Norte"), "Turno: Sur"))


def sow(client: TestClient, game: dict[str, Any], pit: int, command_id: str) -> None:
    body = {
        "type": "sow",
        "id": command_id,
        "seat": game["board"]["seat_to_move"],
        "after": game["board"]["after"],
        "pit": pit,
    }
    response = client.post(f"/api/games/{game['id']}/commands", json=body)
    assert response.status_code == 200, response.text


def meta(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@pytest.mark.parametrize("text", ["kalah", "kalah(1,3)", "kalah(3,6)+pie", "wari"])
def test_a_card_is_1200_by_630_and_no_larger_than_readers_take(text: str) -> None:
    drawn = card_of(text)
    with Image.open(io.BytesIO(drawn)) as picture:
        assert picture.format == "PNG"
        assert picture.size == (1200, 630)
    assert len(drawn) < 300_000


def test_a_card_shows_the_position_and_is_drawn_the_same_each_time() -> None:
    start, moved = card_of("kalah"), card_of("kalah", 3)
    assert start != moved
    assert start == card_of("kalah")
    assert draw_card(None) not in (start, moved)


def test_words_too_long_for_a_card_are_made_smaller_not_cut() -> None:
    position = Position.start(Variant())
    names = ("CPU (difícil)" * 6, "N")
    drawn = draw_card(Card(position, Marks(), "Kalah", names, "Turno: Sur" * 9))
    assert drawn != draw_card(Card(position, Marks(), "Kalah", ("CPU", "N"), "Turno: Sur"))


def test_a_link_to_a_game_has_a_card_that_changes_with_it(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game("kalah(6,4)")
    address = f"/g/{game['id']}/card.png"
    first = client.get(address)
    assert first.status_code == 200
    assert first.headers["content-type"] == "image/png"
    assert "max-age" in first.headers["cache-control"]
    etag = first.headers["etag"]
    again = client.get(address, headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    sow(client, game, 3, "sow-0001")
    moved = client.get(address, headers={"if-none-match": etag})
    assert moved.status_code == 200
    assert moved.headers["etag"] != etag
    assert moved.content != first.content


def test_an_unknown_game_gets_the_sites_card(client: TestClient) -> None:
    unknown = client.get("/g/nothing/card.png")
    assert unknown.status_code == 200
    assert unknown.content == client.get("/card.png").content


def test_the_head_of_a_games_page_tells_the_game(client: TestClient, new_game: NewGame) -> None:
    game = new_game("kalah(6,4)")
    sow(client, game, 3, "sow-0001")
    path = f"/g/{game['id']}"
    spanish = client.get(path, headers={"accept-language": "es"})
    head = meta(spanish.text)
    assert head["og:title"] == "Kalah (6,4): Sur 1, Norte 0 · Naqala"
    assert head["og:description"].startswith("Turno: Sur. ")
    assert head["og:image"] == f"http://testserver{path}/card.png"
    assert head["og:url"] == f"http://testserver{path}"
    assert (head["og:image:width"], head["og:image:height"]) == ("1200", "630")
    assert head["robots"] == "noindex"
    assert f"<title>{head['og:title']}</title>" in spanish.text
    english = meta(client.get(path, headers={"accept-language": "en"}).text)
    assert english["og:title"] == "Kalah (6,4): South 1, North 0 · Naqala"
    assert english["og:locale"] == "en_GB"


def test_a_resigned_game_says_so(client: TestClient, new_game: NewGame) -> None:
    game = new_game("oware")
    body = {"type": "resign", "id": "resign-1", "seat": 0}
    assert client.post(f"/api/games/{game['id']}/commands", json=body).status_code == 200
    head = meta(client.get(f"/g/{game['id']}", headers={"accept-language": "en"}).text)
    assert head["og:description"].startswith("Winner by resignation: North. ")


def test_a_game_of_friends_is_shown_to_no_card_reader(ana: Person, beto: Person) -> None:
    game = begin(ana, beto)
    for person in (ana, beto):
        path = f"/g/{game['id']}"
        assert meta(person.get(path).text)["og:image"] == "http://testserver/card.png"
        assert person.get(f"{path}/card.png").content == person.get("/card.png").content


@pytest.mark.parametrize("game_id", ["nothing", "%22%3E%3Cscript%3E"])
def test_the_head_for_an_unknown_game_is_the_sites_and_escaped(
    client: TestClient, game_id: str
) -> None:
    text = client.get(f"/g/{game_id}").text
    assert meta(text)["og:image"] == "http://testserver/card.png"
    assert '"><script>' not in text


def test_too_many_cards_at_once_are_refused_and_not_heaped_up(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "_MOST_WAITING", 0)
    response = client.get(f"/g/{new_game()['id']}/card.png")
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0
