"""Fischer clocks: what both sides have left, read whenever something happens in a game.

Nothing here looks at a clock: the time of the server comes in with each call. While a seat thinks,
only its own time runs; nobody's runs before the first ply of a game.

*Network delay* is given back from a quota of the seat's, a little of which comes with every ply. A
move is never forgiven more than the round trip that the server has measured, nor more than the
quota: claims of the client's play no part.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from naqala.play.seat import FIRST, Seat

MOST_MINUTES: Final = 60
MOST_INCREMENT_S: Final = 60

FIRST_QUOTA_MS: Final = 300
"""What a seat can be forgiven at the beginning."""
QUOTA_GAIN_MS: Final = 100
"""What each of its plies adds."""
MOST_QUOTA_MS: Final = 1_000

_USUAL_PLIES: Final = 40
"""Plies of one side in a game, for telling how long it will take."""
_RAPID_MS: Final = 8 * 60 * 1_000
_TEXT: Final = re.compile(r"([1-9]\d?)\+(0|[1-9]\d?)")


class InvalidTimeControl(ValueError):
    """A text that names no time control, or one out of bounds."""


class Speed(Enum):
    """How long a game takes, for ratings that compare like with like."""

    BLITZ = "blitz"
    RAPID = "rapid"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """So many minutes for each side, and so many seconds more with each of its plies."""

    minutes: int
    increment_s: int

    def __post_init__(self) -> None:
        if not (1 <= self.minutes <= MOST_MINUTES and 0 <= self.increment_s <= MOST_INCREMENT_S):
            raise InvalidTimeControl(
                f"a clock has 1 to {MOST_MINUTES} minutes and 0 to {MOST_INCREMENT_S} seconds "
                f"for each ply, not {self}"
            )

    def __str__(self) -> str:
        return f"{self.minutes}+{self.increment_s}"

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """A time control from its text, such as `3+2`.

        Raises:
            InvalidTimeControl: if it is none, or out of bounds.

        """
        found = _TEXT.fullmatch(text)
        if found is None:
            raise InvalidTimeControl(f"a clock is minutes+seconds, such as 3+2, not {text!r}")
        return cls(int(found[1]), int(found[2]))

    @property
    def speed(self) -> Speed:
        """Rapid from eight minutes a side upwards, counting the increment of forty plies."""
        usual_ms = self.minutes * 60_000 + self.increment_s * 1_000 * _USUAL_PLIES
        return Speed.RAPID if usual_ms >= _RAPID_MS else Speed.BLITZ


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks as they stood at `at_ms` (since 1970), by seat, in milliseconds.

    `quota_ms` is the delay that each seat can still be forgiven.
    """

    control: TimeControl
    remaining_ms: tuple[int, int]
    quota_ms: tuple[int, int]
    at_ms: int
    is_running: bool

    @classmethod
    def begin(cls, control: TimeControl, now_ms: int) -> "Clock":
        """Full clocks that do not run yet."""
        full_ms = control.minutes * 60_000
        quotas = (FIRST_QUOTA_MS, FIRST_QUOTA_MS)
        return cls(control, (full_ms, full_ms), quotas, now_ms, is_running=False)

    def forgiven_ms(self, seat: Seat, now_ms: int, round_trip_ms: int) -> int:
        """How much of the time since `at_ms` was the network's and not the seat's."""
        return max(0, min(self._elapsed_ms(now_ms), round_trip_ms, self.quota_ms[seat]))

    def left_ms(self, seat: Seat, now_ms: int, round_trip_ms: int = 0) -> int:
        """What the seat whose time runs has left; 0 or less when its flag has fallen."""
        spent_ms = self._elapsed_ms(now_ms) - self.forgiven_ms(seat, now_ms, round_trip_ms)
        return self.remaining_ms[seat] - spent_ms

    def falls_ms(self, seat: Seat, round_trip_ms: int = 0) -> int | None:
        """The moment (since 1970) at which the seat's flag falls; None if nothing runs.

        A move that is on its way then is waited for as long as it would be forgiven.
        """
        if not self.is_running:
            return None
        grace_ms = max(0, min(round_trip_ms, self.quota_ms[seat]))
        return self.at_ms + self.remaining_ms[seat] + grace_ms

    def plied(self, seat: Seat, now_ms: int, round_trip_ms: int) -> "Clock":
        """After a ply of the seat: its time is taken off, its increment added; the clocks run."""
        forgiven_ms = self.forgiven_ms(seat, now_ms, round_trip_ms)
        left_ms = self.left_ms(seat, now_ms, round_trip_ms) + self.control.increment_s * 1_000
        quota_ms = min(self.quota_ms[seat] - forgiven_ms + QUOTA_GAIN_MS, MOST_QUOTA_MS)
        return replace(
            self,
            remaining_ms=_with(self.remaining_ms, seat, left_ms),
            quota_ms=_with(self.quota_ms, seat, quota_ms),
            at_ms=max(now_ms, self.at_ms),
            is_running=True,
        )

    def read(self, seat: Seat, now_ms: int) -> "Clock":
        """As it stands now while the seat's time runs; never below zero."""
        left_ms = max(0, self.left_ms(seat, now_ms))
        return replace(
            self,
            remaining_ms=_with(self.remaining_ms, seat, left_ms),
            at_ms=max(now_ms, self.at_ms),
        )

    def halted(self, now_ms: int) -> "Clock":
        """The same times, running no more: the game is over."""
        return replace(self, at_ms=max(now_ms, self.at_ms), is_running=False)

    def resumed(self, now_ms: int) -> "Clock":
        """The same times, running from now on."""
        return replace(self, at_ms=max(now_ms, self.at_ms), is_running=True)

    def granted(self, pause_ms: int) -> "Clock":
        """As if the last `pause_ms` had not been: the server was down.

        Fewer than none, if its clock was set back meanwhile.
        """
        return replace(self, at_ms=self.at_ms + pause_ms)

    def _elapsed_ms(self, now_ms: int) -> int:
        # A server's clock that was set back takes nobody's time, nor gives any.
        return max(0, now_ms - self.at_ms) if self.is_running else 0


def _with(values: tuple[int, int], seat: Seat, value: int) -> tuple[int, int]:
    return (value, values[1]) if seat == FIRST else (values[0], value)
