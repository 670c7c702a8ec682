"""All that is kept of an account, as one JSON document, written while it is read."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

import msgspec

from naqala.site import protocol
from naqala.site.accounts.accounts import Accounts
from naqala.site.storage import Account, Store
from naqala.site.storage.exports import changes_of, game_ids_of, games_of, ratings_of
from naqala.site.wire import encode

_BATCH: Final = 50
"""Games that are read at a time, so that a long history holds nobody up."""


async def export_lines(store: Store, accounts: Accounts, account: Account) -> AsyncIterator[bytes]:
    """The document (`protocol.Export`) in pieces."""
    player_id = account.player_id
    profile = protocol.ExportedProfile(
        player_id=player_id,
        name=account.name,
        created_ms=account.created_ms,
        renamed_ms=account.renamed_ms,
        recovery_codes_left=await accounts.codes_left(player_id),
    )
    sessions = [
        protocol.ExportedSession(one.browser, one.system, one.created_ms, one.seen_ms)
        for one in await accounts.sessions(player_id)
    ]
    ratings = await store.read(lambda connection: ratings_of(connection, player_id))
    changes = await store.read(lambda connection: changes_of(connection, player_id))
    yield b'{"profile":' + encode(profile)
    yield b',\n"sessions":' + msgspec.json.encode(sessions)
    yield b',\n"ratings":' + msgspec.json.encode(ratings)
    yield b',\n"rating_changes":' + msgspec.json.encode(changes)
    yield b',\n"games":['
    ids = await store.read(lambda connection: game_ids_of(connection, player_id))
    start = b"\n"
    for begin in range(0, len(ids), _BATCH):
        batch = ids[begin : begin + _BATCH]
        games = await store.read(partial(games_of, player_id=player_id, game_ids=batch))
        for game in games:
            yield start + encode(game)
            start = b",\n"
    yield b"]}\n"
