"""What a search says about a position; the types are those of `rules/score.py`."""

from naqala.rules.score import Bounds, Estimate, Exact, Score, from_bounds

__all__ = ["Bounds", "Estimate", "Exact", "Score", "from_bounds"]
