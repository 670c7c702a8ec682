"""`naqala match`: lets two levels play each other."""

import argparse
import sys
import time

from naqala.cli import BadInput
from naqala.cli.arguments import (
    add_even,
    add_variant,
    opener_of,
    positive,
    read_level,
    read_variant,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the levels and the options."""
    parser.add_argument("first", metavar="LEVEL", help="the level whose score is told")
    parser.add_argument("second", metavar="RIVAL", help="the level it plays")
    parser.add_argument(
        "--games",
        type=positive,
        default=200,
        metavar="N",
        help="how many; every opening is played from both sides (default: 200)",
    )
    add_variant(parser)
    add_even(parser)
    parser.add_argument(
        "--seed", type=positive, default=1, metavar="N", help="which openings (default: 1)"
    )


def run(options: argparse.Namespace) -> int:
    """Plays, tells how it goes on a terminal, and prints the score with its interval."""
    variant = read_variant(options.variant)
    levels = read_level(options.first), read_level(options.second)
    from naqala.engine import Tally, play_match, player_of
    from naqala.engine.match import NoEvenOpening

    players = player_of(levels[0]), player_of(levels[1])
    is_terminal = sys.stderr.isatty()
    began = time.perf_counter()
    tally = Tally()
    opener = opener_of(options.even)
    try:
        for tally in play_match(variant, players, options.games, options.seed, opener=opener):
            if is_terminal:
                print(f"\r{tally.games}/{options.games} games: +{tally.wins} ={tally.draws} "
                      f"-{tally.losses}", end="", file=sys.stderr, flush=True)  # fmt: skip
    except NoEvenOpening as error:
        raise BadInput(str(error)) from error
    if is_terminal:
        print(file=sys.stderr)
    low, high = tally.interval
    print(f"{options.first} against {options.second}, {variant}, {tally.games} games")
    print(f"wins     {tally.wins}")
    print(f"draws    {tally.draws}")
    print(f"losses   {tally.losses}")
    print(f"score    {tally.score:.1%} (95 % interval {low:.1%} to {high:.1%})")
    print(f"seconds  {time.perf_counter() - began:.1f}")
    return 0
