"""Endgame databases: values, ranks, building."""

import threading
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from naqala.engine import Engine, Exact, Limits
from naqala.engine.endgames import (
    BuildCancelled,
    BuildError,
    EndgameDatabase,
    MissingDatabaseError,
    build_endgames,
    builder,
    bytes_to_build,
    hold_build,
    wrong_samples,
)
from naqala.engine.endgames.ranks import (
    block_offsets,
    positions_up_to,
    rank_of,
    rows_of,
    rows_up_to,
)
from naqala.engine.endgames.verify import bounds_by_rules
from naqala.rules import NORTH, SOUTH, End, Position, Remainder, Variant

KALAHS = [
    Variant(empty_capture=empty_capture, end=end, remainder=remainder)
    for empty_capture, end, remainder in product((False, True), End, Remainder)
]


def compositions(total: int, pits: int) -> list[tuple[int, ...]]:
    """All rows of some pits with exactly so many seeds."""
    if pits == 1:
        return [(total,)]
    return [(n, *rest) for n in range(total + 1) for rest in compositions(total - n, pits - 1)]


@pytest.mark.parametrize("pits", range(1, 7))
def test_ranks_number_the_rows_of_so_many_seeds_without_gaps(pits: int) -> None:
    for seeds in range(6):
        rows = compositions(seeds, pits)
        assert sorted(map(rank_of, rows)) == list(range(rows_of(pits, seeds)))
    assert rows_up_to(pits, 5) == sum(rows_of(pits, seeds) for seeds in range(6))


def test_moving_seeds_towards_the_store_lowers_the_rank() -> None:
    rng = Random(1)
    for _ in range(500):
        row = [rng.randrange(5) for _ in range(6)]
        pit = rng.randrange(5)
        if row[pit]:
            moved = row.copy()
            moved[pit] -= 1
            moved[rng.randrange(pit + 1, 6)] += 1
            assert rank_of(tuple(moved)) < rank_of(tuple(row))


@pytest.mark.parametrize("pits", [1, 3, 6])
def test_blocks_follow_each_other_without_gaps(pits: int) -> None:
    offsets = block_offsets(pits, 6)
    ends = {
        int(offsets[a, b]) + rows_of(pits, a) * rows_of(pits, b)
        for a in range(7)
        for b in range(7 - a)
    }
    begins = {int(offsets[a, b]) for a in range(7) for b in range(7 - a)}
    assert begins - ends == {0}
    assert max(ends) == positions_up_to(pits, 6)


@pytest.mark.parametrize("kalah", KALAHS, ids=str)
@pytest.mark.parametrize("pits", range(1, 7))
def test_every_value_follows_from_the_rules_and_the_values_one_ply_on(
    kalah: Variant, pits: int
) -> None:
    """With the finished positions, which are 0, this proves all of them."""
    variant = replace(kalah, pits=pits, seeds=10)
    seeds = {1: 12, 2: 8, 3: 6, 4: 5, 5: 4, 6: 4}[pits]
    database = build_endgames(variant, seeds)
    checked = 0
    for mine in range(seeds + 1):
        for south, north in product(compositions(mine, pits), compositions(seeds - mine, pits)):
            position = Position.set_up(variant, (south, north))
            if not position.is_over:
                assert database.probe_bounds(position) == bounds_by_rules(database, position)
                checked += 1
    assert checked > 5


@pytest.mark.parametrize("text", ["kalah", "kalah+empty-capture+by-turns", "kalah+rest-to-emptier"])
def test_large_positions_with_laps_agree_with_the_rules(text: str) -> None:
    # Twelve and more seeds in a pit go round the whole board.
    variant = replace(Variant.parse(text), seeds=10)
    database = build_endgames(variant, 15)
    rng = Random(3)
    laps = 0
    for _ in range(300):
        south, north = [0] * 6, [0] * 6
        south[rng.randrange(6)] += rng.randrange(8, 15)
        north[rng.randrange(6)] += 1
        position = Position.set_up(variant, (south, north), to_move=rng.choice((SOUTH, NORTH)))
        if not position.is_over:
            laps += 1
            assert database.probe_bounds(position) == bounds_by_rules(database, position)
    assert laps > 100


def test_values_agree_with_search_that_has_no_database() -> None:
    database = build_endgames(Variant(), 11)
    assert wrong_samples(database, 150) == []


def test_a_wrong_value_is_found() -> None:
    right = build_endgames(Variant(), 8)
    wrong = EndgameDatabase(right.rules, right.seeds, right.values + np.int8(2))
    assert len(wrong_samples(wrong, 20)) > 10


def test_a_mirrored_position_has_the_same_margin_for_its_mover() -> None:
    database = build_endgames(Variant(), 9)
    rng = Random(5)
    for _ in range(200):
        rows = [0] * 12
        for _ in range(9):
            rows[rng.randrange(12)] += 1
        position = Position.set_up(Variant(), (rows[:6], rows[6:]))
        assert database.get_margin(position) == database.get_margin(position.mirror())


def test_stores_seeds_at_the_start_and_the_pie_play_no_part() -> None:
    database = build_endgames(Variant.parse("kalah(6,4)"), 6)
    pits = ((0, 1, 0, 0, 2, 0), (1, 0, 0, 0, 0, 2))
    values = {
        database.probe_margin(Position.set_up(Variant.parse(text), pits, stores))
        for text in ("kalah(6,4)", "kalah(6,6)+pie")
        for stores in ((0, 0), (20, 3), (1, 9))
    }
    assert len(values) == 1


def test_the_number_of_threads_does_not_change_a_value() -> None:
    one = build_endgames(Variant(), 12, threads=1)
    four = build_endgames(Variant(), 12, threads=4)
    assert np.array_equal(one.values, four.values)


def test_the_margins_of_small_games_are_those_of_the_published_table() -> None:
    # docs/rules.md, m = 1 and 2, standard and empty capture.
    for text, margin in [
        ("kalah(1,3)", 6),
        ("kalah(2,4)", -10),
        ("kalah(2,4)+empty-capture", -12),
        ("kalah(2,6)", 8),
        ("kalah(3,2)", 4),
        ("kalah(4,2)", 6),
    ]:
        variant = Variant.parse(text)
        start = Position.start(variant)
        assert build_endgames(variant, variant.total).probe_margin(start) == margin


def test_an_exact_search_says_the_same_as_the_database() -> None:
    variant = Variant.parse("kalah(4,2)")
    start = Position.start(variant)
    score = Engine().search(start, Limits(nodes=2_000_000)).score
    assert score == Exact(build_endgames(variant, 16).probe_margin(start))


def test_a_position_that_is_not_in_the_database_is_missing() -> None:
    database = build_endgames(Variant(), 5)
    start = Position.start(Variant())
    assert database.get_margin(start) is None
    with pytest.raises(MissingDatabaseError, match="48 seeds are in the pits"):
        database.probe_margin(start)
    with pytest.raises(MissingDatabaseError, match="not for oware"):
        database.probe_margin(Position.start(Variant.parse("oware")))
    other = Variant.parse("kalah+empty-capture")
    with pytest.raises(MissingDatabaseError, match="this database is for"):
        database.probe_margin(Position.start(other))


def test_progress_is_told_up_to_the_last_position() -> None:
    told: list[tuple[int, int]] = []
    build_endgames(Variant(), 6, on_progress=lambda done, total: told.append((done, total)))
    total = positions_up_to(6, 6)
    assert told[-1] == (total, total)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_build_can_be_cancelled() -> None:
    cancelled = threading.Event()

    def cancel_half_way(done: int, total: int) -> None:
        if done > total // 2:
            cancelled.set()

    with pytest.raises(BuildCancelled):
        build_endgames(Variant(), 12, on_progress=cancel_half_way, is_cancelled=cancelled.is_set)


@pytest.mark.parametrize("seeds", [0, -1, 49])
def test_an_impossible_size_is_refused(seeds: int) -> None:
    with pytest.raises(BuildError, match="1 to 48 seeds"):
        build_endgames(Variant(), seeds)


def test_more_than_the_memory_holds_is_refused_with_what_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free = bytes_to_build(Variant(), 10)
    monkeypatch.setattr(builder, "available_memory_bytes", lambda: free)
    with pytest.raises(BuildError, match="at most 10 seeds fit"):
        build_endgames(Variant(), 11)
    assert build_endgames(Variant(), 10).seeds == 10


def test_two_builders_of_one_file_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "kalah6-5.endgames"
    with hold_build(path), pytest.raises(BuildError, match="another process"), hold_build(path):
        pass
    with hold_build(path):
        pass
