"""What callers of the engine may rely on: an answer, legal, in time, the same every time."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from naqala.engine import (
    LEVELS,
    Engine,
    Estimate,
    Exact,
    Level,
    Limits,
    Stop,
    is_compiled,
    kernels,
    perft,
    warm_up,
)
from naqala.engine.kernels.layout import SEED
from naqala.rules import Line, Position, Variant
from tests.engine.variants import OTHERS, kalah_variants, random_line

START = Position.start(Variant())


@pytest.fixture(scope="module")
def engine() -> Engine:
    warm_up()
    return Engine(memory_bytes=4 << 20)


@pytest.mark.parametrize("variant", kalah_variants((6, 4), (2, 1)) + OTHERS, ids=str)
def test_the_tightest_limits_still_give_a_legal_move(engine: Engine, variant: Variant) -> None:
    rng = Random(str(variant))
    for plies in (0, 1, 2, 7, 20):
        line = random_line(variant, rng, plies)
        if line.outcome is None:
            for limits in (Limits(nodes=1), Limits(time_ms=0), Limits(depth=1), Limits(nodes=50)):
                decision = engine.search(line.position, limits, line.keys)
                assert decision.move in line.position.legal_moves()
                assert decision.line[0] == decision.move


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_every_level_plays_every_variant_legally(engine: Engine, level: Level) -> None:
    rng = Random(level.name)
    for variant in kalah_variants((3, 3)) + [Variant(), *OTHERS]:
        line = random_line(variant, rng, plies=rng.randint(0, 8))
        for _ in range(3):
            if line.outcome is None:
                move = engine.choose(line.position, level, line.keys).move
                line = line.play(move)


def test_a_forced_pit_is_played(engine: Engine) -> None:
    position = Position.set_up(
        Variant.parse("wari"), ((4, 4, 4, 4, 4, 4), (1, 2, 3, 4, 5, 6)), forced_pit=2
    )
    decision = engine.search(position, Limits(nodes=5_000))
    assert decision.move == 2


def test_the_same_limits_and_seed_give_the_same_decision(engine: Engine) -> None:
    rng = Random(1)
    for variant in (Variant(), Variant.parse("kalah(6,4)+pie"), *OTHERS):
        line = random_line(variant, rng, 6)
        if line.outcome is not None:
            continue
        for level in LEVELS.values():
            if level.proof_nodes:
                continue  # it remembers what it has proven
            first = engine.choose(line.position, level, line.keys, rng_seed=3)
            engine.search(START, Limits(nodes=20_000))  # must leave no trace
            again = engine.choose(line.position, level, line.keys, rng_seed=3)
            other = Engine(memory_bytes=4 << 20).choose(line.position, level, line.keys, rng_seed=3)
            for decision in (again, other):
                assert (decision.move, decision.score, decision.nodes, decision.line) == (
                    first.move, first.score, first.nodes, first.line
                )  # fmt: skip


def test_other_seeds_give_a_weak_level_other_moves(engine: Engine) -> None:
    moves = {engine.choose(START, LEVELS["easy"], rng_seed=number).move for number in range(30)}
    assert len(moves) > 2


def test_limits_are_kept(engine: Engine) -> None:
    assert engine.search(START, Limits(nodes=5_000)).nodes <= 5_000
    assert engine.search(START, Limits(depth=4)).depth == 4
    decision = engine.search(START, Limits(time_ms=50))
    assert 0.03 < decision.seconds < 1.0


@pytest.mark.parametrize("limit", [{"nodes": 0}, {"depth": 0}, {"time_ms": -1}])
def test_limits_that_allow_nothing_are_refused(limit: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be at least"):
        Limits(**limit)


def test_a_stop_ends_a_long_search_within_fifty_milliseconds(engine: Engine) -> None:
    # The clock of a busy machine proves little once; the best of some tries must do.
    delays = []
    for _ in range(5):
        stop = Stop()
        told: list[float] = []
        alarm = threading.Timer(0.2, lambda stop=stop, told=told: set_and_note(stop, told))
        alarm.start()
        decision = engine.search(START, Limits(), stop=stop)
        ended = time.perf_counter()
        alarm.join()
        assert decision.move in START.legal_moves()
        delays.append(ended - told[0])
    assert min(delays) < 0.05, delays


def set_and_note(stop: Stop, told: list[float]) -> None:
    """Notes the time, then sets the flag."""
    told.append(time.perf_counter())
    stop.set()


def test_a_stop_set_before_still_gives_a_move(engine: Engine) -> None:
    stop = Stop()
    stop.set()
    assert stop.is_set
    decision = engine.search(START, Limits(), stop=stop)
    assert decision.move in START.legal_moves()
    assert decision.nodes <= 1024


def test_two_threads_cannot_share_an_engine(engine: Engine) -> None:
    stop = Stop()
    thread = threading.Thread(target=lambda: engine.search(START, Limits(), stop=stop))
    thread.start()
    try:
        time.sleep(0.1)
        with pytest.raises(RuntimeError, match="one engine per thread"):
            engine.search(START, Limits(nodes=10))
    finally:
        stop.set()
        thread.join()


def test_engines_in_threads_decide_as_one_alone(engine: Engine) -> None:
    rng = Random(8)
    variants = [Variant(), Variant.parse("kalah(6,5)+empty-capture"), *OTHERS]
    lines = [random_line(variant, rng, plies=5) for variant in variants * 2]
    lines = [line for line in lines if line.outcome is None]
    limits = Limits(nodes=50_000)

    def decide(own_engine: Engine, line: Line) -> tuple[int, str, int]:
        decision = own_engine.search(line.position, limits, line.keys)
        return decision.move, str(decision.score), decision.nodes

    alone = [decide(engine, line) for line in lines]
    with ThreadPoolExecutor(len(lines)) as threads:
        own_engines = [Engine(memory_bytes=4 << 20) for _ in lines]
        assert list(threads.map(decide, own_engines, lines)) == alone


def test_a_finished_game_is_refused(engine: Engine) -> None:
    over = Position.set_up(Variant(), ((0,) * 6, (1,) * 6))
    with pytest.raises(ValueError, match="the game is over"):
        engine.search(over, Limits(depth=1))
    with pytest.raises(ValueError, match="the game is over"):
        engine.choose(over, LEVELS["hard"])


def test_keys_of_another_game_are_refused(engine: Engine) -> None:
    wari = Position.start(Variant.parse("wari"))
    with pytest.raises(ValueError, match="not a key"):
        engine.search(wari, Limits(depth=1), (wari.repetition_key, wari.repetition_key))


def test_an_engine_without_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="memory"):
        Engine(memory_bytes=0)


def test_a_long_history_fits(engine: Engine) -> None:
    wari = Position.start(Variant.parse("wari"))
    moved = wari.play(1)
    keys = (wari.repetition_key, moved.repetition_key) * 300 + (wari.repetition_key,)
    assert engine.search(wari, Limits(nodes=2_000), keys).move in wari.legal_moves()


def test_the_noise_of_a_level_spreads_as_it_says(engine: Engine) -> None:
    exactly = Level("exact", Limits(depth=2))
    noisy = Level("noisy", Limits(depth=2), noise=100.0)
    assert {engine.choose(START, exactly, rng_seed=number).move for number in range(8)} == {
        engine.search(START, Limits(depth=2)).move
    }
    chosen = {engine.choose(START, noisy, rng_seed=number).move for number in range(60)}
    assert chosen == set(START.legal_moves())


def test_estimates_are_parts_of_a_seed(engine: Engine) -> None:
    score = engine.search(START, Limits(depth=3)).score
    assert isinstance(score, Estimate)
    assert (score.margin * SEED).is_integer()
    assert [str(shown) for shown in (Exact(8), Exact(-2), Estimate(1.25))] == [
        "exact: +8",
        "exact: -2",
        "about +1.2",
    ]


def test_warming_up_compiles_once() -> None:
    warm_up()
    assert is_compiled()
    told: list[str] = []
    assert not warm_up(lambda: told.append("compiling"))
    assert not told


def test_after_warming_up_no_move_waits_for_a_compiler(engine: Engine) -> None:
    compiled = [getattr(kernels, name) for name in kernels.__all__]
    dispatchers = [kernel for kernel in compiled if hasattr(kernel, "signatures")]
    assert len(dispatchers) > 5
    before = [list(kernel.signatures) for kernel in dispatchers]
    rng = Random(5)
    for variant in [*kalah_variants((5, 3)), *OTHERS]:
        line = random_line(variant, rng, plies=6)
        for level in LEVELS.values():
            if line.outcome is None:
                engine.choose(line.position, level, line.keys)
        perft(line.position, 3)
    assert [list(kernel.signatures) for kernel in dispatchers] == before


def test_neither_naqala_nor_its_engine_imports_numba() -> None:
    code = "import sys, naqala, naqala.engine; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
