"""What comes close together is taken up together, and what comes alone at once."""

import asyncio
from typing import Any

import pytest

from naqala.site.gathered_writes import GatheredWrites
from naqala.site.turns import TURN_S, Turns, turns_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def pass_by(turns: Turns) -> float:
    """Waits for a turn; when it was."""
    taken: list[float] = []
    turns.ask(lambda: taken.append(asyncio.get_running_loop().time()))
    while not taken:
        await asyncio.sleep(0)
    return taken[0]


async def test_what_comes_alone_is_taken_up_in_the_next_turn_of_the_loop() -> None:
    turns = Turns()
    taken: list[str] = []
    turns.ask(lambda: taken.append("alone"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert taken == ["alone"]


async def test_what_comes_soon_after_a_turn_waits_for_the_next_one_and_keeps_its_order() -> None:
    turns = Turns()
    last_s = await pass_by(turns)
    taken: list[tuple[int, float]] = []
    for number in range(5):
        turns.ask(lambda n=number: taken.append((n, turns._last_s)))  # type: ignore[misc]
        await asyncio.sleep(0)
    assert taken == []
    next_s = await pass_by(turns)
    assert next_s >= last_s + TURN_S
    assert [number for number, _ in taken] == [0, 1, 2, 3, 4]
    assert {at_s for _, at_s in taken} == {turns._last_s}, "all of them in one turn"


async def test_what_is_asked_for_in_a_turn_comes_with_the_one_after_it() -> None:
    turns = Turns()
    taken: list[str] = []
    turns.ask(lambda: turns.ask(lambda: taken.append("second")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert taken == []
    await pass_by(turns)
    assert taken == ["second"]


async def test_a_fault_in_a_turn_is_told_and_takes_nothing_from_the_others() -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    turns = Turns()
    fault = RuntimeError("a fault")

    def fail() -> None:
        raise fault

    turns.ask(fail)
    await pass_by(turns)
    assert [context["exception"] for context in told] == [fault]


class Transport(asyncio.Transport):
    """Keeps what is written, for all transports in one list."""

    def __init__(self, name: str, written: list[tuple[str, bytes]], *, fails: bool = False) -> None:
        super().__init__()
        self._name = name
        self._written = written
        self._fails = fails
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._fails:
            raise OSError("gone")
        self._written.append((self._name, bytes(data)))

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._is_closing = True


async def test_what_is_written_goes_out_in_its_order_when_all_that_is_at_work_is_done() -> None:
    turns, written = Turns(), list[tuple[str, bytes]]()
    one, two = (GatheredWrites(Transport(name, written), turns) for name in ("one", "two"))
    asyncio.get_running_loop().call_soon(lambda: one.write(b"3"))
    one.write(b"1")
    two.write(b"2")
    assert written == []
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert written == [("one", b"1"), ("two", b"2"), ("one", b"3")]


async def test_a_connection_closes_after_what_was_written_and_gets_nothing_more() -> None:
    turns, written = Turns(), list[tuple[str, bytes]]()
    going = GatheredWrites(Transport("going", written), turns)
    going.write(b"last")
    going.close()
    going.write(b"too late")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert written == [("going", b"last")]


async def test_a_write_that_fails_takes_nothing_from_the_others() -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    turns, written = Turns(), list[tuple[str, bytes]]()
    turns.write(Transport("broken", written, fails=True), b"lost")
    turns.write(Transport("sound", written), b"kept")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert written == [("sound", b"kept")]
    assert [str(context["exception"]) for context in told] == ["gone"]


async def test_each_loop_has_turns_of_its_own() -> None:
    here = turns_of(asyncio.get_running_loop())
    assert here is turns_of(asyncio.get_running_loop())
    other = asyncio.new_event_loop()
    assert turns_of(other) is not here
    other.close()
