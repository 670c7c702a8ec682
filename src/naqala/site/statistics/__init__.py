"""Statistics that a player can switch off: what is counted, where it is kept, and who sees it."""

from naqala.site.statistics.collector import Statistics
from naqala.site.statistics.schema import Event

__all__ = ["Event", "Statistics"]
