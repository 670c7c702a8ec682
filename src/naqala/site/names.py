"""What players are called: accounts by their name, guests by one that is made for them."""

from collections.abc import Mapping

from naqala.play import PlayerId
from naqala.site.guest_names import guest_name


class Names:
    """The names of all accounts, in memory: every message with people in it asks for some."""

    def __init__(self) -> None:
        self._names: dict[PlayerId, str] = {}
        self._deleted: set[PlayerId] = set()

    def learn(self, names: Mapping[PlayerId, str], deleted: set[PlayerId]) -> None:
        """Takes in what the store knows."""
        self._names.update(names)
        self._deleted |= deleted

    def __call__(self, player_id: PlayerId) -> str | None:
        """What a player is called; None if he has deleted himself."""
        if player_id in self._deleted:
            return None
        return self._names.get(player_id) or guest_name(player_id)

    def has_account(self, player_id: PlayerId) -> bool:
        """Whether a player has an account."""
        return player_id in self._names

    def change(self, player_id: PlayerId, name: str) -> None:
        """An account was made or renamed."""
        self._names[player_id] = name

    def delete(self, player_id: PlayerId) -> None:
        """A player has deleted himself."""
        self._names.pop(player_id, None)
        self._deleted.add(player_id)
