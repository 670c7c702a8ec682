"""The search agrees with plain minimax over the rules, some plies deep and to the end."""

from contextlib import suppress
from random import Random

import pytest

from naqala.engine import Bounds, Engine, Estimate, Exact, Limits
from naqala.engine.kernels.layout import SEED
from naqala.rules import SWAP, Game, Line, Position, Side, Variant
from tests.engine.minimax import LineMinimax, TooLarge, lead, margin_of_kalah, value_at_depth
from tests.engine.variants import OTHERS, kalah_variants, random_line, random_position


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(memory_bytes=1 << 20)


def exact_margin(engine: Engine, line: Line) -> int:
    """The margin that the engine proves, after checking that its move is as good."""
    decision = engine.search(line.position, Limits(), line.keys)
    assert isinstance(decision.score, Exact), (str(line.position), decision)
    return decision.score.margin


SMALL = kalah_variants((1, 3), (2, 2), (3, 2))


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_a_small_kalah_is_solved_from_its_start(engine: Engine, variant: Variant) -> None:
    start = Position.start(variant)
    margin = margin_of_kalah(start)
    decision = engine.search(start, Limits())
    assert decision.score == Exact(margin)
    after = start.play(decision.move)
    value = margin_of_kalah(after)
    assert margin == (value if after.to_move is Side.SOUTH else -value)


@pytest.mark.parametrize("variant", kalah_variants((2, 3), (3, 3), (4, 2), (6, 1)), ids=str)
def test_kalah_positions_are_solved(engine: Engine, variant: Variant) -> None:
    rng = Random(str(variant))
    for _ in range(6):
        position = Position.start(variant)
        while position.seeds_in_pits > 8:
            position = position.play(rng.choice(position.legal_moves()))
        if position.is_over:
            continue
        decision = engine.search(position, Limits())
        margin = margin_of_kalah(position)
        assert decision.score == Exact(margin), str(position)
        after = position.play(decision.move)
        value = margin_of_kalah(after)
        same_player = after.to_move is position.to_move and decision.move != SWAP
        assert margin == (value if same_player else -value), str(position)


@pytest.mark.parametrize(
    ("text", "margin"),
    # Source: docs/rules.md, "First player's margin with perfect play".
    [
        ("kalah(1,3)", 6),
        ("kalah(2,4)", -10),
        ("kalah(2,4)+empty-capture", -12),
        ("kalah(3,3)", 2),
        ("kalah(3,6)", -8),
        ("kalah(3,6)+empty-capture", -10),
        ("kalah(4,2)", 6),
        ("kalah(4,3)", 6),
        ("kalah(4,3)+empty-capture", 8),
        ("kalah(5,2)", 2),
        ("kalah(5,2)+empty-capture", 0),
        ("kalah(6,2)", 6),
        ("kalah(6,2)+empty-capture", 10),
    ],
)
def test_published_values(text: str, margin: int) -> None:
    start = Position.start(Variant.parse(text))
    assert Engine(64 << 20).search(start, Limits()).score == Exact(margin)


@pytest.mark.parametrize("variant", OTHERS, ids=str)
def test_endings_that_may_repeat_are_solved(engine: Engine, variant: Variant) -> None:
    rng = Random(str(variant))
    proven = 0
    for _ in range(150):
        line = Line.begin(random_position(variant, rng, rng.randint(2, 4)))
        # Some plies on, so that there is a history which the search must respect.
        for _ in range(rng.randint(0, 6)):
            if line.outcome is None:
                line = line.play(rng.choice(line.position.legal_moves()))
        if line.outcome is not None:
            continue
        try:
            margin = LineMinimax(800).margin(line)
        except TooLarge:
            continue
        decision = engine.search(line.position, Limits(nodes=200_000), line.keys)
        # Long cycles may leave it an estimate; what is called exact must be.
        if isinstance(decision.score, Exact):
            assert decision.score.margin == margin, (str(line.position), line.moves)
            with suppress(TooLarge):
                after = line.play(decision.move)
                assert margin == -LineMinimax(800).margin(after)
            proven += 1
    assert proven > 50


def test_a_known_repetition_is_worth_each_his_own_row(engine: Engine) -> None:
    #      .  .  .  .  .  1      North
    #      1  .  .  .  .  .      South, to move
    start = Position.set_up(Variant.parse("oware"), ((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)))
    line = Line.begin(start)
    rng = Random(7)
    repeated = 0
    for _ in range(50):
        line = Line.begin(start)
        while line.outcome is None:
            margin = exact_margin(engine, line)
            move = rng.choice(line.position.legal_moves())
            after = line.play(move)
            if after.outcome is not None:
                mover = line.position.to_move
                assert lead(after.position, mover) <= margin
                repeated += after.outcome.reason.value == "repetition"
            line = after
        if repeated > 3:
            break
    assert repeated


@pytest.mark.parametrize(
    "variant", kalah_variants((6, 4)) + [Variant.parse("kalah(4,5)+pie"), *OTHERS], ids=str
)
def test_some_plies_deep_it_is_minimax(engine: Engine, variant: Variant) -> None:
    rng = Random(f"depth {variant}")
    for depth in (1, 2, 3):
        for plies in (0, 1, 3, 10, 25):
            line = random_line(variant, rng, plies)
            if line.outcome is not None:
                continue
            decision = engine.search(line.position, Limits(depth=depth), line.keys)
            assert_agrees(decision.score, line, depth)


def assert_agrees(score: Exact | Bounds | Estimate, line: Line, depth: int) -> None:
    """A search some plies deep gives the minimax value at that depth, or has proven more."""
    if line.position.variant.game is Game.OWARE and max(line.position.stores) > 18:
        return  # The rules may stop at a majority inside the tree; the search does not.
    if line.position.swap is not line.position.swap.NONE:
        return  # The first turn is searched to its end, whatever the depth.
    if isinstance(score, Estimate):
        assert score.margin == value_at_depth(line, depth) / SEED, (str(line.position), depth)


@pytest.mark.parametrize("variant", kalah_variants((4, 3)) + OTHERS, ids=str)
def test_mirrored_positions_get_the_same_decision(engine: Engine, variant: Variant) -> None:
    rng = Random(f"mirror {variant}")
    for plies in (0, 2, 5, 9, 14):
        position = random_line(variant, rng, plies).position
        if not position.is_over:
            decision = engine.search(position, Limits(nodes=3_000))
            mirrored = engine.search(position.mirror(), Limits(nodes=3_000))
            assert (decision.move, decision.score, decision.line) == (
                mirrored.move, mirrored.score, mirrored.line
            )  # fmt: skip


def test_the_winner_of_oware_does_not_depend_on_the_majority_stop(engine: Engine) -> None:
    oware = Variant.parse("oware")
    rng = Random("oware winners")
    compared = 0
    for _ in range(100):
        small = random_position(oware, rng, 5)
        board = list(small.board)
        south = rng.randint(23, 24)
        board[small.store_place(Side.SOUTH)] = south
        board[small.store_place(Side.NORTH)] = 43 - south
        line = Line.begin(Position(oware, tuple(board), small.to_move))
        try:
            margin = LineMinimax(800).margin(line)
        except TooLarge:
            continue
        score = engine.search(line.position, Limits(nodes=200_000), line.keys).score
        if isinstance(score, Exact):
            assert (score.margin > 0) == (margin > 0), str(line.position)
            assert (score.margin < 0) == (margin < 0), str(line.position)
            compared += 1
        elif isinstance(score, Bounds):
            assert (score.lower > 0) == (margin > 0), str(line.position)
            compared += 1
    assert compared > 4


def test_a_swap_on_offer_is_worth_the_better_side(engine: Engine) -> None:
    variant = Variant.parse("kalah(3,3)+pie")
    rng = Random("swap")
    swapped = 0
    for _ in range(40):
        position = Position.start(variant)
        while not position.is_swap_offered and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if position.is_over:
            continue
        decision = engine.search(position, Limits())
        margin = margin_of_kalah(position)
        assert decision.score == Exact(margin)
        assert margin >= 0
        swapped += decision.move == SWAP
        if decision.move == SWAP:
            assert decision.line[0] == SWAP
    assert 0 < swapped < 40


def test_the_first_player_knows_that_the_second_may_swap(engine: Engine) -> None:
    # With perfect play kalah(3,3) is won by two seeds; when the second may swap, by nobody more
    # than the least that some first turn leaves.
    without = engine.search(Position.start(Variant.parse("kalah(3,3)")), Limits())
    with_pie = engine.search(Position.start(Variant.parse("kalah(3,3)+pie")), Limits())
    assert without.score == Exact(2)
    assert with_pie.score == Exact(margin_of_kalah(Position.start(Variant.parse("kalah(3,3)+pie"))))
    assert isinstance(with_pie.score, Exact)
    assert with_pie.score.margin <= 0


def test_the_expected_line_is_legal_and_leads_to_the_margin(engine: Engine) -> None:
    for text in ("kalah(3,3)", "kalah(4,2)+by-turns", "kalah(3,2)+rest-to-emptier"):
        start = Position.start(Variant.parse(text))
        decision = engine.search(start, Limits())
        line = Line.of(start, decision.line)
        assert decision.line[0] == decision.move
        if line.outcome is not None:
            assert decision.score == Exact(line.outcome.margin)


def test_a_certain_win_is_told_as_bounds(engine: Engine) -> None:
    #      5  6  6  .  .  .      North has 0
    #      .  .  .  1  .  5      South has 25 of 48: he has won, by how much is not known
    position = Position.set_up(
        Variant(), ((0, 0, 0, 1, 0, 5), (0, 0, 0, 6, 6, 5)), (25, 0), Side.SOUTH
    )
    decision = engine.search(position, Limits(depth=2))
    assert isinstance(decision.score, Bounds)
    assert decision.score.lower > 0
