"""`/readyz` tells the truth: it looks at what moves need, and answers whatever hangs."""

import asyncio
import gc
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from starlette.testclient import TestClient

from naqala.engine import Stop
from naqala.site import readiness as module
from naqala.site import workers
from naqala.site.operator import operator_app
from naqala.site.readiness import LEAST_FREE_BYTES, Readiness
from naqala.site.services import Services
from naqala.site.storage import StorageError
from naqala.site.workers import WorkerLost, Workers


async def stores() -> None:
    """A store that works."""


def site_of(
    path: Path, store: Callable[[], Awaitable[None]] = stores, able: int = 1
) -> tuple[Readiness, dict[str, bool]]:
    told: dict[str, bool] = {}
    return Readiness(store, lambda: able, path, told.__setitem__), told


@pytest.fixture(autouse=True)
def _short_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LOOK_S", 0.1)


def test_a_site_whose_parts_work_is_ready(tmp_path: Path) -> None:
    readiness, told = site_of(tmp_path)
    assert asyncio.run(readiness.unfit()) == []
    assert told == {"store": True, "engine": True, "disk": True, "running": True}


def test_a_store_that_fails_or_hangs_is_told_and_mends(tmp_path: Path) -> None:
    state = "works"
    writes = 0

    async def store() -> None:
        nonlocal writes
        writes += 1
        if state == "fails":
            raise StorageError("not stored")
        while state == "hangs":
            await asyncio.sleep(0.01)

    async def live() -> None:
        nonlocal state
        readiness, told = site_of(tmp_path, store)
        with structlog.testing.capture_logs() as logs:
            assert await readiness.unfit() == []
            state = "fails"
            assert await readiness.unfit() == ["store"]
            assert not told["store"]
            state = "hangs"
            before = writes
            # However many ask, and however often: one write waits for the store.
            for _ in range(3):
                answers = await asyncio.gather(*(readiness.unfit() for _ in range(10)))
                assert answers == [["store"]] * 10
            assert writes == before + 1
            state = "works"
            await asyncio.sleep(0.05)
            assert await readiness.unfit() == []
        assert [entry["event"] for entry in logs] == ["not ready", "ready again"]

    asyncio.run(live())


def test_a_try_that_fails_when_nobody_waits_any_more_is_no_fault(tmp_path: Path) -> None:
    faults: list[dict[str, Any]] = []

    async def live() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
        fail = asyncio.Event()

        async def store() -> None:
            await fail.wait()
            raise StorageError("not stored, and late")

        readiness, _ = site_of(tmp_path, store)
        assert await readiness.unfit() == ["store"]
        fail.set()
        await asyncio.sleep(0.01)
        gc.collect()

    asyncio.run(live())
    assert faults == []


def test_engine_threads_that_are_all_stuck_are_told(tmp_path: Path) -> None:
    readiness, _ = site_of(tmp_path, able=0)
    assert asyncio.run(readiness.unfit()) == ["engine"]


def test_a_disk_that_is_nearly_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readiness, _ = site_of(tmp_path)
    for free, unfit in ((LEAST_FREE_BYTES - 1, ["disk"]), (LEAST_FREE_BYTES, [])):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(module, "disk_usage", lambda path, usage=usage: usage)
        assert asyncio.run(readiness.unfit()) == unfit


def test_a_data_folder_that_has_gone_is_told(tmp_path: Path) -> None:
    readiness, _ = site_of(tmp_path / "nowhere")
    assert asyncio.run(readiness.unfit()) == ["disk"]


def test_a_thread_that_does_not_come_back_is_seen_before_it_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "MOST_RUN_S", 0.05)
    monkeypatch.setattr(workers, "MOST_STOP_S", 0.4)
    monkeypatch.setattr(workers, "LOOK_S", 0.02)
    go_on = threading.Event()

    async def live() -> None:
        pool = Workers("test", 2, most_waiting=4, niceness=0)
        try:
            assert (pool.able, pool.stuck) == (2, 0)

            def hang(stop: Stop) -> None:
                go_on.wait(20)

            hanging = asyncio.ensure_future(pool.run(hang))
            while pool.stuck == 0:
                await asyncio.sleep(0.01)
            # The other one goes on.
            assert pool.able == 1
            assert await pool.run(lambda stop: 3) == 3
            with pytest.raises(WorkerLost):
                await hanging
            # Another has taken its place, and it still counts as stuck.
            assert (pool.able, pool.stuck) == (2, 1)
        finally:
            go_on.set()
            pool.close()

    asyncio.run(live())


def _services(client: TestClient) -> Services:
    services: Services = client.app.state.services  # type: ignore[attr-defined]
    return services


def test_a_site_that_ends_is_not_ready_and_still_lives(client: TestClient) -> None:
    _services(client).readiness.close()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "not ready: running\n")
    assert client.get("/healthz").status_code == 200


def test_readiness_answers_while_the_store_hangs_and_moves_go_on_later(
    client: TestClient, new_game: Callable[..., dict[str, Any]]
) -> None:
    let_go = threading.Event()
    services = _services(client)

    async def hang() -> None:
        await services.store.write(lambda connection: let_go.wait(20))

    assert client.portal is not None
    hanging = client.portal.start_task_soon(hang)
    try:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "not ready: store\n")
        metrics = TestClient(operator_app(client.app, None), "http://localhost")  # type: ignore[arg-type]
        text = metrics.get("/metrics").text
        assert 'naqala_check{check="store"} 0.0' in text
        assert 'naqala_check{check="engine"} 1.0' in text
    finally:
        let_go.set()
    hanging.result(10)
    new_game()
    assert client.get("/readyz").text == "ready\n"
