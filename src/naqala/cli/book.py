"""`naqala book`: extends the opening book, and tells what it knows."""

import argparse
import signal
import sys
import time
from pathlib import Path

from naqala.cli import BadInput
from naqala.cli.arguments import add_variant, positive, read_size, read_variant
from naqala.data_folder import data_folder
from naqala.rules import Game, InvalidPosition, Position, format_move, parse_position

_SAVE_S = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the three actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser(
        "build", help="prove more positions, from the start of a game on; goes on where it stopped"
    )
    add_variant(build)
    build.add_argument(
        "--budget", type=positive, default=600, metavar="SECONDS", help="default: 600"
    )
    build.add_argument(
        "--depth",
        type=positive,
        default=99,
        metavar="D",
        help="how deep at most: a turn counts 1, an extra turn 0.4, a seed given away 0.3",
    )
    build.add_argument(
        "--endgames",
        type=positive,
        default=20,
        metavar="N",
        help="the largest file there is serves, else N seeds are built in memory (default: 20)",
    )
    build.add_argument(
        "--memory", default="1G", metavar="SIZE", help="for what is proven, as in 2G (1G)"
    )
    build.add_argument("--threads", type=positive, default=1, metavar="T", help="default: 1")
    show = actions.add_parser("show", help="tell what the moves of a position are worth")
    show.add_argument("position", nargs="?", metavar="POSITION", help="default: the start")
    add_variant(show)
    for action in (build, show, actions.add_parser("list", help="tell how much it knows")):
        action.add_argument(
            "--file", type=Path, metavar="PATH", help="another book than that of the package"
        )


def run(options: argparse.Namespace) -> int:
    """Runs one action."""
    from naqala.engine.book import PACKAGED, BookFileError

    path = options.file or PACKAGED
    try:
        match options.action:
            case "build":
                return _build(path, options)
            case "list":
                return _list(path)
            case _:
                return _show(path, options)
    except BookFileError as error:
        raise BadInput(str(error)) from error


def _build(path: Path, options: argparse.Namespace) -> int:
    from naqala.engine import Analyst, EndgameShelf, Stop
    from naqala.engine.book import Book, read_book, write_book
    from naqala.engine.book.builder import BookProgress, extend_book
    from naqala.engine.endgames import BuildError

    variant = read_variant(options.variant)
    if variant.game is not Game.KALAH:
        raise BadInput(f"a book is for kalah, not for {variant.game.value}")
    memory_bytes = read_size(options.memory)
    book = read_book(path) if path.exists() else Book()
    shelf = EndgameShelf(data_folder() / "endgames", least_seeds=options.endgames)
    analyst = Analyst(
        endgames=shelf, book=Book(), proof_bytes=memory_bytes, threads=options.threads
    )
    try:
        opened = shelf.get(variant)
    except BuildError as error:
        raise BadInput(str(error)) from error
    seeds = 0 if opened is None else opened.database.seeds
    print(f"{variant}, with a database of {seeds} seeds, up to {options.budget} s", flush=True)

    # Ctrl-C and the end of the budget stop the proof, not the program: what is proven is kept.
    stop = Stop()
    previous = signal.signal(signal.SIGINT, lambda *_: stop.set())
    signal.signal(signal.SIGALRM, lambda *_: stop.set())
    signal.alarm(options.budget)
    began = saved = time.perf_counter()
    last: BookProgress | None = None

    def show(progress: BookProgress) -> None:
        nonlocal last, saved
        last = progress
        if sys.stderr.isatty():
            print(
                f"\r{progress.known} positions, {progress.proven} new, depth {progress.depth:.1f}, "
                f"the last in {progress.seconds:.1f} s ",
                end="",
                file=sys.stderr,
            )
        if time.perf_counter() - saved > _SAVE_S:
            write_book(book, path)
            saved = time.perf_counter()

    try:
        extend_book(book, variant, analyst, stop, most_depth=options.depth, on_progress=show)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGINT, previous)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    write_book(book, path)
    seconds = time.perf_counter() - began
    if last is None:
        print(f"not even the start was proven in {seconds:.0f} s")
    else:
        print(
            f"{last.known} positions to depth {last.depth:.1f}, {last.proven} of them new, "
            f"in {seconds:.0f} s: {path} ({path.stat().st_size:,} bytes)"
        )
    return 0


def _list(path: Path) -> int:
    from naqala.engine.book import read_book

    book = read_book(path)
    for rules, page in sorted(book.pages.items(), key=lambda item: str(item[0])):
        games: dict[int, int] = {}
        for rows in page:
            games[sum(rows)] = games.get(sum(rows), 0) + 1
        most = f"{min(games)} to {max(games)} seeds in the pits"
        print(f"{str(rules).replace(',1)', ',n)')}: {len(page):,} positions with {most}")
    if not book.pages:
        print("an empty book")
    return 0


def _show(path: Path, options: argparse.Namespace) -> int:
    from naqala.engine.book import read_book

    variant = read_variant(options.variant)
    try:
        position = (
            parse_position(options.position, variant)
            if options.position
            else Position.start(variant)
        )
    except InvalidPosition as error:
        raise BadInput(str(error)) from error
    margins = read_book(path).get_margins(position)
    print(f"position  {position} ({variant})")
    if margins is None:
        print("not in the book")
        return 0
    for move, margin in sorted(margins.items(), key=lambda item: -item[1]):
        print(f"{format_move(move):<10}{margin:+d}")
    return 0
