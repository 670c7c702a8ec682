"""How long a search may think."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The first limit that is reached ends the search; without any it ends when all is proven.

    Only a search without `time_ms` plays the same on every machine. Raises `ValueError` for a
    limit that allows nothing.
    """

    time_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, value, least in (
            ("time_ms", self.time_ms, 0),
            ("nodes", self.nodes, 1),
            ("depth", self.depth, 1),
        ):
            if value is not None and value < least:
                raise ValueError(f"{name} must be at least {least}, not {value}")
