"""The game socket, as a page would use it."""

import threading
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from structlog.testing import capture_logs

from naqala.site.live_games import LiveGames
from naqala.site.protocol import PROTOCOL_VERSION
from naqala.site.storage import StorageError, Store
from tests.security.live import wait_until
from tests.site.conftest import NewGame


def sow(after: int, pit: int, seat: int = 0, command_id: str | None = None) -> dict[str, Any]:
    return {
        "type": "sow",
        "id": command_id or f"sow-{after:04}-{pit}",
        "seat": seat,
        "after": after,
        "pit": pit,
    }


def connect(client: TestClient, game: dict[str, Any], seen: int = 0) -> WebSocketTestSession:
    return client.websocket_connect(f"/api/games/{game['id']}/socket?seen={seen}")


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message, which must be of this kind; who is there and pings are left out."""
    message: dict[str, Any] = socket.receive_json()
    while message["type"] in ("presence", "ping") and message["type"] != kind:
        message = socket.receive_json()
    assert message["type"] == kind, message
    return message


def test_the_first_message_carries_the_protocol_version(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    with connect(client, game) as socket:
        assert receive(socket, "hello")["protocol"] == PROTOCOL_VERSION
        assert receive(socket, "snapshot")["game"] == game


def test_a_move_comes_to_everybody_with_what_may_follow_it(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    mine = dict(client.cookies)
    with connect(client, game, seen=1) as player:
        receive(player, "hello")
        client.cookies.clear()
        with connect(client, game, seen=1) as spectator:
            receive(spectator, "hello")
            message = sow(after=1, pit=3)
            player.send_json(message)
            told = receive(player, "events")
            seen = receive(spectator, "events")
    assert told == seen
    # This is what tells the player that his command is stored.
    assert [(event["seq"], event["command"]) for event in told["events"]] == [(2, message["id"])]
    assert len(told["board"]["legal"]) == 5
    client.cookies.update(mine)


def test_a_spectator_cannot_move_resign_or_undo(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    client.cookies.clear()
    with connect(client, game, seen=1) as nobody:
        receive(nobody, "hello")
        nobody.send_json(sow(after=1, pit=3))
        assert receive(nobody, "rejected")["error"]["code"] == "no_session"
    new_game()
    with connect(client, game, seen=1) as stranger:
        receive(stranger, "hello")
        for message in (
            sow(after=1, pit=3),
            {"type": "resign", "id": "resign-0001", "seat": 1},
            {"type": "undo", "id": "undo-0001", "seat": 0, "after": 1},
        ):
            stranger.send_json(message)
            assert receive(stranger, "rejected")["error"]["code"] == "not_your_seat"
    assert client.get(f"/api/games/{game['id']}").json()["plies"] == []


def test_a_double_click_plays_one_move(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        # Two commands for the same position: the second is stale though it would be legal.
        socket.send_json(sow(after=1, pit=3, command_id="click-0001"))
        socket.send_json(sow(after=1, pit=6, command_id="click-0002"))
        receive(socket, "events")
        rejected = receive(socket, "rejected")
        assert rejected["error"]["code"] == "stale"
        assert len(rejected["game"]["plies"]) == 1


def test_a_command_sent_again_after_a_break_is_answered_not_played(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    message = sow(after=1, pit=3)
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_json(message)
        receive(socket, "events")
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        assert [event["seq"] for event in receive(socket, "events")["events"]] == [2]
        socket.send_json(message)
        assert receive(socket, "accepted") == {
            "type": "accepted",
            "id": message["id"],
            "seq": 2,
        }


def test_who_has_seen_everything_gets_nothing_again(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_json(sow(after=1, pit=7))
        # The very next message is the answer, no snapshot and no events.
        assert receive(socket, "rejected")["id"] is None


@pytest.mark.parametrize("seen", ["99", "-1", "x", "9" * 30])
def test_who_claims_to_have_seen_what_cannot_be_gets_a_snapshot(
    client: TestClient, new_game: NewGame, seen: str
) -> None:
    game = new_game()
    with client.websocket_connect(f"/api/games/{game['id']}/socket?seen={seen}") as socket:
        receive(socket, "hello")
        receive(socket, "snapshot")


def test_the_cpu_answers_as_a_seat_like_any_other(client: TestClient, new_game: NewGame) -> None:
    game = new_game(mode="cpu", level="easy")
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_json(sow(after=1, pit=1))
        receive(socket, "events")
        message = receive(socket, "events")
        while message["board"]["seat_to_move"] == 1:
            assert message["events"][0]["ply"]["seat"] == 1
            message = receive(socket, "events")
        assert message["board"]["seat_to_move"] == 0


def test_the_cpu_begins_when_the_person_plays_second(client: TestClient, new_game: NewGame) -> None:
    game = new_game(mode="cpu", level="medium", seat=1)
    assert game["you"] == [1]
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        message = receive(socket, "events")
        assert message["events"][0]["ply"]["side"] == "south"


@pytest.mark.parametrize("kind", ["undo", "resign"])
def test_an_answer_of_the_cpu_is_dropped_when_the_game_has_moved_on(
    client: TestClient, new_game: NewGame, kind: str
) -> None:
    """Undo and resign while the CPU (hard) thinks: its move must not come afterwards."""
    game = new_game(mode="cpu", level="hard")
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_json(sow(after=1, pit=1))
        receive(socket, "events")
        command = {"type": kind, "id": f"{kind}-00001", "seat": 0}
        socket.send_json(command if kind == "resign" else {**command, "after": 2})
        message = receive(socket, "events")
        assert message["events"][0]["type"] == {"undo": "undone", "resign": "ended"}[kind]
        if kind == "undo":
            # The person plays on; the first thing heard of the CPU is its answer to that.
            socket.send_json(sow(after=3, pit=2, command_id="after-undo-1"))
            assert receive(socket, "events")["events"][0]["seq"] == 4
            assert receive(socket, "events")["events"][0]["seq"] == 5
    plies = client.get(f"/api/games/{game['id']}").json()["plies"]
    assert [ply["seat"] for ply in plies][: 2 if kind == "undo" else None] == (
        [0, 1] if kind == "undo" else [0]
    )


def test_watchers_of_a_game_are_sent_on_to_the_next_one(
    client: TestClient, new_game: NewGame
) -> None:
    game = new_game()
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        following = new_game(previous=game["id"])
        assert receive(socket, "events")["events"][0]["type"] == "ended"
        assert receive(socket, "continued") == {"type": "continued", "game_id": following["id"]}
    # Who comes late is told as well.
    with connect(client, game) as socket:
        receive(socket, "hello")
        receive(socket, "snapshot")
        receive(socket, "continued")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type":"sow"}',
        '{"type":"dance","id":"abcdefgh"}',
        '{"type":"pong","n":"x"}',
        '{"type":"sow","id":"abcdefgh","seat":0,"after":1,"pit":3,"more":1}',
        '{"type":"sow","id":"<script>x</script>","seat":0,"after":1,"pit":3}',
        "[" * 5000,
        '{"type":"sow","id":"abcdefgh","seat":0,"after":1e400,"pit":3}',
    ],
)
def test_a_frame_that_cannot_be_read_is_refused_and_the_game_goes_on(
    client: TestClient, new_game: NewGame, frame: str
) -> None:
    game = new_game()
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_text(frame)
        rejected = receive(socket, "rejected")
        assert rejected["id"] is None
        assert rejected["error"]["code"] == "invalid_message"
        socket.send_json(sow(after=1, pit=3))
        receive(socket, "events")


@pytest.mark.parametrize("message", ["say", "sow"])
def test_a_message_that_the_database_fails_is_refused_and_the_page_stays(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    game = new_game()

    def fail(*_: object) -> None:
        raise StorageError("the disk is gone")

    async def fail_later(*_: object) -> None:
        fail()

    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        with monkeypatch.context() as outage:
            outage.setattr(LiveGames, "get", fail_later)
            outage.setattr(Store, "append", fail)
            said = {"type": "say", "id": "say-0001", "seat": 0, "phrase": "hello"}
            socket.send_json(said if message == "say" else sow(after=1, pit=3))
            assert receive(socket, "rejected")["error"]["code"] == "not_stored"
        socket.send_json(sow(after=1, pit=3))
        receive(socket, "events")


def test_a_fault_of_ours_ends_the_page_and_leaves_the_game_as_it_is_stored(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game()

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    outboxes = client.app.state.services.outboxes  # type: ignore[attr-defined]
    with (
        monkeypatch.context() as fault,
        capture_logs() as logs,
        connect(client, game, seen=1) as socket,
    ):
        receive(socket, "hello")
        fault.setattr("naqala.site.games.decide", fail)
        socket.send_json(sow(after=1, pit=3))
        wait_until(lambda: any(line["log_level"] == "error" for line in logs))
        assert [line["event"] for line in logs if line["log_level"] == "error"] == [
            "request failed"
        ]
        assert len(outboxes) == 0
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_json(sow(after=1, pit=3))
        assert receive(socket, "events")["board"]["seq"] == 2


def test_a_flood_of_messages_closes_the_socket(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        for n in range(150):
            socket.send_json({"type": "pong", "n": n})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1008
    # The game is as it was, and another socket works.
    with connect(client, game) as socket:
        receive(socket, "hello")
        assert receive(socket, "snapshot")["game"] == game


def test_a_binary_frame_closes_the_socket(client: TestClient, new_game: NewGame) -> None:
    with connect(client, new_game(), seen=1) as socket:
        receive(socket, "hello")
        socket.send_bytes(b"\x00\x01")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1008


def test_there_is_no_socket_for_an_unknown_game(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/games/nonesuch/socket"),
    ):
        pass


def test_another_sites_page_gets_no_socket(client: TestClient, new_game: NewGame) -> None:
    game = new_game()
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(
            f"/api/games/{game['id']}/socket", headers={"origin": "https://evil.example"}
        ),
    ):
        pass
    same = {"origin": "http://testserver"}
    with client.websocket_connect(f"/api/games/{game['id']}/socket", headers=same) as socket:
        receive(socket, "hello")


def test_the_search_for_a_position_that_is_gone_is_stopped(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, stopped = threading.Event(), threading.Event()

    async def choose(*_: object) -> int:
        began.set()
        try:
            await anyio.sleep_forever()
        finally:
            stopped.set()
        return 1

    monkeypatch.setattr("naqala.site.engine_pool.EnginePool.choose", choose)
    game = new_game(mode="cpu", level="hard")
    with connect(client, game, seen=1) as socket:
        receive(socket, "hello")
        socket.send_json(sow(after=1, pit=1))
        receive(socket, "events")
        assert began.wait(10)
        assert not stopped.is_set()
        socket.send_json({"type": "resign", "id": "resign-00001", "seat": 0})
        assert stopped.wait(10)
