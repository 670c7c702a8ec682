"""Ending a search from another thread."""

import numpy as np


class Stop:
    """A flag that a running search looks at every 1,024 nodes; once set it stays set."""

    __slots__ = ("flags",)

    def __init__(self) -> None:
        self.flags = np.zeros(1, np.int64)
        """int64[1], 1 when the search shall end; kernels read it."""

    def set(self) -> None:
        """Ends every search that was given this flag; may be called from any thread."""
        self.flags[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether the search shall end."""
        return bool(self.flags[0])
