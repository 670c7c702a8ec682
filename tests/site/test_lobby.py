"""Finding an opponent: who is paired, who is told, what ends a search."""

import asyncio
import itertools
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient, WebSocketTestSession

from naqala.play import Human, PlayerId, Rating
from naqala.site import protocol
from naqala.site.lobby import Lobby, LobbyPage
from naqala.site.names import Names
from naqala.site.storage import StorageError
from naqala.site.storage.ratings import Ratings
from naqala.site.storage.tables import RATING
from tests.site.people import HandClock, Person, receive

_numbers = itertools.count()


def seek(
    socket: WebSocketTestSession,
    mode: str = "casual",
    variant: str = "kalah",
    clock: str = "3+2",
) -> None:
    command_id = f"seek-{next(_numbers):06}"
    wish = {"type": "seek", "id": command_id, "mode": mode, "variant": variant, "clock": clock}
    socket.send_json(wish)


def guest(site: TestClient) -> Person:
    person = Person(site)
    assert person.post("/api/me").status_code == 200
    return person


def lobby_of(site: TestClient) -> Lobby:
    lobby: Lobby = site.app.state.services.lobby  # type: ignore[attr-defined]
    return lobby


def lobby_where(socket: WebSocketTestSession, **facts: Any) -> dict[str, Any]:
    """The next view of the lobby in which these are so."""
    while True:
        view = receive(socket, "lobby")
        if all(view[name] == value for name, value in facts.items()):
            return view


def test_a_browser_becomes_a_guest_with_a_name_once(ana: Person) -> None:
    assert ana.get("/api/me").json() == {"player": None}
    me = ana.post("/api/me").json()
    assert me["player"]["name"]
    assert not me["player"]["has_account"]
    assert ana.post("/api/me").json() == me == ana.get("/api/me").json()


def test_a_search_that_the_database_fails_is_refused_and_the_page_stays(
    site: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = guest(site)

    async def fail(*_: object) -> None:
        raise StorageError("the disk is gone")

    with ana.socket("/api/lobby/socket") as socket:
        with monkeypatch.context() as outage:
            outage.setattr(Ratings, "get", fail)
            seek(socket)
            assert receive(socket, "rejected")["error"]["code"] == "not_stored"
        seek(socket)
        assert lobby_where(socket, is_seeking=True)


def test_two_who_look_for_the_same_are_brought_together(site: TestClient) -> None:
    ana, beto = guest(site), guest(site)
    with ana.socket("/api/lobby/socket") as one, beto.socket("/api/lobby/socket") as two:
        seek(one)
        assert lobby_where(one, is_seeking=True)["seeking"] == 1
        assert not lobby_where(two, seeking=1)["is_seeking"]
        seek(two)
        game_id = receive(one, "found")["game_id"]
        assert receive(two, "found")["game_id"] == game_id
        live = lobby_where(one, seeking=0, is_seeking=False)["live"]
        assert [game["id"] for game in live] == [game_id]
        game = ana.game(game_id)
        assert (game["mode"], game["board"]["clock"]["control"]) == ("casual", "3+2")
        assert sorted(ana.game(game_id)["you"] + beto.game(game_id)["you"]) == [0, 1]
        # Anybody may watch, and an end takes it off the list.
        assert Person(site).game(game_id)["you"] == []
        ana.command(game, "resign", game["you"][0])
        assert lobby_where(two, live=[])["seeking"] == 0


def test_other_games_and_clocks_do_not_meet(site: TestClient) -> None:
    ana, beto = guest(site), guest(site)
    with ana.socket("/api/lobby/socket") as one, beto.socket("/api/lobby/socket") as two:
        seek(one, clock="3+2")
        seek(two, clock="5+5")
        assert lobby_where(one, seeking=2)["live"] == []
        seek(two, variant="oware")
        seek(two, clock="3+2")  # the last wish counts
        assert receive(one, "found")["game_id"] == receive(two, "found")["game_id"]


def test_a_search_ends_with_its_page_or_when_it_is_called_off(site: TestClient) -> None:
    ana, beto = guest(site), guest(site)
    with beto.socket("/api/lobby/socket") as two:
        with ana.socket("/api/lobby/socket") as one:
            seek(one)
            lobby_where(two, seeking=1)
        lobby_where(two, seeking=0)
        seek(two)
        lobby_where(two, seeking=1)
        two.send_json({"type": "cancel_seek", "id": "cancel-0001"})
        assert not lobby_where(two, seeking=0)["is_seeking"]


def test_nobody_meets_himself_in_another_tab(site: TestClient) -> None:
    ana = guest(site)
    with ana.socket("/api/lobby/socket") as one, ana.socket("/api/lobby/socket") as two:
        seek(one)
        seek(two)
        lobby_where(one, is_seeking=True)
        lobby_where(two, is_seeking=True)
        assert site.portal is not None
        site.portal.call(lobby_of(site).wave)
        assert ana.get("/api/games/current").json()["game"] is None


def test_the_same_two_meet_again_only_if_nobody_else_is_there(site: TestClient) -> None:
    people = [guest(site) for _ in range(3)]
    with ExitStack() as stack:
        one, two, three = (
            stack.enter_context(person.socket("/api/lobby/socket")) for person in people
        )
        seek(one)
        seek(two)
        first = receive(one, "found")["game_id"]
        assert receive(two, "found")["game_id"] == first
        seek(one)
        seek(two)
        lobby_where(one, seeking=2)
        seek(three)
        second = receive(three, "found")["game_id"]
        assert second != first
        left = one if people[0].game(second)["you"] == [] else two
        assert lobby_where(left, seeking=1)["is_seeking"]


def test_twenty_who_look_become_ten_games_with_everybody_in_one(site: TestClient) -> None:
    people = [guest(site) for _ in range(20)]
    with ExitStack() as stack:
        sockets = [stack.enter_context(person.socket("/api/lobby/socket")) for person in people]
        for socket in sockets:
            seek(socket)
        found = [receive(socket, "found")["game_id"] for socket in sockets]
    assert len(set(found)) == 10
    assert all(found.count(game_id) == 2 for game_id in found)
    seats = {
        (game_id, *person.game(game_id)["you"])
        for game_id, person in zip(found, people, strict=True)
    }
    assert len(seats) == 20


@pytest.mark.parametrize("new_clock", ["5+5", None])
def test_who_changes_his_mind_while_others_are_matched_is_not_matched_for_the_old_wish(
    new_clock: str | None,
) -> None:
    matched: list[tuple[PlayerId, PlayerId]] = []
    lobby: Lobby

    class Ratings:
        async def get(self, player_id: PlayerId, *_: Any) -> Any:
            return SimpleNamespace(rating=Rating())

    class Games:
        async def match(self, players: tuple[PlayerId, PlayerId], *_: Any) -> Any:
            matched.append(players)
            if new_clock is None:
                lobby.cancel(pages[2])
            else:
                await lobby.seek(pages[2], wish(new_clock))
            return SimpleNamespace(game_id="first")

    def wish(clock: str) -> protocol.Seek:
        return protocol.Seek("seek-1", "casual", "kalah", clock)

    async def look() -> None:
        nonlocal lobby
        lobby = Lobby(
            cast(Any, Games()), cast(Any, Ratings()), lambda: 4, HandClock(), Names(), lambda: 0
        )
        with ExitStack() as stack:
            for page in pages:
                stack.enter_context(lobby.joined(page))
                await lobby.seek(page, wish("3+2"))
            await lobby.wave()
        await lobby.close()

    pages = [LobbyPage(PlayerId(name), False, lambda view: None) for name in "abcd"]
    asyncio.run(look())
    assert len(matched) == 1


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"mode": "rated"}, "account_needed"),
        ({"variant": "chess"}, "unknown_variant"),
        ({"clock": "61+0"}, "invalid_clock"),
        ({"mode": "friend"}, None),
    ],
)
def test_a_wrong_wish_is_refused_and_nobody_is_sought(
    site: TestClient, wish: dict[str, str], code: str | None
) -> None:
    with guest(site).socket("/api/lobby/socket") as socket:
        seek(socket, **wish)
        error = receive(socket, "rejected")["error"]
        assert error["code"] == (code or "invalid_message")
        assert not receive(socket, "lobby")["is_seeking"]


def test_who_has_no_session_looks_on_only(site: TestClient) -> None:
    with Person(site).socket("/api/lobby/socket") as socket:
        seek(socket)
        assert receive(socket, "rejected")["error"]["code"] == "no_session"
        assert receive(socket, "lobby")["seeking"] == 0


def test_a_matched_player_who_never_begins_costs_his_rival_half_a_minute(
    site: TestClient, clock: HandClock
) -> None:
    ana, beto = guest(site), guest(site)
    with ana.socket("/api/lobby/socket") as one, beto.socket("/api/lobby/socket") as two:
        seek(one)
        seek(two)
        game_id = receive(one, "found")["game_id"]
        with ana.watch(game_id) as game:
            receive(game, "snapshot")
            clock.pass_s(30)
            assert receive(game, "events")["board"]["outcome"]["reason"] == "aborted"


def test_games_are_listed_by_strength_however_they_began(site: TestClient) -> None:
    people = [guest(site) for _ in range(4)]
    with ExitStack() as stack:
        sockets = [stack.enter_context(person.socket("/api/lobby/socket")) for person in people]
        found = []
        for one, two in ((0, 1), (2, 3)):
            seek(sockets[one], variant="wari")
            seek(sockets[two], variant="wari")
            found.append(receive(sockets[one], "found")["game_id"])
            receive(sockets[two], "found")
    weak, strong = found
    assert {game["id"] for game in people[0].get("/api/live").json()["games"]} == {weak, strong}

    players = [
        Human(site.app.state.services.games.live.in_memory(strong).state.sitters[seat].player_id)  # type: ignore[attr-defined]
        for seat in (0, 1)
    ]
    settle_ratings(site, players, 1800)
    # A rematch is looked up like any game, and stands first.
    before = people[2].game(strong)
    people[2].command(before, "resign", before["you"][0])
    rematch = people[2].post(f"/api/games/{strong}/rematch").json()["id"]
    games = Person(site).get("/api/live").json()["games"]
    assert [(game["id"], game["rating"]) for game in games] == [(rematch, 1800), (weak, None)]
    assert games[0]["names"] == [seat["name"] for seat in people[2].game(rematch)["seats"]]


def settle_ratings(site: TestClient, players: list[Human], rating: float) -> None:
    """Gives players a rating of which one is sure, in wari with 3+2."""
    store = site.app.state.services.store  # type: ignore[attr-defined]
    rows = [
        {
            "player_id": player.player_id,
            "game": "wari",
            "speed": "blitz",
            "rating": rating,
            "deviation": 50.0,
            "volatility": 0.06,
            "wins": 0,
            "draws": 0,
            "losses": 0,
            "at_ms": 1_700_000_000_000,
        }
        for player in players
    ]
    assert site.portal is not None
    site.portal.call(store.write, lambda connection: connection.execute(insert(RATING), rows))
