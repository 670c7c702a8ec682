"""Glicko-2 ratings, updated after each game.

Formulae and the worked example that the tests hold: Mark Glickman, "Example of the Glicko-2
system", 2022, http://www.glicko.net/glicko/glicko2.pdf. A rating period is one game; the deviation
that grows between periods grows with the days that have passed, as if each were a period.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FIRST_RATING: Final = 1500.0
FIRST_DEVIATION: Final = 350.0
FIRST_VOLATILITY: Final = 0.06
LEAST_DEVIATION: Final = 45.0
"""However much one plays: so that a rating can still follow who learns."""
PROVISIONAL_DEVIATION: Final = 110.0
"""A rating whose deviation is larger is not known yet."""

_SCALE: Final = 173.7178
"""Points of a rating in one unit of the formulae's scale (step 2 of the paper)."""
_TAU: Final = 0.5
"""How readily the volatility changes; the paper's example has it, too."""
_PRECISION: Final = 1e-6
_DAY_MS: Final = 24 * 60 * 60 * 1_000


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength: 95 % lie within two deviations of the rating."""

    rating: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """Whether it is too uncertain to be ranked."""
        return self.deviation > PROVISIONAL_DEVIATION

    def rested(self, idle_ms: int) -> "Rating":
        """The rating after a time without games: the deviation grows (step 6), at most to the
        first one."""
        days = max(0, idle_ms) / _DAY_MS
        phi = math.hypot(self.deviation / _SCALE, self.volatility * math.sqrt(days))
        return Rating(self.rating, min(phi * _SCALE, FIRST_DEVIATION), self.volatility)


def rate(player: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A player's rating after a period with these rivals and scores (1, 0.5 or 0).

    Raises:
        ValueError: without a result; use `Rating.rested`.

    """
    if not results:
        raise ValueError("a rating changes by results")
    mu, phi = (player.rating - FIRST_RATING) / _SCALE, player.deviation / _SCALE
    # Steps 3 and 4: variance of the rating as these games alone would tell it, and improvement.
    information, improvement = 0.0, 0.0
    for rival, score in results:
        g = _weight(rival.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-g * (mu - (rival.rating - FIRST_RATING) / _SCALE)))
        information += g * g * expected * (1 - expected)
        improvement += g * (score - expected)
    variance = 1 / information
    sigma = _volatility(phi, player.volatility, variance, variance * improvement)
    # Steps 6 to 8.
    phi_before = math.hypot(phi, sigma)
    phi = 1 / math.sqrt(1 / phi_before**2 + 1 / variance)
    mu += phi * phi * improvement
    deviation = min(max(phi * _SCALE, LEAST_DEVIATION), FIRST_DEVIATION)
    return Rating(mu * _SCALE + FIRST_RATING, deviation, sigma)


def _weight(phi: float) -> float:
    """How much a result against a rival of this deviation counts."""
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois variant of regula falsi."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / _TAU**2

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = a - _TAU
        while f(high) < 0:
            high -= _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
