"""The site of tests/site, with its people."""

from tests.site.conftest import (
    _cheap_hashes,
    ana,
    beto,
    carla,
    client,
    clock,
    limits,
    new_game,
    settings,
    site,
)

__all__ = [
    "_cheap_hashes",
    "ana",
    "beto",
    "carla",
    "client",
    "clock",
    "limits",
    "new_game",
    "settings",
    "site",
]
