"""One line on a terminal that says how far something is."""

import sys
import time

_EVERY_S = 0.2


class StatusLine:
    """Text that replaces itself on standard error; silent where that is no terminal."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._width = 0
        self._last = 0.0

    def say(self, text: str) -> None:
        """Shows a text, a few times a second at most."""
        now = time.perf_counter()
        if self._is_shown and now - self._last >= _EVERY_S:
            self._last = now
            print(f"\r{text.ljust(self._width)}", end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def clear(self) -> None:
        """Takes the text away."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
        self._width, self._last = 0, 0.0
