"""What hypothesis draws for the tests of the rules: variants, lines, set-up positions."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from naqala.rules import SOUTH, End, Game, Line, Position, Remainder, Side, Swap, Variant
from tests.oracles.ring import Ring, RingRules

WARI = Variant(Game.WARI)
OWARE = Variant(Game.OWARE)

kalah_variants = st.builds(
    Variant,
    game=st.just(Game.KALAH),
    pits=st.integers(1, 6),
    seeds=st.integers(1, 10),
    pie=st.booleans(),
    empty_capture=st.booleans(),
    end=st.sampled_from(End),
    remainder=st.sampled_from(Remainder),
)
variants = kalah_variants | st.sampled_from([WARI, OWARE])


def kalah_options(pits: int, seeds: int) -> list[Variant]:
    """All 24 ways to play Kalah on one board."""
    return [
        Variant(Game.KALAH, pits, seeds, *options)
        for options in product((False, True), (False, True), End, Remainder)
    ]


class SetUp(NamedTuple):
    """A position from anywhere, before anybody looks whether it is finished."""

    variant: Variant
    pits: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    to_move: Side
    forced_pit: int | None
    swap: Swap
    unscored: int

    def position(self) -> Position:
        variant, pits, stores, to_move, forced_pit, swap, unscored = self
        return Position.set_up(
            variant, pits, stores, to_move, forced_pit=forced_pit, swap=swap, unscored=unscored
        )

    def ring(self) -> Ring:
        return Ring.set_up(
            ring_rules(self.variant),
            *self.pits,
            self.stores,
            self.unscored,
            self.to_move.letter,
            self.forced_pit,
            {Swap.NONE: "never", Swap.LATER: "later", Swap.OFFERED: "now"}[self.swap],
        )


def ring_rules(variant: Variant) -> RingRules:
    return RingRules(
        variant.game.value,
        variant.pits,
        variant.seeds,
        variant.empty_capture,
        variant.end is End.MOVER_STUCK,
        variant.remainder.value,
        variant.pie,
    )


def random_set_up(variant: Variant, rng: Random) -> SetUp:
    """Any number of seeds, in few or many pits; now and then a row is empty."""
    m = variant.pits
    filled = [place for place in range(2 * m) if rng.random() < rng.choice((0.2, 0.9))]
    scored = [2 * m, 2 * m + 1]
    if variant.remainder is Remainder.NOBODY:
        scored.append(2 * m + 2)
    counts = [0] * (2 * m + 3)
    for _ in range(rng.randint(0, variant.total)):
        counts[rng.choice(filled if filled and rng.random() < 0.8 else scored)] += 1
    start = (variant.seeds,) * (2 * m)
    if tuple(counts[: 2 * m]) == start:
        # The start is a position of its own: a swap is on its way there, whatever was set up.
        counts[0] -= 1
    south, north = tuple(counts[:m]), tuple(counts[m : 2 * m])
    to_move = rng.choice(list(Side))
    own = south if to_move is SOUTH else north
    forced = None
    if variant.game is Game.WARI and any(own) and rng.random() < 0.4:
        forced = rng.choice([pit for pit, seeds in enumerate(own, 1) if seeds])
    return SetUp(
        variant,
        (south, north),
        (counts[2 * m], counts[2 * m + 1]),
        to_move,
        forced,
        rng.choice(list(Swap)) if variant.pie else Swap.NONE,
        counts[2 * m + 2],
    )


def random_plies(line: Line, rng: Random) -> Iterator[Line]:
    """The line after each ply of random play, to the end of the game."""
    while moves := line.position.legal_moves():
        line = line.play(rng.choice(moves))
        yield line


set_ups = st.builds(random_set_up, variants, st.integers(0, 2**32).map(Random))


@st.composite
def lines(draw: st.DrawFn, of: st.SearchStrategy[Variant] = variants) -> Line:
    """A game some plies long, from the start or from a set-up position."""
    variant = draw(of)
    if draw(st.booleans()):
        start = Position.start(variant)
    else:
        start = random_set_up(variant, Random(draw(st.integers(0, 2**32)))).position()
    line = Line.begin(start)
    for choice in draw(st.lists(st.integers(0, 6), max_size=40)):
        moves = line.position.legal_moves()
        if not moves:
            break
        line = line.play(moves[choice % len(moves)])
    return line


positions = lines().map(lambda line: line.position)
