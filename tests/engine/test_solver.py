"""The exact search: published values, minimax, databases, interruption."""

import threading
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from naqala.engine import Bounds, Exact, Stop
from naqala.engine.endgames import build_endgames
from naqala.engine.kernels.proofs import BUCKET, LEAST_ENTRIES, keep, look_up, mix
from naqala.engine.means import usual_endgames
from naqala.engine.solver import Solution, Solver
from naqala.rules import SOUTH, End, Line, Position, Remainder, Variant
from tests.engine.minimax import margin_of_kalah
from tests.engine.variants import kalah_variants, random_position

# First player's margin, n = 1 ... 6. Source: docs/rules.md, "Numbers to hold".
STANDARD = {
    1: [0, -2, 6, -2, 2, 0],
    2: [2, -2, -2, -10, 6, 8],
    3: [0, 4, 2, 2, 6, -8],
    4: [2, 6, 6, 2],
    5: [0, 2],
    6: [2, 6],
}
EMPTY_CAPTURE = {
    1: [0, -2, 6, -2, 2, 0],
    2: [2, -2, -2, -12, 6, 8],
    3: [0, 4, 2, 2, 6, -10],
    4: [2, 6, 8, 2],
    5: [0, 0],
    6: [2, 10],
}
CELLS = [
    (f"kalah({pits},{seeds}){option}", margin)
    for option, table in (("", STANDARD), ("+empty-capture", EMPTY_CAPTURE))
    for pits, margins in table.items()
    for seeds, margin in enumerate(margins, 1)
]


@pytest.mark.parametrize(("text", "margin"), CELLS)
def test_the_published_table_is_found_and_its_line_leads_there(text: str, margin: int) -> None:
    variant = Variant.parse(text)
    database = build_endgames(variant, min(14, variant.total))
    start = Position.start(variant)
    solution = Solver(variant, database).solve(start)
    assert solution.score == Exact(margin)
    end = Line.of(start, solution.line).position
    assert end.is_over
    assert end.store(SOUTH) - end.store(SOUTH.other) == margin
    assert solution.line[0] == solution.moves[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "margin"),
    [
        ("kalah(6,4)", 8),
        ("kalah(6,4)+empty-capture", 10),
        ("kalah(6,3)", 2),
        ("kalah(6,3)+empty-capture", 2),
        ("kalah(5,4)", 10),
        ("kalah(5,4)+empty-capture", 12),
    ],
)
def test_the_large_cells_of_the_table(text: str, margin: int) -> None:
    variant = Variant.parse(text)
    solver = Solver(variant, build_endgames(variant, 20), threads=2)
    assert solver.solve(Position.start(variant)).score == Exact(margin)


RULES = [
    Variant(pits=3, seeds=3, empty_capture=empty_capture, end=end, remainder=remainder)
    for empty_capture, end, remainder in product((False, True), End, Remainder)
]


@pytest.mark.parametrize("variant", RULES, ids=str)
@pytest.mark.parametrize("endgames", [0, 5])
def test_every_rule_agrees_with_plain_minimax(variant: Variant, endgames: int) -> None:
    database = build_endgames(variant, endgames) if endgames else None
    solver = Solver(variant, database, memory_bytes=1)
    rng = Random(7)
    solved = 0
    while solved < 12:
        line = Line.begin(Position.start(variant))
        for _ in range(rng.randrange(4, 9)):
            if line.outcome is None:
                line = line.play(rng.choice(line.position.legal_moves()))
        if line.outcome is None:
            solved += 1
            assert solver.solve(line.position).score == Exact(margin_of_kalah(line.position))


def test_thousands_of_small_positions_of_every_variant_agree_with_plain_minimax() -> None:
    """A hundred set-up positions of each of 36 rule sets and boards, one solver for each."""
    rng = Random(11)
    checked = 0
    for variant in kalah_variants((1, 6), (2, 5), (3, 3)):
        if variant.pie:
            continue  # set-up positions have no swap; the pie has tests of its own
        solver = Solver(variant, memory_bytes=1, threads=1 + checked % 2)
        for _ in range(100):
            position = random_position(variant, rng, rng.randrange(2, 8))
            score = solver.solve(position).score
            assert score == Exact(margin_of_kalah(position)), position
            checked += 1
    assert checked == 3600


@pytest.mark.parametrize("text", ["kalah(4,4)", "kalah(5,3)+empty-capture", "kalah(6,3)+by-turns"])
def test_a_database_and_search_without_it_find_the_same(text: str) -> None:
    variant = Variant.parse(text)
    plain = Solver(variant, memory_bytes=1 << 24)
    helped = Solver(variant, build_endgames(variant, 11), memory_bytes=1 << 24)
    rng = Random(5)
    for _ in range(25):
        position = random_position(variant, rng, rng.randrange(8, 16))
        score = plain.solve(position).score
        assert helped.solve(position).score == score
        # The worth is the mover's whoever he is.
        assert helped.score(position.mirror()) == score


def test_the_margin_alone_is_that_of_the_whole_solution_and_bounds_close_in_on_it() -> None:
    variant = Variant.parse("kalah(4,3)")
    told: list[tuple[int, int]] = []
    start = Position.start(variant)
    score = Solver(variant, build_endgames(variant, 8)).score(
        start, None, lambda lower, upper: told.append((lower, upper))
    )
    assert score == Solver(variant).solve(start).score == Exact(6)
    assert told[-1] == (6, 6)
    for (lower, upper), (later_lower, later_upper) in pairwise(told):
        assert lower <= later_lower <= later_upper <= upper


def test_the_database_that_pays_grows_with_the_board_and_never_beyond_it() -> None:
    sizes = [usual_endgames(6, 12 * seeds) for seeds in range(1, 7)]
    assert sizes == sorted(sizes)
    assert sizes[3] == 20
    for pits in range(1, 7):
        assert 1 <= usual_endgames(pits, 2 * pits) <= 2 * pits


def test_the_pie_gives_the_second_player_the_better_side() -> None:
    for text in ("kalah(2,2)+pie", "kalah(3,1)+pie", "kalah(2,3)+pie"):
        variant = Variant.parse(text)
        start = Position.start(variant)
        solution = Solver(variant).solve(start)
        assert isinstance(solution.score, Exact)
        assert solution.score.margin <= 0
        assert solution.score == Exact(margin_of_kalah(start))


def test_the_worth_of_every_move_agrees_with_the_value_and_the_best_moves() -> None:
    variant = Variant.parse("kalah(4,3)")
    solver = Solver(variant, build_endgames(variant, 10))
    rng = Random(3)
    for _ in range(10):
        line = Line.begin(Position.start(variant))
        for _ in range(rng.randrange(6)):
            line = line.play(rng.choice(line.position.legal_moves()))
        scores = solver.move_scores(line.position)
        solution = solver.solve(line.position)
        best = max(score.margin for score in scores.values() if isinstance(score, Exact))
        assert solution.score == Exact(best)
        assert set(solution.moves) == {
            move for move, score in scores.items() if score == Exact(best)
        }


@pytest.fixture(scope="module")
def from_database() -> Solution:
    """Kalah(5,2) from a database that holds all of it: nothing is searched."""
    variant = Variant.parse("kalah(5,2)")
    solution = Solver(variant, build_endgames(variant, variant.total)).solve(
        Position.start(variant)
    )
    assert solution.nodes == 0
    return solution


@pytest.mark.parametrize("memory_bytes", [1, 1 << 22])
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("endgames", [0, 6, 12])
def test_neither_memory_nor_threads_nor_database_change_a_value(
    memory_bytes: int, threads: int, endgames: int, from_database: Solution
) -> None:
    variant = Variant.parse("kalah(5,2)")
    database = build_endgames(variant, endgames) if endgames else None
    solver = Solver(variant, database, memory_bytes=memory_bytes, threads=threads)
    solution = solver.solve(Position.start(variant))
    assert (solution.score, solution.moves) == (from_database.score, from_database.moves)


def test_a_mirrored_position_has_the_same_worth() -> None:
    variant = Variant.parse("kalah(4,3)")
    solver = Solver(variant, build_endgames(variant, 10))
    line = Line.of(Position.start(variant), (2, 3))
    ours = solver.solve(line.position)
    theirs = solver.solve(line.position.mirror())
    assert (ours.score, ours.moves) == (theirs.score, theirs.moves)


def test_an_interrupted_search_keeps_true_bounds() -> None:
    variant = Variant.parse("kalah(6,5)")
    stop = Stop()
    solver = Solver(variant, build_endgames(variant, 10))
    threading.Timer(0.5, stop.set).start()
    solution = solver.solve(Position.start(variant), stop)
    assert isinstance(solution.score, Bounds)
    assert solution.score.lower <= 10 <= solution.score.upper
    assert solution.moves == ()


def test_a_line_that_is_deeper_than_there_is_room_for_gives_true_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("naqala.engine.solver._STACK", 30)
    variant = Variant.parse("kalah(4,3)")
    score = Solver(variant).solve(Position.start(variant)).score
    assert isinstance(score, Bounds)
    assert score.lower <= 6 <= score.upper


def test_what_does_not_fit_is_refused() -> None:
    kalah = Variant()
    with pytest.raises(ValueError, match="not for oware"):
        Solver(Variant.parse("oware"))
    with pytest.raises(ValueError, match="the database is for"):
        Solver(kalah, build_endgames(Variant.parse("kalah+by-turns"), 3))
    with pytest.raises(ValueError, match="this solves"):
        Solver(kalah).solve(Position.start(replace(kalah, empty_capture=True)))
    with pytest.raises(ValueError, match="up to 36"):
        Solver(replace(kalah, seeds=3)).move_scores(Position.start(kalah))
    with pytest.raises(ValueError, match="memory"):
        Solver(kalah, memory_bytes=0)


@pytest.mark.parametrize("bits", [16, 17, 44, 55])
def test_mixing_gives_every_number_another_one(bits: int) -> None:
    numbers = range(1 << 16) if bits <= 17 else [3**n % (1 << bits) for n in range(5000)]
    mixed = {int(mix(number, bits)) for number in numbers}
    assert len(mixed) == len(set(numbers))
    assert all(0 <= number < 1 << bits for number in mixed)


def test_positions_that_share_a_bucket_are_never_confused() -> None:
    import numpy as np

    proofs = np.zeros(LEAST_ENTRIES, np.int64)
    rng = Random(2)
    kept = {}
    for _ in range(3000):
        # Four buckets for all of them.
        mixed = rng.getrandbits(39) << 16 | rng.randrange(4) << 14 | rng.randrange(4)
        lower = rng.randrange(-48, 49)
        kept[mixed] = (lower, lower + 2, rng.randrange(6))
        keep(mixed, *kept[mixed], proofs)
        assert look_up(mixed, 48, proofs) == kept[mixed]
        known = look_up(rng.choice(list(kept)), 48, proofs)
        assert known in (*kept.values(), (-48, 48, 7))
    found = {mixed: look_up(mixed, 48, proofs) for mixed in kept}
    right = [mixed for mixed, known in found.items() if known == kept[mixed]]
    assert len(right) == 4 * BUCKET
    assert all(known == (-48, 48, 7) for mixed, known in found.items() if mixed not in right)
