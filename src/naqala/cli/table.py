"""`naqala table`: recomputes the table "Solving Kalah", cell by cell, and keeps what is proven."""

import argparse
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from naqala.cli import BadInput
from naqala.cli.arguments import positive, read_size
from naqala.cli.solving import Watch, add_means, open_database, open_solver
from naqala.cli.status import StatusLine
from naqala.rules import Position, Variant, format_move

if TYPE_CHECKING:
    from naqala.engine.solved_table import Cell
    from naqala.engine.stop import Stop

_RULES = {"standard": False, "empty-capture": True}
_LARGEST = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares which cells, what may be spent on each, and where they go."""
    parser.add_argument(
        "--rule", choices=sorted(_RULES), help="the capture rule of the cells (default: both)"
    )
    for axis in ("pits", "seeds"):
        parser.add_argument(
            f"--{axis}",
            type=_span,
            default=range(1, _LARGEST + 1),
            metavar="A-B",
            help=f"the cells with so many {axis} a {'side' if axis == 'pits' else 'pit'}, as in 4 "
            f"or 2-5 (default: 1-{_LARGEST})",
        )
    parser.add_argument(
        "--budget",
        type=positive,
        default=60,
        metavar="SECONDS",
        help="for each cell, its database included; one that takes longer is marked with what was "
        "proven by then (default: 60)",
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("kalah-table"),
        metavar="NAME",
        help="writes NAME.json, NAME.txt and NAME.svg, and goes on with what NAME.json has "
        "(default: kalah-table)",
    )
    add_means(parser)
    parser.add_argument("--threads", type=positive, metavar="T", help="default: one for each core")


def run(options: argparse.Namespace) -> int:
    """Solves what is not solved yet; 130 when it was interrupted."""
    memory_bytes = None if options.memory is None else read_size(options.memory)
    threads = options.threads or os.cpu_count() or 1
    from naqala.engine.solved_table import TableFileError, joined, read_table, table_text

    interruption = _Interruption()
    status = StatusLine()
    previous = signal.signal(signal.SIGINT, interruption)
    try:
        path = Path(f"{options.output}.json")
        table = read_table(path)
        _write(options.output, table)
        for variant in _wanted(options):
            cell = table.get(variant)
            if cell is not None and (cell.is_complete or cell.seconds >= options.budget):
                continue
            found = _solve(variant, options, memory_bytes, threads, interruption, status)
            status.clear()
            if found is not None:
                table[variant] = joined(found, cell)
                _write(options.output, table)
                print(_told(variant, table[variant]), file=sys.stderr, flush=True)
            if interruption.is_set:
                print(f"interrupted; the same command goes on from {path}", file=sys.stderr)
                return 130
    except TableFileError as error:
        raise BadInput(str(error)) from error
    finally:
        status.clear()
        signal.signal(signal.SIGINT, previous)
    asked = set(_wanted(options))
    print(table_text({v: cell for v, cell in table.items() if v in asked}), end="")
    return 0


class _Interruption:
    """Ctrl-C ends the search at hand, not the program: what is proven by then is kept."""

    def __init__(self) -> None:
        self.is_set = False
        self._stop: Stop | None = None

    def __call__(self, signal_number: int, frame: FrameType | None) -> None:
        """Handles the signal."""
        self.is_set = True
        if self._stop is not None:
            self._stop.set()

    def new_stop(self) -> "Stop":
        """What ends the next search, set if it is to end at once."""
        from naqala.engine.stop import Stop

        self._stop = Stop()
        if self.is_set:
            self._stop.set()
        return self._stop


def _wanted(options: argparse.Namespace) -> list[Variant]:
    """The cells that were asked for, the small ones first."""
    rules = list(_RULES.values()) if options.rule is None else [_RULES[options.rule]]
    variants = [
        Variant(pits=pits, seeds=seeds, empty_capture=empty_capture)
        for pits in options.pits
        for seeds in options.seeds
        for empty_capture in rules
    ]
    from naqala.engine.endgames.ranks import positions_up_to

    return sorted(variants, key=lambda v: (positions_up_to(v.pits, v.total), v.empty_capture))


def _solve(
    variant: Variant,
    options: argparse.Namespace,
    memory_bytes: int | None,
    threads: int,
    interruption: _Interruption,
    status: StatusLine,
) -> "Cell | None":
    """What can be proven of a start within the budget; None if that is nothing yet."""
    from naqala.engine.endgames import BuildCancelled
    from naqala.engine.solved_table import Cell
    from naqala.rules.score import Exact

    began = time.perf_counter()
    stop = interruption.new_stop()
    clock = threading.Timer(options.budget, stop.set)
    clock.daemon = True
    clock.start()
    try:
        database = open_database(variant, variant.total, options.endgames, threads, stop, status)
        watch = Watch(str(variant), status)
        solver = open_solver(variant, database, memory_bytes, threads, watch.on_progress)
        solution = solver.solve(Position.start(variant), stop, watch.on_bounds)
    except BuildCancelled:
        if interruption.is_set:
            return None
        return Cell(-variant.total, variant.total, (), (), 0, float(options.budget), 0)
    finally:
        clock.cancel()
    seconds = time.perf_counter() - began
    score = solution.score
    lower, upper = (
        (score.margin, score.margin) if isinstance(score, Exact) else (score.lower, score.upper)
    )
    return Cell(
        lower,
        upper,
        solution.moves,
        solution.line,
        solution.nodes,
        # A cell that the clock has ended took its whole budget, however soon it was noticed.
        float(options.budget) if stop.is_set and not interruption.is_set else round(seconds, 2),
        0 if database is None else database.seeds,
    )


def _told(variant: Variant, cell: "Cell") -> str:
    """A cell in a line."""
    told = f"{variant}: {cell.mark(variant.total)}"
    if cell.moves:
        told += f", {' '.join(map(format_move, cell.moves))}"
    return f"{told}; {cell.nodes:,} nodes, {cell.seconds:.1f} s with {cell.endgames} seeds"


def _write(output: Path, table: "dict[Variant, Cell]") -> None:
    """Writes the three files."""
    from naqala.cli.table_picture import table_picture
    from naqala.engine.solved_table import table_text, write_table, write_whole

    write_table(table, Path(f"{output}.json"))
    write_whole(Path(f"{output}.txt"), table_text(table))
    write_whole(Path(f"{output}.svg"), table_picture(table))


def _span(text: str) -> range:
    """Whole numbers from one to another, as in 3 or 2-5, for argparse."""
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    span = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
    if not span or span[0] < 1 or span[-1] > _LARGEST:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a number from 1 to {_LARGEST} nor two, as in 2-5"
        )
    return span
