"""What `naqala solve` and `naqala table` share: memory, database, a search that is watched."""

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from naqala.cli import BadInput
from naqala.cli.status import StatusLine
from naqala.data_folder import data_folder
from naqala.rules import Game, Variant

if TYPE_CHECKING:
    from naqala.engine.endgames import EndgameDatabase
    from naqala.engine.solver import Solver
    from naqala.engine.stop import Stop


def add_means(parser: argparse.ArgumentParser) -> None:
    """Declares `--endgames` and `--memory`."""
    parser.add_argument(
        "--endgames",
        type=int,
        metavar="N",
        help="up to how many seeds a database is used: a file, or one built in memory (as many as "
        "pay, or the largest file if that has more); 0 for none",
    )
    parser.add_argument(
        "--memory",
        metavar="SIZE",
        help="for what is proven, as in 512M or 2G (256M, for large boards 2G)",
    )


def open_database(
    variant: Variant,
    seeds_in_pits: int,
    seeds: int | None,
    threads: int,
    stop: "Stop",
    status: StatusLine,
) -> "EndgameDatabase | None":
    """A file, if there is one as large as pays for so many seeds in the pits, else one in memory.

    With `seeds` it is one for so many seeds, for 0 None.

    Raises:
        BadInput: if there is neither file nor memory for it.
        BuildCancelled: when `stop` was set meanwhile.

    """
    from naqala.engine.endgames import (
        BuildError,
        DatabaseFileError,
        build_endgames,
        database_file,
        find_endgames,
        read_endgames,
    )
    from naqala.engine.means import usual_endgames

    try:
        if variant.game is not Game.KALAH:
            raise BadInput(f"solving is for kalah, not for {variant.game.value}")
        folder = data_folder() / "endgames"
        wanted = usual_endgames(variant.pits, seeds_in_pits) if seeds is None else seeds
        if seeds is None:
            found = find_endgames(folder, variant)
            if found is not None and found.seeds >= wanted:
                return read_endgames(found.path)
        if wanted == 0:
            return None
        if wanted < 0:
            raise BuildError(f"a database has at least 1 seed, or 0 for none, not {wanted}")
        path = database_file(folder, variant, wanted)
        if path.exists():
            return read_endgames(path)
        return build_endgames(
            variant,
            wanted,
            threads=threads,
            on_progress=lambda done, total: status.say(
                f"{variant}: database of {wanted} seeds, {done / total:.0%}"
            ),
            is_cancelled=lambda: stop.is_set,
        )
    except (BuildError, DatabaseFileError, ValueError) as error:
        raise BadInput(str(error)) from error


def open_solver(
    variant: Variant,
    database: "EndgameDatabase | None",
    memory_bytes: int | None,
    threads: int,
    on_progress: Callable[[int], None],
) -> "Solver":
    """A solver with what was asked for.

    Raises:
        BadInput: if that is not there.

    """
    from naqala.engine.endgames.builder import available_memory_bytes, megabytes
    from naqala.engine.means import usual_memory_bytes
    from naqala.engine.solver import Solver

    if memory_bytes is None:
        memory_bytes = usual_memory_bytes(variant)
    free = available_memory_bytes()
    if free is not None and memory_bytes > free:
        raise BadInput(
            f"{megabytes(memory_bytes)} of memory were asked for, {megabytes(free)} are free"
        )
    try:
        return Solver(
            variant,
            database,
            memory_bytes=memory_bytes,
            threads=threads,
            on_progress=on_progress,
        )
    except ValueError as error:
        raise BadInput(str(error)) from error


class Watch:
    """Shows on a terminal how a search goes on."""

    def __init__(self, name: str, status: StatusLine) -> None:
        self._name = name
        self._status = status
        self._began = time.perf_counter()
        self._bounds = ""

    def on_bounds(self, lower: int, upper: int) -> None:
        """More is proven."""
        self._bounds = f"{lower:+d}" if lower == upper else f"{lower:+d} to {upper:+d}"

    def on_progress(self, nodes: int) -> None:
        """So many nodes by now."""
        seconds = max(time.perf_counter() - self._began, 0.001)
        self._status.say(
            f"{self._name}: {self._bounds or 'searching'}, {nodes:,} nodes, "
            f"{nodes / seconds / 1e6:.1f} M/s, {seconds:.0f} s"
        )
