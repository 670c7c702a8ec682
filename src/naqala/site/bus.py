"""Tells whoever watches a game what has happened to it, in this process.

A `Bus` over several processes would carry the game's id and `seq`; a gap in `seq` tells a listener
to read the store.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from naqala.play import GameState
from naqala.site import protocol
from naqala.site.storage import GameId


@dataclass(frozen=True, slots=True)
class Appended:
    """New events of a game, already stored; `legal` are the moves of the state they led to."""

    state: GameState
    events: list[protocol.EventView]
    legal: list[protocol.LegalMove]


@dataclass(frozen=True, slots=True)
class Renewed:
    """The game's room has a newer game."""

    game_id: GameId


Notice: TypeAlias = Appended | Renewed
Listener: TypeAlias = Callable[[Notice], None]


class Bus:
    """Listeners by game. They are called at once, in the order of the events, and must not wait."""

    def __init__(self) -> None:
        self._listeners: defaultdict[GameId, list[Listener]] = defaultdict(list)

    @contextmanager
    def listen(self, game_id: GameId, listener: Listener) -> Iterator[None]:
        """Calls `listener` with every notice of a game, while the context lasts."""
        self._listeners[game_id].append(listener)
        try:
            yield
        finally:
            self._listeners[game_id].remove(listener)
            if not self._listeners[game_id]:
                del self._listeners[game_id]

    def publish(self, game_id: GameId, notice: Notice) -> None:
        """Tells all listeners of a game."""
        for listener in tuple(self._listeners.get(game_id, ())):
            listener(notice)

    def has_listeners(self, game_id: GameId) -> bool:
        """Whether anybody watches a game."""
        return game_id in self._listeners
