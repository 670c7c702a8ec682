"""`naqala perft`: counts the leaves of the game tree, depth by depth."""

import argparse

from naqala.cli.arguments import add_variant, positive, read_variant
from naqala.rules import Position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_variant(parser)
    parser.add_argument(
        "--depth", type=positive, default=8, metavar="PLIES", help="how deep to count (default: 8)"
    )


def run(options: argparse.Namespace) -> int:
    """Prints one line a depth: the depth and its leaves."""
    variant = read_variant(options.variant)
    from naqala.engine import perft

    start = Position.start(variant)
    for depth in range(1, options.depth + 1):
        print(f"{depth:>2} {perft(start, depth):>15}", flush=True)
    return 0
