"""The variants that the engine is tested with, and random games in them."""

from itertools import product
from random import Random

from naqala.rules import SWAP, End, Game, Line, Position, Remainder, Variant

KALAH_OPTIONS = [
    {"pie": pie, "empty_capture": empty_capture, "end": end, "remainder": remainder}
    for pie, empty_capture, end, remainder in product((False, True), (False, True), End, Remainder)
]


def kalah_variants(*boards: tuple[int, int]) -> list[Variant]:
    """Every option on every board of (pits, seeds)."""
    return [
        Variant(Game.KALAH, pits, seeds, **options)  # type: ignore[arg-type]
        for pits, seeds in boards
        for options in KALAH_OPTIONS
    ]


OTHERS = [Variant(Game.WARI), Variant(Game.OWARE)]


def random_line(variant: Variant, rng: Random, plies: int = 400) -> Line:
    """A line of random moves from the start, to the end of the game or so many plies long."""
    line = Line.begin(Position.start(variant))
    while line.outcome is None and len(line.moves) < plies:
        line = line.play(rng.choice(line.position.legal_moves()))
    return line


def random_position(variant: Variant, rng: Random, seeds: int) -> Position:
    """A set-up position with so many seeds (2 at least) in the pits and none in the stores."""
    while True:
        rows = [[0] * variant.pits, [0] * variant.pits]
        for _ in range(seeds):
            rows[rng.randrange(2)][rng.randrange(variant.pits)] += 1
        position = Position.set_up(variant, (rows[0], rows[1]))
        if not position.is_over:
            return position


def sowings(position: Position) -> list[int]:
    """The legal moves without the swap."""
    return [move for move in position.legal_moves() if move != SWAP]
