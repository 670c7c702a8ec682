"""Endgame databases: the margin of every position with few seeds in its pits.

In Kalah it is exact: a database holds for all games with the same board and the same rules,
whatever their number of seeds, and takes one byte a position. In wari and oware, whose positions
can repeat, it is a lower and an upper bound, equal in most positions, and takes two.
"""

from naqala.engine.endgames.build_errors import BuildCancelled, BuildError
from naqala.engine.endgames.builder import (
    build_endgames,
    bytes_to_build,
    check_size,
    hold_build,
    megabytes,
)
from naqala.engine.endgames.database import EndgameDatabase, MissingDatabaseError, endgame_rules
from naqala.engine.endgames.file import (
    DatabaseFileError,
    check_room,
    read_endgames,
    write_endgames,
)
from naqala.engine.endgames.folder import EndgameFile, database_file, find_endgames, list_endgames
from naqala.engine.endgames.shelf import EndgameShelf, OpenEndgames
from naqala.engine.endgames.verify import wrong_samples

__all__ = [
    "BuildCancelled",
    "BuildError",
    "DatabaseFileError",
    "EndgameDatabase",
    "EndgameFile",
    "EndgameShelf",
    "MissingDatabaseError",
    "OpenEndgames",
    "build_endgames",
    "bytes_to_build",
    "check_room",
    "check_size",
    "database_file",
    "endgame_rules",
    "find_endgames",
    "hold_build",
    "list_endgames",
    "megabytes",
    "read_endgames",
    "write_endgames",
    "wrong_samples",
]
