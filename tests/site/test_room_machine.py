"""What holds for a room, whoever does what in which order: real services, a real database."""

from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from starlette.testclient import TestClient, WebSocketTestSession

from naqala.play import SERVER, Flag
from naqala.site.errors import ApiError
from naqala.site.limits import Limits
from naqala.site.rooms import Rooms
from naqala.site.storage import CommandId
from tests.site.people import PLENTY, HandClock, Person, error_code, invite

ANA, BETO, CARLA = 0, 1, 2
NAMES = st.sampled_from([ANA, BETO, CARLA])
SEATS = st.sampled_from([0, 1])
SEEDS = 6 * 2 * 3
ABSENCE_MS = {None: 120_000, "1+1": 40_000, "60+0": 80_000}


@dataclass
class Page:
    """A socket, and all that it was told."""

    who: int
    game_id: str
    socket: WebSocketTestSession
    stack: ExitStack
    seen: int = 0
    board: dict[str, Any] = field(default_factory=dict)
    sent_on_to: str | None = None

    def catch_up(self) -> None:
        """Takes everything until the answer to a frame that nobody can read."""
        self.socket.send_text("?")
        while True:
            message = self.socket.receive_json()
            match message["type"]:
                case "snapshot":
                    self.board = message["game"]["board"]
                    self.seen = self.board["seq"]
                case "events":
                    for event in message["events"]:
                        assert event["seq"] == self.seen + 1
                        self.seen = event["seq"]
                    self.board = message["board"]
                case "continued":
                    assert self.sent_on_to in (None, message["game_id"])
                    self.sent_on_to = message["game_id"]
                case "ping":
                    self.socket.send_json({"type": "pong", "n": message["n"]})
                case "rejected":
                    assert message["id"] is None
                    return


class Room(RuleBasedStateMachine):
    """A link, its maker, a friend and a third one; `site` and `clock` are those of a test."""

    site: TestClient
    clock: HandClock

    @initialize(clock=st.sampled_from([None, "1+1", "60+0"]), has_begun=st.integers(0, 3))
    def make(self, clock: str | None, has_begun: int) -> None:
        self.people = [Person(self.site) for _ in range(3)]
        for person in self.people:
            assert person.post("/api/me").status_code == 200
        self.control = clock
        self.room = invite(self.people[ANA], "kalah(6,3)", clock)
        self.players: list[int] = [ANA]
        self.games: list[str] = []
        self.pages: list[Page] = []
        self.alive_ms: dict[tuple[str, int], int] = {}
        self.last_command: tuple[int, dict[str, Any], int] | None = None
        self.clocks: dict[str, list[int]] = {}
        self.plies: dict[str, list[int]] = {}
        if has_begun:
            self.join(BETO)

    def teardown(self) -> None:
        for page in getattr(self, "pages", []):
            page.stack.close()

    # What is so

    @property
    def game_id(self) -> str:
        return self.games[-1]

    def view(self, who: int = ANA) -> dict[str, Any]:
        return self.people[who].game(self.game_id, self.room["token"])

    def is_over(self) -> bool:
        return self.view()["board"]["outcome"] is not None

    def absent_ms(self, who: int) -> int:
        if any(page.who == who and page.game_id == self.game_id for page in self.pages):
            return 0
        return self.clock.now_ms - self.alive_ms[self.game_id, who]

    def send(self, who: int, kind: str, seat: int, **fields: Any) -> Any:
        """A command with the right words; who plays gives a sign of life with it."""
        person = self.people[who]
        answer = person.command({"id": self.game_id}, kind, seat, **fields)
        if who in self.players:
            self.alive_ms[self.game_id, who] = self.clock.now_ms
        else:
            assert error_code(answer) == "game_not_found"
        return answer

    def begin(self, game_id: str) -> None:
        self.games.append(game_id)
        for who in self.players:
            self.alive_ms[game_id, who] = self.clock.now_ms
        for seat, who in enumerate(self.seated()):
            assert self.view(who)["you"] == [seat]

    def seated(self) -> list[int]:
        """Who holds the first and the second seat: they change with every game."""
        return self.players[:: 1 if len(self.games) % 2 else -1]

    # What people do

    @rule(who=NAMES)
    def look(self, who: int) -> None:
        room = self.people[who].get(f"/api/rooms/{self.room['token']}").json()
        assert room["is_yours"] is (who == ANA)
        assert room["game_id"] == (self.games[-1] if self.games else None)

    @rule(who=NAMES)
    def join(self, who: int) -> None:
        answer = self.people[who].post(f"/api/rooms/{self.room['token']}/join")
        if who in self.players and self.games:
            assert answer.json()["id"] == self.game_id
        elif self.games:
            assert error_code(answer) == "seat_taken"
        elif who == ANA:
            assert error_code(answer) == "own_room"
        else:
            self.players.append(who)
            self.begin(answer.json()["id"])

    @precondition(lambda self: self.games)
    @rule(who=NAMES)
    def come(self, who: int) -> None:
        if len(self.pages) >= 4:
            return
        stack = ExitStack()
        token = self.room["token"]
        socket = stack.enter_context(self.people[who].watch(self.game_id, token=token))
        self.pages.append(Page(who, self.game_id, socket, stack))

    @precondition(lambda self: self.pages)
    @rule(number=st.integers(0, 3))
    def go(self, number: int) -> None:
        page = self.pages.pop(number % len(self.pages))
        page.catch_up()
        page.stack.close()
        if (page.game_id, page.who) in self.alive_ms:
            self.alive_ms[page.game_id, page.who] = self.clock.now_ms

    @precondition(lambda self: self.games)
    @rule(pit=st.integers(0, 5), thought_ms=st.integers(0, 4_000))
    def move(self, pit: int, thought_ms: int) -> None:
        self.clock.now_ms += thought_ms
        self.lower_flag()
        board = self.view()["board"]
        seat = board["seat_to_move"]
        if seat is None:
            return
        who = self.seated()[seat]
        legal = [move["move"] for move in self.view(who)["board"]["legal"]]
        chosen = legal[pit % len(legal)]
        answer = self.send(who, "sow", seat, pit=chosen, after=board["after"])
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == board["seq"] + 1
        body = {
            "type": "sow",
            "id": answer.json()["id"],
            "seat": seat,
            "pit": chosen,
            "after": board["after"],
        }
        self.last_command = who, body, answer.json()["seq"]

    @precondition(lambda self: self.last_command is not None and self.games)
    @rule(changed=st.booleans())
    def repeat(self, changed: bool) -> None:
        """The same command again is answered again; a new one for the same board is too late."""
        assert self.last_command is not None
        who, body, seq = self.last_command
        if (
            not body["id"].startswith("sow")
            or self.people[who].game(self.game_id, self.room["token"])["board"]["after"] < seq
        ):
            return
        sent = {**body, "id": f"{body['id']}-again"} if changed else body
        answer = self.people[who].post(f"/api/games/{self.game_id}/commands", sent)
        self.alive_ms[self.game_id, who] = self.clock.now_ms
        if changed:
            assert error_code(answer) == "stale"
        else:
            assert answer.json()["seq"] == seq

    @precondition(lambda self: self.games)
    @rule(who=NAMES, seat=SEATS, pit=st.integers(1, 6))
    def move_out_of_turn(self, who: int, seat: int, pit: int) -> None:
        board = self.view()["board"]
        if who in self.players and self.seated()[seat] == who == self.mover(board):
            return
        answer = self.send(who, "sow", seat, pit=pit, after=board["after"])
        if who not in self.players:
            return
        if self.seated()[seat] != who:
            assert error_code(answer) == "not_your_seat"
        else:
            assert error_code(answer) in ("not_your_turn", "game_over")

    @precondition(lambda self: self.games)
    @rule(who=NAMES, seat=SEATS)
    def take_back(self, who: int, seat: int) -> None:
        answer = self.send(who, "undo", seat, after=self.view()["board"]["after"])
        if who in self.players:
            is_own = self.seated()[seat] == who
            assert error_code(answer) == ("no_undo_between_people" if is_own else "not_your_seat")

    @precondition(lambda self: self.games)
    @rule(who=NAMES, seat=SEATS, kind=st.sampled_from(["resign", "abort"]))
    def leave(self, who: int, seat: int, kind: str) -> None:
        before = self.view()
        answer = self.send(who, kind, seat)
        if who not in self.players:
            return
        mine = sum(ply["seat"] == seat for ply in before["plies"])
        if self.seated()[seat] != who:
            assert error_code(answer) == "not_your_seat"
        elif before["board"]["outcome"] is not None:
            assert error_code(answer) == "game_over"
        elif kind == "abort" and mine > 1:
            assert error_code(answer) == "too_late_to_abort"
        else:
            outcome = self.view()["board"]["outcome"]
            assert outcome["reason"] == ("aborted" if kind == "abort" else "resignation")
            assert outcome["winner_seat"] == (None if kind == "abort" else 1 - seat)

    @precondition(lambda self: self.games)
    @rule(who=NAMES, seat=SEATS)
    def claim(self, who: int, seat: int) -> None:
        is_over = self.is_over()
        is_due = self.is_away(1 - seat, ABSENCE_MS[self.control])
        answer = self.send(who, "claim_abandonment", seat)
        if who not in self.players:
            return
        if self.seated()[seat] != who:
            assert error_code(answer) == "not_your_seat"
        elif is_over:
            assert error_code(answer) == "game_over"
        elif not is_due:
            assert error_code(answer) == "not_abandoned"
        else:
            outcome = self.view()["board"]["outcome"]
            assert outcome["reason"] in ("abandonment", "aborted")
            assert outcome["winner_seat"] in (seat, None)

    @precondition(lambda self: self.games)
    @rule(seat=SEATS)
    def hand_to_cpu(self, seat: int) -> None:
        who, other = self.seated()[seat], self.seated()[1 - seat]
        is_over, is_due = self.is_over(), self.is_away(1 - seat, 120_000)
        answer = self.send(who, "hand_to_cpu", seat)
        if is_over or not is_due:
            assert error_code(answer) == ("game_over" if is_over else "not_abandoned")
            return
        assert self.view(who)["seats"][1 - seat]["kind"] == "cpu"
        assert self.view(other)["you"] == []
        assert error_code(self.send(other, "resign", 1 - seat)) == "not_your_seat"
        # Enough of that: the CPU would play on by itself.
        assert self.send(who, "resign", seat).status_code == 200
        self.games.clear()
        self.last_command = None
        self.close_pages()
        self.room = invite(self.people[ANA], "kalah(6,3)", self.control)
        self.players = [ANA]

    @precondition(lambda self: self.games)
    @rule(who=NAMES, are_both=st.booleans())
    def rematch(self, who: int, are_both: bool) -> None:
        is_over = self.is_over()
        path = f"/api/games/{self.game_id}/rematch"
        answers = [self.people[who].post(path)]
        if who not in self.players:
            assert error_code(answers[0]) == "game_not_found"
            return
        if not is_over:
            assert error_code(answers[0]) == "game_not_over"
            return
        if are_both:
            other = next(player for player in self.players if player != who)
            answers.append(self.people[other].post(path))
        assert answers[0].status_code == 201
        self.begin(answers[0].json()["id"])
        for late in answers[1:]:
            assert error_code(late) == "stale"
            assert late.json()["error"]["detail"]["game_id"] == self.game_id
        for page in self.pages:
            page.catch_up()
            if page.game_id == self.games[-2]:
                assert page.sent_on_to == self.game_id

    @rule(seconds=st.sampled_from([1, 20, 45, 70, 125]))
    def wait(self, seconds: int) -> None:
        self.clock.pass_s(seconds)
        self.lower_flag()

    # What must always be so

    @invariant()
    def the_game_is_sound(self) -> None:
        if not getattr(self, "games", None):
            return
        game = self.view()
        board = game["board"]
        assert sum(board["places"]) + board["unscored"] == SEEDS
        assert [self.view(who)["you"] for who in self.seated()] == [[0], [1]]
        assert len({seat["name"] for seat in game["seats"]}) == 2
        events = self.people[ANA].get(f"/api/games/{self.game_id}/events").text.splitlines()
        assert len(events) == board["seq"]
        self.no_clock_gains(game)

    @invariant()
    def every_page_knows_what_the_server_knows(self) -> None:
        for page in getattr(self, "pages", []):
            page.catch_up()
            person = self.people[page.who]
            now = person.game(page.game_id, self.room["token"])["board"]
            told = dict(page.board)
            if now["clock"] is not None:
                # The time of telling is another.
                now["clock"].pop("now_ms")
                told["clock"] = {**told["clock"]}
                told["clock"].pop("now_ms")
            assert told == now

    def no_clock_gains(self, game: dict[str, Any]) -> None:
        if self.control is None:
            return
        increment_ms = int(self.control.split("+")[1]) * 1_000
        now = game["board"]["clock"]["remaining_ms"]
        plies = [sum(ply["seat"] == seat for ply in game["plies"]) for seat in (0, 1)]
        before = self.clocks.get(game["id"])
        if before is not None:
            for seat in (0, 1):
                made = plies[seat] - self.plies[game["id"]][seat]
                assert 0 <= now[seat] <= before[seat] + made * increment_ms
        self.clocks[game["id"]], self.plies[game["id"]] = now, plies

    def mover(self, board: dict[str, Any]) -> int | None:
        seat = board["seat_to_move"]
        return None if seat is None else self.seated()[seat]

    def is_away(self, seat: int, needed_ms: int) -> bool:
        return self.absent_ms(self.seated()[seat]) >= needed_ms

    def lower_flag(self) -> None:
        """Does at once what the site does within a second of its own time."""
        if not self.games or self.control is None:
            return
        board = self.view()["board"]
        clock, seat = board["clock"], board["seat_to_move"]
        if seat is None or not clock["is_running"]:
            return
        is_due = self.clock.now_ms >= clock["at_ms"] + clock["remaining_ms"][seat]
        assert self.site.portal is not None
        games = self.site.app.state.services.games  # type: ignore[attr-defined]
        command_id = CommandId(f"flag-{self.clock.now_ms}-{board['seq']}")
        # Refused while time is left, and when the site itself was faster.
        with suppress(ApiError):
            self.site.portal.call(games.execute, self.game_id, Flag(), SERVER, command_id)
        outcome = self.view()["board"]["outcome"]
        assert (outcome is not None) is is_due
        if outcome is not None:
            assert (outcome["reason"], outcome["winner_seat"]) == ("time", 1 - seat)

    def close_pages(self) -> None:
        for page in self.pages:
            page.stack.close()
        self.pages.clear()


@pytest.fixture
def limits() -> Limits:
    return PLENTY


@pytest.mark.parametrize("examples", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_a_room_is_sound_whoever_does_what(
    site: TestClient, clock: HandClock, examples: int
) -> None:
    # No link dies meanwhile, though hours pass by the hand's clock.
    assert site.portal is not None
    rooms: Rooms = site.app.state.services.rooms  # type: ignore[attr-defined]
    site.portal.call(rooms.close)
    Room.site, Room.clock = site, clock
    run_state_machine_as_test(
        Room, settings=settings(max_examples=examples, stateful_step_count=30)
    )
