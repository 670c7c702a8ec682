"""`naqala solve`: finds the exact margin of a position of Kalah."""

import argparse
import signal
import sys
import time
from typing import TYPE_CHECKING

from naqala.cli import BadInput
from naqala.cli.arguments import add_variant, positive, read_size, read_variant
from naqala.cli.solving import Watch, add_means, open_database, open_solver
from naqala.cli.status import StatusLine
from naqala.rules import InvalidPosition, Position, format_move, parse_position

if TYPE_CHECKING:
    from naqala.rules.score import Bounds, Exact


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the position and what may be spent on it."""
    parser.add_argument(
        "position", nargs="?", metavar="POSITION", help="default: the start of the variant"
    )
    add_variant(parser)
    parser.add_argument(
        "--every-move", action="store_true", help="say what each legal move is worth, not only best"
    )
    add_means(parser)
    parser.add_argument("--threads", type=positive, default=1, metavar="T", help="default: 1")


def run(options: argparse.Namespace) -> int:
    """Solves, and prints value, moves, line and what it took; 130 when it was interrupted."""
    variant = read_variant(options.variant)
    memory_bytes = None if options.memory is None else read_size(options.memory)
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

    from naqala.engine.endgames import BuildCancelled
    from naqala.engine.stop import Stop
    from naqala.rules.score import Exact

    # Ctrl-C ends the search, not the program: what is proven by then is printed.
    stop = Stop()
    previous = signal.signal(signal.SIGINT, lambda *_: stop.set())
    status = StatusLine()
    try:
        began = time.perf_counter()
        database = open_database(
            variant, position.seeds_in_pits, options.endgames, options.threads, stop, status
        )
        database_seconds = time.perf_counter() - began
        watch = Watch(str(variant), status)
        solver = open_solver(variant, database, memory_bytes, options.threads, watch.on_progress)
        solution = solver.solve(position, stop, watch.on_bounds)
        scores = solver.move_scores(position, stop) if options.every_move else {}
    except BuildCancelled:
        status.clear()
        print("interrupted before the database was built: nothing is proven", file=sys.stderr)
        return 130
    finally:
        status.clear()
        signal.signal(signal.SIGINT, previous)

    print(f"position  {position} ({variant})")
    if isinstance(solution.score, Exact):
        print(f"value     {_told(solution.score)}")
        if solution.moves:
            print(f"moves     {' '.join(map(format_move, solution.moves))}")
            print(f"line      {' '.join(map(format_move, solution.line))}")
        else:
            print("moves     (interrupted)")
    else:
        print(f"value     {_told(solution.score)} (interrupted)")
    for move, score in scores.items():
        print(f"move {format_move(move):<4} {_told(score)}")
    seeds = 0 if database is None else database.seeds
    print(f"nodes     {solution.nodes:,}")
    print(f"seconds   {solution.seconds:.1f} searching, {database_seconds:.1f} for {seeds} seeds")
    return 130 if stop.is_set else 0


def _told(score: "Exact | Bounds") -> str:
    from naqala.engine.solved_table import format_margin
    from naqala.rules.score import Exact

    if isinstance(score, Exact):
        return format_margin(score.margin)
    return f"{score.lower:+d} to {score.upper:+d}"
