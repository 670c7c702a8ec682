"""Which games change ratings, and by what score."""

from dataclasses import dataclass
from typing import Final

from naqala.play.clock import Speed
from naqala.play.seat import FIRST, SECOND, Human, Mode, PlayerId
from naqala.play.state import GameState
from naqala.rules import Game, Reason

LEAST_PLIES: Final = 2
"""A game in which a side has made fewer plies changes no rating."""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """The end of a game that counts: `players` by seat, and what the first one scored."""

    players: tuple[PlayerId, PlayerId]
    game: Game
    speed: Speed
    first_score: float


def rated_result(state: GameState) -> RatedResult | None:
    """What a game means for ratings; None if it is not rated, not over, or too short to count."""
    first, second = state.sitters
    if (
        state.mode is not Mode.RATED
        or state.outcome is None
        or state.outcome.reason is Reason.ABORTED
        or state.clock is None
        or not isinstance(first, Human)
        or not isinstance(second, Human)
        or min(state.plies_of(FIRST), state.plies_of(SECOND)) < LEAST_PLIES
    ):
        return None
    winner = state.outcome.winner
    score = 0.5 if winner is None else float(state.seat_of(winner) == FIRST)
    return RatedResult(
        (first.player_id, second.player_id),
        state.line.start.variant.game,
        state.clock.control.speed,
        score,
    )
