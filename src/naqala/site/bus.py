"""Tells whoever watches a game or a room what has happened to it, in this process.

A `Bus` over several processes would carry the game's id and `seq`; a gap in `seq` tells a listener
to read the store.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from naqala.play import GameState
from naqala.site import protocol
from naqala.site.storage import GameId, Invitation
from naqala.site.wire import encode


@dataclass(slots=True, eq=False)
class Appended:
    """New events of a game, already stored; `board` is where they led to."""

    state: GameState
    events: list[protocol.EventView]
    board: protocol.BoardView
    _frame: bytes | None = field(default=None, init=False, repr=False)

    def frame(self) -> bytes:
        """The message that tells of it, made once for all readers."""
        if self._frame is None:
            self._frame = encode(protocol.Events(self.events, self.board))
        return self._frame


@dataclass(frozen=True, slots=True)
class Renewed:
    """The game's room has a newer game."""

    game_id: GameId


@dataclass(frozen=True, slots=True)
class Gathered:
    """Somebody has come to the game, or gone: who is there now."""

    presence: protocol.Presence


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """Somebody has taken the second seat of a room, or its creator has come or gone."""

    invitation: Invitation


@dataclass(frozen=True, slots=True)
class RoomGone:
    """The room's link leads nowhere any more."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One of a game's two people has said something."""

    message: protocol.Said


Notice: TypeAlias = Appended | Renewed | Gathered | Spoken | RoomChanged | RoomGone
Listener: TypeAlias = Callable[[Notice], None]


class Bus:
    """Listeners by game or room.

    They are called at once, in the order of the events, and must not wait.
    """

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)

    @contextmanager
    def listen(self, topic: str, listener: Listener) -> Iterator[None]:
        """Calls `listener` with every notice of a game or room, while the context lasts."""
        self._listeners[topic].append(listener)
        try:
            yield
        finally:
            self._listeners[topic].remove(listener)
            if not self._listeners[topic]:
                del self._listeners[topic]

    def publish(self, topic: str, notice: Notice) -> None:
        """Tells all listeners of a game or room."""
        for listener in tuple(self._listeners.get(topic, ())):
            listener(notice)

    def count_listeners(self, topic: str) -> int:
        """How many watch a game or room."""
        return len(self._listeners.get(topic, ()))

    def has_listeners(self, topic: str) -> bool:
        """Whether anybody watches a game or room."""
        return topic in self._listeners
