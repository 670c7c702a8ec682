"""Every game move by move against a ring of seeds that was written from docs/rules.md alone."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naqala.rules import NORTH, SOUTH, SWAP, Line, Move, Position, Reason, Swap, Variant
from tests.oracles.ring import Ring
from tests.rules.strategies import (
    OWARE,
    WARI,
    SetUp,
    kalah_options,
    random_set_up,
    ring_rules,
    set_ups,
)

REASONS = {
    None: None,
    "row empty": Reason.PITS_EMPTY,
    "mover stuck": Reason.NO_MOVES,
    "cannot feed": Reason.NO_MOVES,
    "starved": Reason.NO_MOVES,
    "majority": Reason.MAJORITY,
    "repetition": Reason.REPETITION,
}
SWAPS = {"never": Swap.NONE, "later": Swap.LATER, "now": Swap.OFFERED}


def assert_same(ring: Ring, line: Line) -> None:
    position, outcome = line.position, line.outcome
    assert (ring.pits("S"), ring.pits("N")) == (position.pits(SOUTH), position.pits(NORTH))
    assert (ring.stored("S"), ring.stored("N")) == position.stores
    assert ring.unscored == position.unscored
    assert tuple(ring.legal()) == position.legal_moves()
    assert ring.forced == position.forced_pit
    assert REASONS[ring.finished] == (outcome.reason if outcome else None)
    if not ring.finished:
        assert ring.mover == position.to_move.letter
        assert SWAPS[ring.swap] is position.swap


def taken_pits(position: Position, move: Move) -> list[int]:
    """The numbers of the rival's pits that a move takes, in the order taken."""
    if move == SWAP:
        return []
    first = position.place(position.to_move.other, 1)
    numbers = [capture.pit - first + 1 for capture in position.sow(move).captures]
    return [number for number in numbers if 1 <= number <= position.variant.pits]


def play_out(ring: Ring, line: Line, rng: Random) -> int:
    """Plays one random game with both, comparing after every ply; returns its length."""
    try:
        assert_same(ring, line)
        while moves := line.position.legal_moves():
            move = rng.choice(moves)
            ring.play(move)
            assert [place.number for place in ring.captured] == taken_pits(line.position, move)
            line = line.play(move)
            assert_same(ring, line)
    except AssertionError as error:
        error.add_note(f"{line.start} ({line.start.variant}), moves {line.moves}")
        raise
    return len(line.moves)


def play_games(variant: Variant, rng: Random, games: int) -> int:
    return sum(
        play_out(Ring(ring_rules(variant)), Line.begin(Position.start(variant)), rng)
        for _ in range(games)
    )


def play_set_ups(variant: Variant, rng: Random, games: int) -> int:
    plies = 0
    for _ in range(games):
        set_up = random_set_up(variant, rng)
        plies += play_out(set_up.ring(), Line.begin(set_up.position()), rng)
    return plies


@pytest.mark.parametrize("rng_seed", range(4))
@pytest.mark.parametrize("variant", [WARI, OWARE], ids=str)
def test_random_games_are_the_same_in_both_implementations(variant: Variant, rng_seed: int) -> None:
    assert play_games(variant, Random(rng_seed), games=10) > 0


@pytest.mark.parametrize("rng_seed", range(4))
@pytest.mark.parametrize("variant", [WARI, OWARE], ids=str)
def test_games_from_set_up_positions_are_the_same(variant: Variant, rng_seed: int) -> None:
    assert play_set_ups(variant, Random(rng_seed), games=30) > 0


@pytest.mark.parametrize("pits", range(1, 7))
def test_kalah_is_the_same_with_every_combination_of_options(pits: int) -> None:
    rng = Random(pits)
    for seeds in (rng.randint(1, 3), rng.randint(4, 10)):
        for variant in kalah_options(pits, seeds):
            assert play_games(variant, rng, games=1) > 0


@pytest.mark.parametrize("pits", range(1, 7))
def test_set_up_kalah_is_the_same_with_every_combination_of_options(pits: int) -> None:
    rng = Random(pits)
    plies = [
        play_set_ups(variant, rng, games=4) for variant in kalah_options(pits, rng.randint(1, 10))
    ]
    assert sum(plies) > len(plies) == 24


@given(set_ups, st.integers(0, 2**32).map(Random))
def test_any_set_up_position_is_settled_and_played_the_same(set_up: SetUp, rng: Random) -> None:
    ring = set_up.ring()
    assert play_out(ring, Line.begin(set_up.position()), rng) >= 0


@pytest.mark.slow
@pytest.mark.parametrize("rng_seed", range(8))
@pytest.mark.parametrize("variant", [WARI, OWARE], ids=str)
def test_thousands_of_random_games_are_the_same(variant: Variant, rng_seed: int) -> None:
    assert play_games(variant, Random(1000 + rng_seed), games=275) > 0


@pytest.mark.slow
@pytest.mark.parametrize("rng_seed", range(4))
@pytest.mark.parametrize("variant", [WARI, OWARE], ids=str)
def test_thousands_of_set_up_positions_are_the_same(variant: Variant, rng_seed: int) -> None:
    assert play_set_ups(variant, Random(1000 + rng_seed), games=400) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("pits", "seeds"), list(product(range(1, 7), range(1, 11))))
def test_every_variant_of_kalah_is_the_same(pits: int, seeds: int) -> None:
    rng = Random(100 * pits + seeds)
    for variant in kalah_options(pits, seeds):
        assert play_games(variant, rng, games=2) > 0
        assert play_set_ups(variant, rng, games=2) >= 0
