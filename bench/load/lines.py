"""Games that are known in advance, so that every answer of a server can be checked."""

import random
from dataclasses import dataclass

from naqala.rules import Position, Variant

FEWEST_PLIES = 40
"""Shorter games are left out, so that a game does not end while it is being measured."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A seat sows a pit; `places` is the board that it leads to, `next_seat` None at the end."""

    seat: int
    pit: int
    places: list[int]
    next_seat: int | None


def random_lines(count: int, rng_seed: int) -> list[list[Ply]]:
    """Games of Kalah(6,4) by chance, each played to its end by the rules."""
    chance = random.Random(rng_seed)
    lines: list[list[Ply]] = []
    while len(lines) < count:
        line = _random_line(chance)
        if len(line) >= FEWEST_PLIES:
            lines.append(line)
    return lines


def _random_line(chance: random.Random) -> list[Ply]:
    position = Position.start(Variant.parse("kalah"))
    line = []
    while not position.is_over:
        pit = chance.choice(position.legal_moves())
        seat = int(position.to_move)
        position = position.play(pit)
        next_seat = None if position.is_over else int(position.to_move)
        line.append(Ply(seat, pit, list(position.board), next_seat))
    return line
