"""How much the CPU may think while others wait for the engine."""

import asyncio
import math
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from naqala.engine import LEVELS, Decision, Engine, Level
from naqala.rules import Estimate, Position, Variant
from naqala.site import effort
from naqala.site.effort import LEAST_NODES, MOST_WAIT_S, Pace, allowed_s, lessened
from naqala.site.engine_pool import Answer, EnginePool
from tests.site.conftest import NewGame
from tests.site.test_game_socket import connect, sow

HARD, PERFECT = LEVELS["hard"], LEVELS["perfect"]

ages = st.lists(st.floats(0, MOST_WAIT_S - 0.1), min_size=1, max_size=50).map(
    lambda found: sorted(found, reverse=True)
)


def test_who_has_nobody_behind_him_thinks_as_long_as_his_level_does() -> None:
    assert allowed_s((), threads=1) == math.inf
    assert lessened(HARD, math.inf) is HARD


def test_a_short_queue_changes_nothing() -> None:
    assert allowed_s([0.1, 0.1, 0.0], threads=1) / Pace().expected_s(HARD) > 1


@given(ages, st.integers(1, 8))
def test_if_all_take_what_is_allowed_each_begins_in_time(
    waiting: list[float], threads: int
) -> None:
    longest_s = allowed_s(waiting, threads)
    for before, age_s in enumerate(waiting, 1):
        assert age_s + before * longest_s / threads <= MOST_WAIT_S + 1e-9


@given(ages, st.integers(1, 8))
def test_the_more_wait_and_the_longer_the_less_is_allowed(
    waiting: list[float], threads: int
) -> None:
    longest_s = allowed_s(waiting, threads)
    assert allowed_s([*waiting, 0.0], threads) <= longest_s
    assert allowed_s([age_s + 0.05 for age_s in waiting], threads) <= longest_s
    assert allowed_s(waiting, threads + 1) >= longest_s


def test_whoever_has_waited_too_long_already_is_not_made_to_wait_for_thinking() -> None:
    assert allowed_s([MOST_WAIT_S + 1], threads=4) == 0


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.999])
def test_a_lessened_level_has_fewer_nodes_but_always_some(level: Level, share: float) -> None:
    less = lessened(level, share)
    if level.limits.nodes is None or level.limits.nodes <= LEAST_NODES:
        assert less.limits == level.limits
    else:
        assert less.limits.nodes is not None
        assert LEAST_NODES <= less.limits.nodes < level.limits.nodes
    assert less.proof_nodes <= level.proof_nodes * share
    assert (less.name, less.noise, less.endgames) == (level.name, level.noise, level.endgames)


def test_weak_levels_take_so_little_that_they_are_never_lessened() -> None:
    for name in ("easy", "medium"):
        assert lessened(LEVELS[name], 0.0) is LEVELS[name]


def test_a_level_is_expected_to_take_what_it_has_taken_before() -> None:
    pace = Pace()
    assert pace.expected_s(PERFECT) > pace.expected_s(HARD)
    for _ in range(100):
        pace.took(HARD, 3.0)
    assert pace.expected_s(HARD) == pytest.approx(3.0, rel=0.01)
    assert pace.expected_s(PERFECT) == Pace().expected_s(PERFECT)


def test_searches_that_many_wait_for_get_fewer_nodes_and_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(effort, "MOST_WAIT_S", 0.05)
    is_free = threading.Event()
    nodes: list[int | None] = []

    def choose(
        _engine: Engine, position: Position, level: Level, *_: Any, **_more: Any
    ) -> Decision:
        nodes.append(level.limits.nodes)
        is_free.wait(10)
        return Decision(position.legal_moves()[0], Estimate(0.0), 1, 1, 0.0, ())

    monkeypatch.setattr(Engine, "choose", choose)

    async def ask() -> list[Answer]:
        pool = EnginePool(1)
        start = Position.start(Variant())
        searches = [asyncio.ensure_future(pool.choose(start, (), HARD, 0)) for _ in range(5)]
        await asyncio.sleep(0.2)
        is_free.set()
        try:
            return await asyncio.gather(*searches)
        finally:
            pool.close()

    answers = asyncio.run(ask())
    # The first began before anybody waited, and nobody waits behind the last.
    assert nodes[1:] == [LEAST_NODES] * 3 + [HARD.limits.nodes]
    assert [answer.is_lessened for answer in answers[1:]] == [True] * 3 + [False]


def test_a_page_is_told_that_the_cpu_thinks_less_and_when_it_does_not_any_more(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [MOST_WAIT_S] * 50
    monkeypatch.setattr(
        "naqala.site.engine_pool.allowed_s",
        lambda _ages, threads: allowed_s(others, threads),
    )
    game = new_game(mode="cpu", level="hard")
    told: list[bool] = []
    with connect(client, game) as socket:
        socket.send_json(sow(after=1, pit=1))
        while told[-1:] != [False]:
            message = socket.receive_json()
            if message["type"] == "presence":
                told.append(message["is_crowded"])
                others.clear()
            elif message["type"] == "events" and message["board"]["seat_to_move"] == 0:
                board = message["board"]
                socket.send_json(sow(board["after"], board["legal"][0]["move"]))
    assert told == [True, False]
