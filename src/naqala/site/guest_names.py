"""Friendly names for guests: a tree and a number, always the same for the same player.

Trees, for Naqala's languages share most of their names.
"""

import hashlib

from naqala.play import PlayerId

TREES = (
    "Acacia", "Araucaria", "Baobab", "Bonsai", "Caoba", "Ceiba", "Eucalipto", "Ginkgo",
    "Jacaranda", "Kapok", "Lima", "Magnolia", "Mango", "Mimosa", "Moringa", "Oliva",
    "Palma", "Papaya", "Sakura", "Samba", "Sapele", "Secuoya", "Tamarindo", "Teca",
)  # fmt: skip
_NUMBERS = 900


def guest_name(player_id: PlayerId) -> str:
    """The name of a guest; it tells nothing of his id."""
    digest = hashlib.sha256(f"guest {player_id}".encode()).digest()
    number = int.from_bytes(digest[:8])
    return f"{TREES[number % len(TREES)]} {100 + number // len(TREES) % _NUMBERS}"
