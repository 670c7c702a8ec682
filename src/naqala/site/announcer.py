"""Tells the readers of a game who is there, without flooding them.

Where many read one game, each who comes or goes would be a message to all of them: when a thousand
come back after a restart, a million. What happens in a moment is told together then.
"""

import asyncio

from naqala.site.bus import Bus, Gathered
from naqala.site.games import Games
from naqala.site.presence import Presence
from naqala.site.storage import GameId

FEW = 8
"""So many readers are told at once: players, and some who watch."""

PAUSE_S = 0.002
"""How long a moment is for each reader beyond."""
MOST_PAUSE_S = 1.0


class Announcer:
    """Passes on who is at which game."""

    def __init__(self, games: Games, presence: Presence, bus: Bus) -> None:
        self._games = games
        self._presence = presence
        self._bus = bus
        self._waiting: set[GameId] = set()

    def changed(self, game_id: GameId) -> None:
        """Somebody has come to a game or gone."""
        readers = self._bus.count_listeners(game_id)
        if readers <= FEW:
            self._tell(game_id)
        elif game_id not in self._waiting:
            self._waiting.add(game_id)
            pause_s = min(PAUSE_S * readers, MOST_PAUSE_S)
            asyncio.get_running_loop().call_later(pause_s, self._tell_together, game_id)

    def _tell_together(self, game_id: GameId) -> None:
        self._waiting.discard(game_id)
        self._tell(game_id)

    def _tell(self, game_id: GameId) -> None:
        game = self._games.live.in_memory(game_id)
        if game is not None:
            self._bus.publish(game_id, Gathered(self._presence.view(game_id, game.state)))
