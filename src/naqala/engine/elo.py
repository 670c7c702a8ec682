"""Ratings from the results of many pairs of players.

Source: R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39
(1952): i scores against j with probability s(r_i - r_j), s the logistic function; the scale is A.E.
Elo's, on which 400 points are odds of ten to one. The ratings that make the results likeliest are
found by Newton's method, their variances from the curvature there (the inverse of Fisher's
information).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from naqala.engine.match import NORMAL_95, Tally

_POINTS = 400 / math.log(10)
_LONGEST_STEP = 1.0
_ENOUGH = 1e-9
_MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points, the mean of all players being 0, and half the width of the 95 % interval."""

    elo: float
    width: float


def rate(
    names: Sequence[str], tallies: Mapping[tuple[str, str], Tally], virtual_draws: float = 1.0
) -> dict[str, Rating]:
    """The ratings of players, from what the first of each pair has scored against the second.

    A draw counts as half a win and half a loss, which makes the intervals wider than they need be.
    `virtual_draws` are added to every pair of players: without them somebody who has won or lost
    all his games would have no finite rating (so does bayeselo by R. Coulom). With 0 every player
    must have scored and lost something, directly or by others, against all the rest.
    """
    points = np.full((len(names), len(names)), virtual_draws / 2)
    np.fill_diagonal(points, 0.0)
    place = {name: number for number, name in enumerate(names)}
    for (first, second), tally in tallies.items():
        points[place[first], place[second]] += tally.wins + tally.draws / 2
        points[place[second], place[first]] += tally.losses + tally.draws / 2
    games = points + points.T

    strengths = np.zeros(len(names))
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (points - games * expected).sum(1)
        weights = games * expected * expected.T
        curvature = np.diag(weights.sum(1)) - weights
        # All strengths may rise together, so the curvature has no inverse; this one keeps the mean.
        covariance = np.linalg.pinv(curvature, hermitian=True)
        step = covariance @ slope
        longest = float(np.abs(step).max(initial=0.0))
        if longest < _ENOUGH:
            break
        strengths += step * min(1.0, _LONGEST_STEP / longest)
    widths = NORMAL_95 * np.sqrt(np.diag(covariance))
    return {
        name: Rating(float(_POINTS * strength), float(_POINTS * width))
        for name, strength, width in zip(names, strengths, widths, strict=True)
    }
