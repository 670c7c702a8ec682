"""Endgame databases of wari and oware: bounds that hold under every rule, repetition included."""

import threading
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest

from naqala.engine import LEVELS, Bounds, Engine, Estimate, Exact, Level, Limits
from naqala.engine.endgames import (
    BuildCancelled,
    BuildError,
    EndgameDatabase,
    EndgameShelf,
    MissingDatabaseError,
    build_endgames,
    builder,
    bytes_to_build,
    database_file,
    write_endgames,
    wrong_samples,
)
from naqala.engine.endgames.ranks import positions_up_to
from naqala.rules import SOUTH, Line, Position, Variant
from tests.engine.minimax import LineMinimax, TooLarge, lead
from tests.engine.variants import OTHERS, random_position

SEEDS = 8


@pytest.fixture(scope="module", params=OTHERS, ids=str)
def database(request: pytest.FixtureRequest) -> EndgameDatabase:
    return build_endgames(request.param, SEEDS)


@pytest.fixture(scope="module")
def engine(database: EndgameDatabase) -> Engine:
    return Engine(memory_bytes=1 << 20, endgames=EndgameShelf(loaded=[database]))


def all_pairs(variant: Variant) -> Iterator[Position]:
    """All positions with two seeds and South to move that are not over."""
    for places in combinations_with_replacement(range(12), 2):
        pits = [places.count(place) for place in range(12)]
        position = Position.set_up(variant, (pits[:6], pits[6:]))
        if not position.is_over and position.to_move is SOUTH:
            yield position


def samples(variant: Variant, seeds: int, count: int) -> Iterator[Position]:
    rng = Random(f"{variant} {seeds}")
    for _ in range(count):
        yield random_position(variant, rng, seeds)


def refuted(bounds: tuple[int, int], line: Line, most_nodes: int) -> bool | None:
    """Whether minimax over the rules, history and all, gets less or more than the bounds.

    None where it takes too long to say. Two questions are quicker than the margin itself.
    """
    lower, upper = bounds
    mover = line.position.to_move
    now = lead(line.position, mover)
    try:
        least = LineMinimax(most_nodes).margin(line, now + lower - 1, now + lower)
        most = LineMinimax(most_nodes).margin(line, now + upper, now + upper + 1)
    except TooLarge:
        return None
    return least < now + lower or most > now + upper


def test_the_positions_of_two_seeds_are_as_minimax_with_their_history_says(
    database: EndgameDatabase,
) -> None:
    bounds = {position: database.probe_bounds(position) for position in all_pairs(database.rules)}
    for position, pair in bounds.items():
        assert refuted(pair, Line.begin(position), 5_000) is False, str(position)
    assert sum(lower < upper for lower, upper in bounds.values()) <= 2


def test_bounds_hold_whatever_repeats(database: EndgameDatabase) -> None:
    answers: list[bool | None] = []
    for seeds, count, most_nodes in [(3, 30, 4000), (4, 25, 1000), (5, 25, 500), (6, 25, 500)]:
        for position in samples(database.rules, seeds, count):
            bounds = database.probe_bounds(position)
            answers.append(refuted(bounds, Line.begin(position), most_nodes))
            assert not answers[-1], str(position)
    assert answers.count(False) > 20


def test_minimax_would_notice_bounds_that_are_too_tight(database: EndgameDatabase) -> None:
    answers = []
    for position in samples(database.rules, 3, 15):
        lower, upper = database.probe_bounds(position)
        answers.append(refuted((lower + 1, upper + 1), Line.begin(position), 2000))
        answers.append(refuted((lower - 1, upper - 1), Line.begin(position), 2000))
    assert answers.count(True) > 5


def test_an_obligation_is_followed() -> None:
    wari = Variant.parse("wari")
    database = build_endgames(wari, 6)
    rng = Random("forced")
    answers: list[bool | None] = []
    while answers.count(False) < 15:
        position = random_position(wari, rng, rng.randint(2, 6))
        filled = [pit for pit, seeds in enumerate(position.pits(position.to_move), 1) if seeds]
        rows = position.pits(position.to_move), position.pits(position.to_move.other)
        position = Position.set_up(wari, rows, forced_pit=rng.choice(filled))
        answer = refuted(database.probe_bounds(position), Line.begin(position), 800)
        assert not answer, str(position)
        answers.append(answer)


def test_bounds_agree_with_search_that_has_no_database(database: EndgameDatabase) -> None:
    engine = Engine(memory_bytes=4 << 20)
    proven = 0
    for seeds in range(2, SEEDS + 1):
        for position in samples(database.rules, seeds, 12):
            lower, upper = database.probe_bounds(position)
            score = engine.search(position, Limits(nodes=30_000)).score
            if isinstance(score, Exact):
                assert lower <= score.margin <= upper, str(position)
            elif isinstance(score, Bounds):
                assert lower <= score.upper, str(position)
                assert score.lower <= upper, str(position)
            proven += not isinstance(score, Estimate)
    assert proven > 20


def test_search_with_a_database_is_exact_for_any_history(
    database: EndgameDatabase, engine: Engine
) -> None:
    rng = Random(f"history {database.rules}")
    answers: list[bool | None] = []
    for _ in range(60):
        line = Line.begin(random_position(database.rules, rng, rng.randint(2, 5)))
        for _ in range(rng.randint(1, 8)):
            if line.outcome is None:
                line = line.play(rng.choice(line.position.legal_moves()))
        if line.outcome is not None:
            continue
        score = engine.search(line.position, Limits(nodes=20_000), line.keys).score
        now = lead(line.position, line.position.to_move)
        if isinstance(score, Exact):
            bounds = score.margin - now, score.margin - now
        elif isinstance(score, Bounds):
            bounds = score.lower - now, score.upper - now
        else:
            continue
        answer = refuted(bounds, line, 300)
        assert not answer, (str(line.position), line.moves)
        answers.append(answer)
    assert answers.count(False) > 12


def test_a_position_that_follows_a_capture_is_exact_at_once(
    database: EndgameDatabase, engine: Engine
) -> None:
    told = 0
    for position in samples(database.rules, SEEDS, 40):
        margin = database.get_margin(position)
        if margin is not None:
            mover = position.to_move
            score = engine.search(position, Limits(nodes=200)).score
            assert score == Exact(lead(position, mover) + margin)
            told += 1
    assert told > 20


def test_most_margins_are_exact_and_none_is_contradictory(database: EndgameDatabase) -> None:
    for seeds in range(1, SEEDS + 1):
        layer = slice(positions_up_to(6, seeds - 1), positions_up_to(6, seeds))
        lower, upper = database.values[layer], database.upper[layer]
        assert np.all(lower <= upper)
        assert lower.min() >= -seeds
        assert upper.max() <= seeds
        # All seeds end in a store, so margins are as even as the seeds are.
        assert np.all((lower - seeds) % 2 == 0)
        assert np.all((upper - seeds) % 2 == 0)
    assert np.count_nonzero(database.values == database.upper) > 0.8 * len(database.values)


def test_a_margin_that_cycles_leave_open_is_told_as_bounds() -> None:
    oware = Variant.parse("oware")
    database = build_endgames(oware, 4)
    open_position = next(
        position
        for position in samples(oware, 4, 200)
        if len(set(database.probe_bounds(position))) == 2
    )
    assert database.get_margin(open_position) is None
    with pytest.raises(MissingDatabaseError, match="depends on cycles"):
        database.probe_margin(open_position)


def test_a_mirrored_position_has_the_same_bounds(database: EndgameDatabase) -> None:
    for position in samples(database.rules, 6, 50):
        assert database.probe_bounds(position) == database.probe_bounds(position.mirror())


def test_stores_play_no_part(database: EndgameDatabase) -> None:
    for position in samples(database.rules, 6, 20):
        rows = position.pits(position.to_move), position.pits(position.to_move.other)
        with_stores = Position.set_up(database.rules, rows, (20, 22))
        assert database.probe_bounds(with_stores) == database.probe_bounds(position)


def test_the_number_of_threads_does_not_change_a_bound() -> None:
    for variant in OTHERS:
        one = build_endgames(variant, 7, threads=1)
        four = build_endgames(variant, 7, threads=4)
        assert np.array_equal(one.values, four.values)
        assert np.array_equal(one.upper, four.upper)


def test_a_smaller_database_is_the_beginning_of_a_larger(database: EndgameDatabase) -> None:
    small = build_endgames(database.rules, 5)
    part = database.up_to(5)
    assert np.array_equal(small.values, part.values)
    assert np.array_equal(small.upper, part.upper)


def test_samples_are_right_and_wrong_ones_are_found(database: EndgameDatabase) -> None:
    assert wrong_samples(database, 30) == []
    values, upper = database.values.copy(), database.upper.copy()
    last = slice(positions_up_to(6, SEEDS - 1), None)
    values[last] = upper[last] = values[last] + np.int8(2)
    wrong = EndgameDatabase(database.rules, SEEDS, values, upper)
    assert len(wrong_samples(wrong, 30)) > 5


def test_progress_is_told_up_to_the_last_position_and_a_build_can_be_cancelled() -> None:
    told: list[int] = []
    oware = Variant.parse("oware")
    build_endgames(oware, 6, on_progress=lambda done, _: told.append(done))
    assert told == sorted(told)
    assert told[-1] == positions_up_to(6, 6)

    cancelled = threading.Event()

    def cancel(done: int, total: int) -> None:
        if done > total // 2:
            cancelled.set()

    with pytest.raises(BuildCancelled):
        build_endgames(oware, 8, on_progress=cancel, is_cancelled=cancelled.is_set)


def test_sizes_that_cannot_be_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    oware = Variant.parse("oware")
    for seeds in (0, 23):
        with pytest.raises(BuildError, match="oware has 1 to 22 seeds"):
            build_endgames(oware, seeds)
    free = bytes_to_build(oware, 9)
    monkeypatch.setattr(builder, "available_memory_bytes", lambda: free)
    with pytest.raises(BuildError, match="at most 9 seeds fit"):
        build_endgames(oware, 10)


def test_a_search_for_play_uses_a_database_of_kalah_too() -> None:
    kalah = Variant.parse("kalah(6,3)+pie")
    database = build_endgames(kalah, 12)
    engine = Engine(memory_bytes=1 << 20, endgames=EndgameShelf(loaded=[database]))
    rng = Random("kalah")
    for seeds in (5, 9, 12):
        for _ in range(10):
            position = random_position(kalah, rng, seeds)
            decision = engine.search(position, Limits(nodes=1000))
            assert decision.score == Exact(database.probe_margin(position))
            assert decision.nodes < 20


def test_a_shelf_gives_the_largest_and_builds_only_kalah_by_itself(tmp_path: Path) -> None:
    oware = Variant.parse("oware")
    assert EndgameShelf(tmp_path, least_seeds=4).get(oware) is None
    write_endgames(build_endgames(oware, 3), database_file(tmp_path, oware, 3))
    opened = EndgameShelf(tmp_path, loaded=[build_endgames(oware, 2)]).get(oware)
    assert opened is not None
    assert opened.database.seeds == 3
    opened = EndgameShelf(tmp_path, loaded=[build_endgames(oware, 4)]).get(oware)
    assert opened is not None
    assert opened.database.seeds == 4


def test_databases_of_other_rules_are_not_looked_at(database: EndgameDatabase) -> None:
    engine = Engine(memory_bytes=1 << 20, endgames=EndgameShelf(loaded=[database]))
    plain = Engine(memory_bytes=1 << 20)
    for variant in (Variant(), *(other for other in OTHERS if other != database.rules)):
        position = random_position(variant, Random("others"), 7)
        decision = engine.search(position, Limits(nodes=2_000))
        without = plain.search(position, Limits(nodes=2_000))
        assert (decision.move, decision.score, decision.nodes) == (
            without.move, without.score, without.nodes
        )  # fmt: skip


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_only_strong_levels_look_endgames_up(
    database: EndgameDatabase, engine: Engine, level: Level
) -> None:
    plain = Engine(memory_bytes=1 << 20)
    differing = 0
    for position in samples(database.rules, SEEDS, 6):
        decision = engine.choose(position, level)
        without = plain.choose(position, level)
        differing += decision.nodes != without.nodes
    assert (differing > 0) == (database.rules.game in level.endgames)
    assert bool(level.endgames) == (level.name in ("hard", "perfect"))


def test_who_has_a_database_holds_what_it_proves(database: EndgameDatabase, engine: Engine) -> None:
    """Against an engine without one, which now and then gives something away."""
    rival = Engine(memory_bytes=1 << 20)
    for start in samples(database.rules, SEEDS, 12):
        margin = database.get_margin(start)
        if margin is None:
            continue
        line = Line.begin(start)
        while line.outcome is None:
            player = engine if line.position.to_move is start.to_move else rival
            move = player.search(line.position, Limits(nodes=4_000), line.keys).move
            line = line.play(move)
        assert lead(line.position, start.to_move) >= margin, (str(start), line.moves)
