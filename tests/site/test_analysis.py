"""Analyses of positions over HTTP: values, limits, refusals, and what a flood of them does."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from naqala.engine import Limits, warm_up
from naqala.rules import Variant, parse_position
from naqala.site import analysis_api, operations
from naqala.site.analysts import Analysts
from tests.engine.minimax import margin_of_kalah
from tests.site.conftest import NewGame
from tests.site.test_api import refused

#   0 0 0 2 0 1
# 9             8
#   0 1 0 0 2 1
ENDING = "0,1,0,0,2,1/1,0,2,0,0,0 8,9 S"
ENDING_VARIANT = "kalah(6,2)"
START = "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S"


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Loads the kernels here, for the analysts' threads give way to all that runs beside."""
    warm_up()


def ask(client: TestClient, **question: Any) -> Any:
    question.setdefault("variant", "kalah")
    return client.post("/api/analysis", json=question)


def test_every_legal_move_of_an_ending_has_its_exact_value(client: TestClient) -> None:
    answer = ask(client, variant=ENDING_VARIANT, position=ENDING)
    assert answer.status_code == 200, answer.text
    analysis = answer.json()
    position = parse_position(ENDING, Variant.parse(ENDING_VARIANT))
    values = {}
    for move in position.legal_moves():
        after = position.play(move)
        value = margin_of_kalah(after)
        values[move] = value if after.to_move is position.to_move else -value
    assert {entry["move"]: entry["score"] for entry in analysis["moves"]} == {
        move: {"type": "exact", "margin": value} for move, value in values.items()
    }
    best = max(values.values())
    assert analysis["moves"][0]["score"]["margin"] == best
    assert analysis["score"] == {"type": "exact", "margin": best}
    assert analysis["to_move"] == "south"
    assert analysis["nodes"] > 0


@pytest.mark.parametrize("variant", ["kalah", "wari", "oware", "kalah+pie"])
def test_a_start_has_a_value_for_every_move_within_the_limits(
    client: TestClient, variant: str
) -> None:
    position = f"{START} +swap" if "pie" in variant else START
    answer = ask(client, variant=variant, position=position, limits={"nodes": 20_000})
    analysis = answer.json()
    assert sorted(entry["move"] for entry in analysis["moves"]) == [1, 2, 3, 4, 5, 6]
    assert {entry["score"]["type"] for entry in analysis["moves"]} <= {
        "exact",
        "bounds",
        "estimate",
    }
    assert analysis["nodes"] < 60_000


def test_nobody_gets_more_than_the_server_gives(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Limits] = []
    analyse = Analysts.analyse

    async def watched(self: Analysts, position: Any, keys: Any, limits: Limits) -> Any:
        given.append(limits)
        return await analyse(self, position, keys, Limits(nodes=1_000))

    monkeypatch.setattr(Analysts, "analyse", watched)
    most = Limits(nodes=analysis_api.MOST_NODES, time_ms=analysis_api.MOST_MS)
    for limits in ({"nodes": 2**50, "time_ms": 2**30}, {}, {"nodes": 7, "time_ms": 9}):
        assert ask(client, position=START, limits=limits).status_code == 200
    assert given == [most, most, Limits(nodes=7, time_ms=9)]


@pytest.mark.parametrize(
    ("question", "status", "code", "message"),
    [
        ({"variant": "chess", "position": START}, 422, "unknown_variant", "kalah"),
        ({"position": "nonsense"}, 422, "invalid_position", "write it like"),
        ({"position": START.replace("4", "9")}, 422, "invalid_position", "48"),
        (
            {"position": "0,0,0,0,0,0/0,0,0,0,0,0 30,18 S"},
            422,
            "invalid_position",
            "the game is over",
        ),
        ({"position": START, "limits": {"nodes": 0}}, 400, "invalid_message", "nodes"),
        ({"position": START, "limits": {"depth": 3}}, 400, "invalid_message", "depth"),
        ({"position": START, "level": "hard"}, 400, "invalid_message", "level"),
        ({"position": 4}, 400, "invalid_message", "position"),
        ({}, 400, "invalid_message", "position"),
        ({"position": "4" * 300}, 400, "invalid_message", "position"),
    ],
)
def test_a_question_that_makes_no_sense_is_explained(
    client: TestClient, question: dict[str, Any], status: int, code: str, message: str
) -> None:
    assert message in refused(ask(client, **question), status, code)["message"]


def test_another_sites_page_may_not_ask(client: TestClient) -> None:
    answer = client.post(
        "/api/analysis",
        json={"variant": "kalah", "position": START},
        headers={"origin": "https://elsewhere.example"},
    )
    refused(answer, 403, "foreign_origin")


class Gate:
    """Holds every analysis until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered = threading.Semaphore(0)
        self.opened = threading.Event()
        analyst = analyse_held_by(self)
        monkeypatch.setattr("naqala.engine.analyst.Analyst.analyse", analyst)


def analyse_held_by(gate: Gate) -> Any:
    from naqala.engine import Analyst

    analyse = Analyst.analyse

    def held(self: Analyst, *arguments: Any, **options: Any) -> Any:
        gate.entered.release()
        assert gate.opened.wait(20)
        return analyse(self, *arguments, **options)

    return held


def test_a_player_has_one_analysis_at_a_time(
    client: TestClient, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game()
    gate = Gate(monkeypatch)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask, client, variant=ENDING_VARIANT, position=ENDING)
        assert gate.entered.acquire(timeout=20)
        refused(ask(client, position=START), 429, "one_at_a_time")
        gate.opened.set()
        assert first.result().status_code == 200
    assert ask(client, variant=ENDING_VARIANT, position=ENDING).status_code == 200


def test_a_full_queue_refuses_and_serves_again_when_it_is_empty(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    guests = iter(range(1000))
    monkeypatch.setattr(analysis_api, "asker_of", lambda *_: f"guest {next(guests)}")
    client.app.state.services.analysts._workers._most = 3  # type: ignore[attr-defined]
    question = {"variant": ENDING_VARIANT, "position": ENDING}
    with ThreadPoolExecutor(3) as pool:
        waiting = [pool.submit(ask, client, **question) for _ in range(3)]
        assert gate.entered.acquire(timeout=20)
        workers = client.app.state.services.analysts._workers  # type: ignore[attr-defined]
        while workers._jobs < 3:
            time.sleep(0.01)
        refused(ask(client, **question), 503, "busy")
        gate.opened.set()
        assert [job.result().status_code for job in waiting] == [200, 200, 200]
    assert ask(client, **question).status_code == 200


def test_whoever_asks_for_too_much_waits_to_be_told_so_and_others_do_not(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(operations, "sleep", pause)
    question = {"variant": ENDING_VARIANT, "position": ENDING}
    assert ask(client, **question).status_code == 200
    assert ask(client, variant=ENDING_VARIANT, position="nowhere").status_code == 422
    assert pauses == []
    client.app.state.services.analysts._workers._most = 0  # type: ignore[attr-defined]
    refused(ask(client, **question), 503, "busy")
    assert pauses == [operations.REFUSAL_S]
