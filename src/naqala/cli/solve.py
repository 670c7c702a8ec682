"""`naqala solve`: finds the exact margin of a position of Kalah."""

import argparse
import signal
import sys
import time
from typing import TYPE_CHECKING

from naqala.cli import BadInput
from naqala.cli.arguments import add_variant, positive, read_size, read_variant
from naqala.data_folder import data_folder
from naqala.rules import Game, InvalidPosition, Position, Variant, format_move, parse_position

if TYPE_CHECKING:
    from naqala.engine.endgames import EndgameDatabase

_USUAL_ENDGAMES = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the position and what may be spent on it."""
    parser.add_argument(
        "position", nargs="?", metavar="POSITION", help="default: the start of the variant"
    )
    add_variant(parser)
    parser.add_argument(
        "--endgames",
        type=int,
        metavar="N",
        help="up to how many seeds a database is used: the largest file there is, or one built in "
        f"memory ({_USUAL_ENDGAMES} seeds, or all of them on a smaller board); 0 for none",
    )
    parser.add_argument(
        "--memory", default="256M", metavar="SIZE", help="for what is proven, as in 2G (256M)"
    )
    parser.add_argument("--threads", type=positive, default=1, metavar="T", help="default: 1")


def run(options: argparse.Namespace) -> int:
    """Solves, and prints value, moves, line and what it took; 130 when it was interrupted."""
    variant = read_variant(options.variant)
    memory_bytes = read_size(options.memory)
    try:
        position = (
            parse_position(options.position, variant)
            if options.position
            else Position.start(variant)
        )
    except InvalidPosition as error:
        raise BadInput(str(error)) from error
    if position.is_over:
        raise BadInput(f"the game is over in {position}: nothing is left to solve")

    from naqala.engine.endgames import BuildError, DatabaseFileError
    from naqala.engine.score import Exact
    from naqala.engine.solver import Solver
    from naqala.engine.stop import Stop

    began = time.perf_counter()
    try:
        database = _database(variant, options.endgames, options.threads)
        database_seconds = time.perf_counter() - began
        shown = began

        def show(nodes: int) -> None:
            nonlocal shown
            now = time.perf_counter()
            if now - shown > 0.5:
                shown = now
                rate = nodes / max(now - began - database_seconds, 0.001)
                print(f"\r{nodes:,} nodes, {rate / 1e6:.1f} M/s ", end="", file=sys.stderr)

        solver = Solver(
            variant,
            database,
            memory_bytes=memory_bytes,
            threads=options.threads,
            on_progress=show if sys.stderr.isatty() else None,
        )
    except (BuildError, DatabaseFileError, ValueError) as error:
        raise BadInput(str(error)) from error

    # Ctrl-C ends the search, not the program: what is proven by then is printed.
    stop = Stop()
    previous = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        solution = solver.solve(position, stop)
    finally:
        signal.signal(signal.SIGINT, previous)
    if sys.stderr.isatty():
        print(file=sys.stderr)

    print(f"position  {position} ({variant})")
    if isinstance(solution.score, Exact):
        print(f"value     {solution.score.margin:+d}")
        print(f"moves     {' '.join(map(format_move, solution.moves))}")
        print(f"line      {' '.join(map(format_move, solution.line))}")
    else:
        print(f"value     {solution.score.lower:+d} to {solution.score.upper:+d} (interrupted)")
    seeds = 0 if database is None else database.seeds
    print(f"nodes     {solution.nodes:,}")
    print(f"seconds   {solution.seconds:.1f} searching, {database_seconds:.1f} for {seeds} seeds")
    return 130 if stop.is_set else 0


def _database(variant: Variant, seeds: int | None, threads: int) -> "EndgameDatabase | None":
    """The largest file that fits, else a database built in memory, else None."""
    from naqala.engine.endgames import (
        BuildError,
        build_endgames,
        database_file,
        find_endgames,
        read_endgames,
    )

    if variant.game is not Game.KALAH:
        raise ValueError(f"solving is for kalah, not for {variant.game.value}")
    folder = data_folder() / "endgames"
    if seeds is None:
        found = find_endgames(folder, variant)
        if found is not None:
            return read_endgames(found.path)
        seeds = min(_USUAL_ENDGAMES, variant.total)
    if seeds == 0:
        return None
    if seeds < 0:
        raise BuildError(f"a database has at least 1 seed, or 0 for none, not {seeds}")
    path = database_file(folder, variant, seeds)
    return read_endgames(path) if path.exists() else build_endgames(variant, seeds, threads=threads)
