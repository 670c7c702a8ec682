"""`naqala endgames`: builds, lists and verifies endgame databases."""

import argparse
import sys
import time
from pathlib import Path

from naqala.cli import BadInput
from naqala.cli.arguments import add_variant, positive, read_variant
from naqala.data_folder import data_folder
from naqala.rules import Game, Variant

_BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the three actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="compute a database and keep it")
    add_variant(build)
    build.add_argument(
        "--endgames", type=positive, required=True, metavar="N", help="up to how many seeds"
    )
    build.add_argument("--threads", type=positive, metavar="T", help="default: one for each core")
    verify = actions.add_parser("verify", help="check databases against search, on samples")
    verify.add_argument("--samples", type=positive, default=200, metavar="N", help="default: 200")
    for action in (build, verify, actions.add_parser("list", help="tell which there are")):
        action.add_argument(
            "--data",
            type=Path,
            default=None,
            metavar="DIR",
            help=f"the data folder (NAQALA_DATA; now {data_folder()})",
        )


def run(options: argparse.Namespace) -> int:
    """Runs one action."""
    folder = (options.data or data_folder()) / "endgames"
    match options.action:
        case "build":
            return _build(folder, read_variant(options.variant), options.endgames, options.threads)
        case "list":
            return _list(folder)
        case _:
            return _verify(folder, options.samples)


def _build(folder: Path, variant: Variant, seeds: int, threads: int | None) -> int:
    from naqala.engine.endgames import (
        BuildError,
        DatabaseFileError,
        build_endgames,
        bytes_to_build,
        check_room,
        check_size,
        database_file,
        hold_build,
        megabytes,
        write_endgames,
    )
    from naqala.engine.endgames.file import HEADER_BYTES
    from naqala.engine.endgames.ranks import positions_up_to

    try:
        path = database_file(folder, variant, seeds)
        check_size(variant, seeds)
        needed = megabytes(bytes_to_build(variant, seeds))
        print(f"building {path.name}: takes {needed} of memory", flush=True)
        with hold_build(path):
            # Before the work, not after it.
            tables = 1 if variant.game is Game.KALAH else 2
            check_room(path, HEADER_BYTES + tables * positions_up_to(variant.pits, seeds))
            began = time.perf_counter()
            progress = _Bar() if sys.stderr.isatty() else None
            database = build_endgames(variant, seeds, threads=threads, on_progress=progress)
            seconds = time.perf_counter() - began
            write_endgames(database, path)
    except (BuildError, DatabaseFileError, ValueError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{folder} cannot be used: {error.strerror or error}") from error
    print(
        f"{len(database.values):,} positions in {seconds:.1f} s "
        f"({len(database.values) / seconds / 1e6:.1f} M/s): {path}"
    )
    return 0


def _list(folder: Path) -> int:
    from naqala.engine.endgames import list_endgames

    files = list_endgames(folder)
    if not files:
        print(f"no databases in {folder}; build one with: naqala endgames build --endgames 15")
    for file in files:
        if file.rules is None:
            print(f"{file.path.name}: {file.fault}")
        else:
            size = file.path.stat().st_size
            print(f"{file.path.name}: up to {file.seeds} seeds, {size / 1e6:.0f} MB")
    return 0


def _verify(folder: Path, samples: int) -> int:
    from naqala.engine.endgames import (
        DatabaseFileError,
        list_endgames,
        read_endgames,
        wrong_samples,
    )

    faults = 0
    files = list_endgames(folder)
    for file in files:
        try:
            database = read_endgames(file.path)
        except DatabaseFileError as error:
            faults += 1
            print(error)
            continue
        wrong = wrong_samples(database, samples)
        faults += len(wrong)
        for position, stored, right in wrong:
            print(f"{file.path.name}: {position} has {_margin(stored)}, not {_margin(right)}")
        if not wrong:
            print(f"{file.path.name}: whole, and right in {samples} samples")
    if not files:
        print(f"no databases in {folder}")
    return 1 if faults else 0


def _margin(bounds: tuple[int, int]) -> str:
    lower, upper = bounds
    return f"{lower:+d}" if lower == upper else f"{lower:+d} to {upper:+d}"


class _Bar:
    """A line that tells how far the building is and how long it will take."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._shown = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.perf_counter()
        if now - self._shown < 0.1 and done < total:
            return
        self._shown = now
        passed = now - self._began
        left = passed * (total - done) / done
        filled = _BAR * done // total
        end = "\n" if done == total else ""
        print(
            f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done / total:4.0%} "
            f"{done / passed / 1e6:.0f} M/s, {left:.0f} s left ",
            end=end,
            file=sys.stderr,
            flush=True,
        )
