"""Who is there: the connections to each game, how far away they are, since when somebody is gone.

Kept in memory only: after a restart everybody is away from that moment on.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from naqala.play import FIRST, SECOND, GameState, Human, PlayerId, Seat, Sitter
from naqala.site import protocol
from naqala.site.storage import GameId

MOST_ROUND_TRIPS = 4
"""How many of the last round trips are remembered; the shortest counts, so that an answer which is
held back once wins nothing."""


@dataclass(slots=True)
class _Visitor:
    """A person's connections to a game; `changed_ms` is when the last one came or went."""

    connections: int
    changed_ms: int
    round_trips_ms: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_ROUND_TRIPS))


@dataclass(slots=True)
class _Gathering:
    """All who look at a game."""

    visitors: dict[PlayerId, _Visitor] = field(default_factory=dict)
    strangers: int = 0
    """Connections without a session."""
    expected: tuple[Sitter, Sitter] | None = None
    """Those who are waited for."""


class Presence:
    """The connections to all games. Listeners hear of a game whose gathering has changed."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._gatherings: defaultdict[GameId, _Gathering] = defaultdict(_Gathering)
        self._crowded: set[GameId] = set()
        self.on_changed: Callable[[GameId], None] = lambda game_id: None

    def crowd(self, game_id: GameId, is_crowded: bool) -> None:
        """Takes in whether so many play that the CPU of a game thinks less."""
        if is_crowded == (game_id in self._crowded):
            return
        if is_crowded:
            self._crowded.add(game_id)
        else:
            self._crowded.discard(game_id)
        self.on_changed(game_id)

    def expect(self, game_id: GameId, state: GameState) -> None:
        """Waits for the players of a game until it is over: who never comes is away from now on."""
        if state.is_over or not state.mode.is_between_people:
            self._let_go(game_id)
            return
        gathering = self._gatherings[game_id]
        if gathering.expected is state.sitters:
            return
        gathering.expected = state.sitters
        visitors = gathering.visitors
        for sitter in state.sitters:
            if isinstance(sitter, Human) and sitter.player_id not in visitors:
                visitors[sitter.player_id] = _Visitor(0, self._clock())

    def heard(self, game_id: GameId, player_id: PlayerId) -> None:
        """Somebody has sent a command, perhaps without any connection."""
        visitor = self._find(game_id, player_id)
        if visitor is not None and visitor.connections == 0:
            visitor.changed_ms = self._clock()
            self.on_changed(game_id)

    @contextmanager
    def joined(self, game_id: GameId, player_id: PlayerId | None) -> Iterator[None]:
        """Counts a connection, while the context lasts."""
        self._count(game_id, player_id, 1)
        try:
            yield
        finally:
            self._count(game_id, player_id, -1)

    def measured(self, game_id: GameId, player_id: PlayerId, round_trip_ms: int) -> None:
        """Takes in how long an answer to a ping took."""
        visitor = self._find(game_id, player_id)
        if visitor is not None:
            visitor.round_trips_ms.append(round_trip_ms)

    def round_trip_ms(self, game_id: GameId, state: GameState, seat: Seat) -> int:
        """The shortest of the last round trips to who holds a seat; 0 if he is not connected."""
        visitor = self._visitor(game_id, state, seat)
        if visitor is None or visitor.connections == 0:
            return 0
        return min(visitor.round_trips_ms, default=0)

    def absent_ms(self, game_id: GameId, state: GameState) -> tuple[int, int]:
        """For how long each seat has had no connection."""
        return self._absent_ms(game_id, state, FIRST), self._absent_ms(game_id, state, SECOND)

    def view(self, game_id: GameId, state: GameState) -> protocol.Presence:
        """Who is there, as a message."""
        gathering = self._gatherings.get(game_id, _Gathering())
        away_ms = [
            self._absent_ms(game_id, state, seat) if self._is_away(game_id, state, seat) else None
            for seat in (FIRST, SECOND)
        ]
        watchers = gathering.strangers + sum(
            visitor.connections > 0
            for player_id, visitor in gathering.visitors.items()
            if not state.seats_of(Human(player_id))
        )
        return protocol.Presence(away_ms, watchers, game_id in self._crowded)

    def is_any_here(self, game_id: GameId, players: Iterable[PlayerId]) -> bool:
        """Whether one of these people is connected."""
        visitors = (self._find(game_id, player_id) for player_id in players)
        return any(visitor is not None and visitor.connections for visitor in visitors)

    def _is_away(self, game_id: GameId, state: GameState, seat: Seat) -> bool:
        visitor = self._visitor(game_id, state, seat)
        return visitor is not None and visitor.connections == 0

    def _let_go(self, game_id: GameId) -> None:
        """Remembers only who is still connected: nobody is waited for."""
        gathering = self._gatherings.get(game_id)
        if gathering is None:
            self._crowded.discard(game_id)
            return
        gathering.expected = None
        gathering.visitors = {
            player_id: visitor
            for player_id, visitor in gathering.visitors.items()
            if visitor.connections
        }
        if not gathering.visitors and not gathering.strangers:
            del self._gatherings[game_id]
            self._crowded.discard(game_id)

    def _absent_ms(self, game_id: GameId, state: GameState, seat: Seat) -> int:
        visitor = self._visitor(game_id, state, seat)
        if visitor is None or visitor.connections:
            return 0
        return max(0, self._clock() - visitor.changed_ms)

    def _visitor(self, game_id: GameId, state: GameState, seat: Seat) -> _Visitor | None:
        sitter = state.sitters[seat]
        return self._find(game_id, sitter.player_id) if isinstance(sitter, Human) else None

    def _find(self, game_id: GameId, player_id: PlayerId) -> _Visitor | None:
        gathering = self._gatherings.get(game_id)
        return None if gathering is None else gathering.visitors.get(player_id)

    def _count(self, game_id: GameId, player_id: PlayerId | None, change: int) -> None:
        gathering = self._gatherings[game_id]
        if player_id is None:
            gathering.strangers += change
        else:
            visitor = gathering.visitors.setdefault(player_id, _Visitor(0, 0))
            visitor.connections += change
            visitor.changed_ms = self._clock()
        if change < 0 and gathering.expected is None:
            self._let_go(game_id)
        self.on_changed(game_id)
