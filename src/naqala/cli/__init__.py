"""The `naqala` command: one module a subcommand, imported only when it is called."""

import argparse
import importlib
import os
import sys

from naqala import __version__

_COMMANDS = {
    "serve": "start the web site",
    "backup": "copy the site's database while it runs",
    "restore": "put such a copy in its place",
    "play": "play a game in the terminal",
    "best": "say the best move of a position",
    "match": "let two levels play each other",
    "ladder": "let all players play each other, and rate them",
    "solve": "find the exact margin of a position of Kalah",
    "book": "extend or read the opening book",
    "table": "recompute the table of solved starts of Kalah",
    "endgames": "build, list and verify endgame databases",
    "perft": "count the leaves of the game tree",
}


def main(arguments: list[str] | None = None) -> int:
    """Runs one subcommand; returns the exit status: 0, 1 for bad input, 2 for bad usage."""
    words = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog="naqala", description="Play, learn and solve mancala.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"naqala {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    called = next((word for word in words if not word.startswith("-")), None)
    for name, summary in _COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == called:
            # Imported here: `naqala perft` must not pay for the web site, nor `serve` for Numba.
            module = importlib.import_module(f"naqala.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    options = parser.parse_args(words)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BadInput as error:
        print(f"naqala {options.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has closed it (`naqala perft | head -1`).
        _drop_output()
        return 0
    except OSError as error:
        print(f"naqala {options.command}: {error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    return status


def _drop_output() -> None:
    """Sends what is still to be written nowhere, so that Python does not fail on it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]


class BadInput(Exception):
    """What the user gave is wrong; the message says what would be right."""
