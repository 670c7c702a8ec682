"""What two people say to each other over a game: phrases of a list, told to all who watch.

Nothing of it is stored. Who comes later has not heard it.
"""

from collections import OrderedDict, deque

from naqala.play import Human, PlayerId, Seat
from naqala.site import errors, protocol
from naqala.site.bus import Bus, Spoken
from naqala.site.live_games import LiveGame
from naqala.site.site_clock import Clock
from naqala.site.storage import GameId

MOST_PHRASES = 5
WINDOW_MS = 60_000
"""A seat may say so many phrases in so long a time."""


class Talk:
    """Passes phrases on, and remembers for a minute who has said how many."""

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self._bus = bus
        self._clock = clock
        self._said_ms: OrderedDict[tuple[GameId, Seat], deque[int]] = OrderedDict()
        """When each seat said something; who spoke last stands last."""

    def say(self, game: LiveGame, player_id: PlayerId, message: protocol.Say) -> None:
        """Tells all who watch a game what one of its two people says.

        Raises:
            ApiError: `not_your_seat`; `nobody_listens`, also when the CPU has taken the other's
                place; `too_many_phrases`, with the time to wait.

        """
        state, seat = game.state, message.seat
        if state.sitters[seat] != Human(player_id):
            raise errors.foreign_seat(seat)
        if not state.mode.is_between_people or not isinstance(state.sitters[1 - seat], Human):
            raise errors.nobody_listens()
        self._count(game.game_id, seat)
        self._bus.publish(game.game_id, Spoken(protocol.Said(seat, message.phrase)))

    def _count(self, game_id: GameId, seat: Seat) -> None:
        now_ms = self._clock()
        self._forget(now_ms)
        key = game_id, seat
        times = self._said_ms.setdefault(key, deque())
        # A time that is yet to come was written before the machine's clock was set back.
        while times and not 0 <= now_ms - times[0] < WINDOW_MS:
            times.popleft()
        if len(times) >= MOST_PHRASES:
            raise errors.too_many_phrases(MOST_PHRASES, WINDOW_MS, times[0] + WINDOW_MS - now_ms)
        times.append(now_ms)
        self._said_ms.move_to_end(key)

    def _forget(self, now_ms: int) -> None:
        """Forgets the seats that have been silent for long."""
        while self._said_ms:
            key, times = next(iter(self._said_ms.items()))
            if times and 0 <= now_ms - times[-1] < WINDOW_MS:
                return
            del self._said_ms[key]
