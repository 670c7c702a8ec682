"""Phrases between the two people of a game: who may say them, who hears them, how many."""

from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from naqala.site.talk import MOST_PHRASES
from tests.site.people import HandClock, Person, begin, invite, join, receive


def say(socket: WebSocketTestSession, seat: int, phrase: str = "hello", **more: Any) -> None:
    body = {"type": "say", "id": f"say-{seat}-{phrase}", "seat": seat, "phrase": phrase, **more}
    socket.send_json(body)


def refusal(socket: WebSocketTestSession) -> str:
    code: str = receive(socket, "rejected")["error"]["code"]
    return code


def test_what_one_says_is_heard_by_the_other_and_by_spectators(
    ana: Person, beto: Person, carla: Person
) -> None:
    room = invite(ana)
    game = join(beto, room)
    carla.post("/api/me")
    with (
        ana.watch(game["id"]) as one,
        beto.watch(game["id"]) as two,
        carla.watch(game["id"], token=room["token"]) as watcher,
    ):
        for socket, seat, phrase in ((one, 0, "good_luck"), (two, 1, "thanks")):
            say(socket, seat, phrase)
            for listener in (one, two, watcher):
                assert receive(listener, "said") == {"type": "said", "seat": seat, "phrase": phrase}
        # It is no event of the game, and nobody who comes later is told.
        assert ana.game(game["id"])["board"]["seq"] == 1
        with carla.watch(game["id"], token=room["token"]) as late:
            say(one, 0, "well_played")
            assert receive(late, "said")["phrase"] == "well_played"


def test_nobody_speaks_from_a_seat_that_is_not_his(
    ana: Person, beto: Person, carla: Person
) -> None:
    room = invite(ana)
    game = join(beto, room)
    with ana.watch(game["id"]) as one, carla.watch(game["id"], token=room["token"]) as stranger:
        say(one, 1)
        assert refusal(one) == "not_your_seat"
        say(stranger, 0)
        assert refusal(stranger) == "no_session"
        say(one, 0, "thanks")
        assert receive(stranger, "said")["phrase"] == "thanks"
    carla.post("/api/me")
    with carla.watch(game["id"], token=room["token"]) as spectator:
        say(spectator, 0)
        assert refusal(spectator) == "not_your_seat"


@pytest.mark.parametrize(
    "wrong",
    [
        {"phrase": "<b>hello</b>"},
        {"phrase": "you fool"},
        {"phrase": 1},
        {"phrase": "hello", "text": "you fool"},
        {"phrase": "hello", "seat": 2},
    ],
)
def test_only_phrases_of_the_list_can_be_said(
    ana: Person, beto: Person, wrong: dict[str, Any]
) -> None:
    game = begin(ana, beto)
    with ana.watch(game["id"]) as one:
        one.send_json({"type": "say", "id": "say-00001", "seat": 0, **wrong})
        assert refusal(one) == "invalid_message"


def test_a_seat_says_five_phrases_in_a_minute_and_is_told_how_long_to_wait(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game = begin(ana, beto)
    with ana.watch(game["id"]) as one, ana.watch(game["id"]) as tab, beto.watch(game["id"]) as two:
        for number in range(MOST_PHRASES):
            say((one, tab)[number % 2], 0)
            receive(two, "said")
            clock.pass_s(1)
        say(tab, 0)
        error = receive(tab, "rejected")["error"]
        assert error["code"] == "too_many_phrases"
        assert error["detail"] == {"wait_ms": 55_000}
        # The other has his own measure.
        say(two, 1)
        assert receive(one, "said")["seat"] == 0  # her own first one
        assert receive(two, "said")["seat"] == 1
        clock.pass_s(55)
        say(one, 0, "good_game")
        assert receive(two, "said")["phrase"] == "good_game"
        say(one, 0)
        assert refusal(one) == "too_many_phrases"


def test_one_still_thanks_after_the_end_but_nobody_talks_to_the_cpu(
    ana: Person, beto: Person, clock: HandClock
) -> None:
    game, other = begin(ana, beto), begin(ana, beto)
    ana.command(game, "resign", 0)
    with ana.watch(game["id"]) as one, beto.watch(game["id"]) as two:
        say(one, 0, "good_game")
        assert receive(two, "said")["phrase"] == "good_game"
    clock.pass_s(120)
    assert ana.command(other, "hand_to_cpu", 0).status_code == 200
    alone = ana.post("/api/games", {"variant": "kalah", "mode": "local"}).json()
    for silent in (other, alone):
        with ana.watch(silent["id"]) as one:
            say(one, 0)
            assert refusal(one) == "nobody_listens"


def test_phrases_go_over_the_socket_of_a_game_alone(ana: Person, beto: Person) -> None:
    game = begin(ana, beto)
    refused = ana.command(game, "say", 0, phrase="hello")
    assert refused.status_code == 400
    room = invite(ana)
    with ana.socket(f"/api/rooms/{room['token']}/socket") as waiting:
        say(waiting, 0)
        assert refusal(waiting) == "no_game_yet"
