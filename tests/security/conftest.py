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
    postgres,
    settings,
    site,
    url,
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
    "postgres",
    "settings",
    "site",
    "url",
]
