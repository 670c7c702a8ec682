"""How many messages a connection may send."""

from dataclasses import dataclass

CAPACITY = 100
PER_SECOND = 5.0


@dataclass(slots=True)
class Credits:
    """A bucket of credits that fills with time; times are seconds of any steady clock."""

    now_s: float
    credits: float = CAPACITY

    def spend(self, now_s: float) -> bool:
        """Takes one credit; False when there is none."""
        self.credits = min(CAPACITY, self.credits + (now_s - self.now_s) * PER_SECOND)
        self.now_s = now_s
        if self.credits < 1:
            return False
        self.credits -= 1
        return True
