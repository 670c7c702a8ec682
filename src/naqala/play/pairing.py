"""Who plays whom among those who look for an opponent.

The longer somebody waits, the wider the difference of rating that he is paired across. Nobody is
paired with his last rival while somebody else is to be had.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from naqala.play.rating import Rating
from naqala.play.seat import PlayerId

FIRST_REACH: Final = 150.0
"""Points between two who are paired at once."""
REACH_PER_S: Final = 20.0
"""Points that a second of waiting adds."""
PATIENCE_MS: Final = 10_000
"""How long somebody else than the last rival is waited for."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody who looks for a game. Only seeks with equal `terms` are paired."""

    player_id: PlayerId
    terms: Hashable
    rating: Rating
    since_ms: int
    last_rival: PlayerId | None = None


def pair(seeks: Sequence[Seek], now_ms: int) -> list[tuple[Seek, Seek]]:
    """Pairs of seeks; who has waited longest chooses first, the nearest rating.

    Nobody is paired with himself, nor twice.
    """
    free = sorted(seeks, key=lambda seek: seek.since_ms)
    pairs: list[tuple[Seek, Seek]] = []
    while free:
        first = free.pop(0)
        rivals = [rival for rival in free if _fits(first, rival, now_ms)]
        if not rivals:
            continue
        # Somebody new before the rival of a moment ago, then the nearest.
        rival = min(rivals, key=lambda rival: (_met(first, rival), _points(first, rival)))
        pairs.append((first, rival))
        taken = {first.player_id, rival.player_id}
        free = [seek for seek in free if seek.player_id not in taken]
    return pairs


def _fits(first: Seek, rival: Seek, now_ms: int) -> bool:
    if first.player_id == rival.player_id or first.terms != rival.terms:
        return False
    waited_ms = now_ms - min(first.since_ms, rival.since_ms)
    if _met(first, rival) and waited_ms < PATIENCE_MS:
        return False
    # What is not known of a rating brings the two nearer.
    unsure = (first.rating.deviation + rival.rating.deviation) / 4
    return _points(first, rival) - unsure <= FIRST_REACH + REACH_PER_S * waited_ms / 1_000


def _met(first: Seek, rival: Seek) -> bool:
    return first.last_rival == rival.player_id or rival.last_rival == first.player_id


def _points(first: Seek, rival: Seek) -> float:
    return abs(first.rating.rating - rival.rating.rating)
