"""An engine that crashes, gets stuck or finds no answer: the CPU moves all the same."""

import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from naqala.engine import Engine
from naqala.rules import SWAP, Position, Variant
from naqala.site import cpu, workers
from naqala.site.plain_move import plain_move
from tests.site.conftest import NewGame
from tests.site.test_clocks import wait_for


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "RETRY_S", 0.01)


def play_on(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    """Lets the CPU move until its turn is over; the board then."""

    def board() -> dict[str, Any]:
        answer: dict[str, Any] = client.get(f"/api/games/{game['id']}").json()["board"]
        return answer

    wait_for(lambda: board()["seat_to_move"] != 0)
    return board()


def test_after_three_crashes_the_cpu_moves_without_the_engine(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = []

    def crash(self: Engine, position: Position, *_: object, **__: object) -> object:
        searches.append(position)
        raise RuntimeError("a kernel has failed")

    monkeypatch.setattr(Engine, "choose", crash)
    game = new_game(mode="cpu", level="hard", seat=1)
    assert play_on(client, game)["seq"] > 1
    assert searches.count(Position.start(Variant())) == cpu.MOST_FAULTS + 1


def test_one_crash_is_no_more_than_a_delay(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = Engine.choose
    searches = []

    def crash_once(self: Engine, position: Position, *rest: Any, **named: Any) -> object:
        searches.append(position)
        if len(searches) == 1:
            raise MemoryError
        return really(self, position, *rest, **named)

    monkeypatch.setattr(Engine, "choose", crash_once)
    game = new_game(mode="cpu", level="easy", seat=1)
    assert play_on(client, game)["seq"] > 1
    assert searches.count(Position.start(Variant())) == 2


def test_a_stuck_engine_does_not_keep_the_cpu_from_moving_nor_other_games_from_going_on(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What takes long when it is done for the first time is done before anybody is impatient.
    play_on(client, new_game(mode="cpu", level="easy", seat=1))
    monkeypatch.setattr(workers, "MOST_RUN_S", 0.5)
    monkeypatch.setattr(workers, "MOST_STOP_S", 0.2)
    monkeypatch.setattr(workers, "LOOK_S", 0.02)
    really = Engine.choose
    held = threading.Event()
    odd = Variant.parse("kalah(6,3)")

    def stick(self: Engine, position: Position, *rest: Any, **named: Any) -> object:
        if position.variant == odd and position == Position.start(odd):
            held.wait()
        return really(self, position, *rest, **named)

    monkeypatch.setattr(Engine, "choose", stick)
    stuck = new_game("kalah(6,3)", mode="cpu", level="easy", seat=1)
    other = new_game("kalah(6,4)", mode="cpu", level="easy", seat=1)
    assert play_on(client, other)["seq"] > 1
    assert play_on(client, stuck)["seq"] > 1
    held.set()


@given(st.data(), st.sampled_from(["kalah", "kalah(6,3)+pie", "wari", "oware"]))
def test_a_plain_move_is_legal_and_no_other_gains_more(data: st.DataObject, text: str) -> None:
    position = Position.start(Variant.parse(text))
    for _ in range(data.draw(st.integers(0, 30))):
        if not position.legal_moves():
            break
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    if not position.legal_moves():
        return
    me, move = position.to_move, plain_move(position)
    assert move in position.legal_moves()
    assert move != SWAP

    def gain(pit: int) -> int:
        after = position.play(pit)
        return after.store(me) - after.store(me.other)

    assert gain(move) == max(gain(pit) for pit in position.legal_moves() if pit != SWAP)
