"""`naqala match`: lets two levels play each other."""

import argparse
import sys
import time

from naqala.cli import BadInput
from naqala.cli.arguments import (
    add_even,
    add_variant,
    endgame_shelf,
    opener_of,
    positive,
    read_level,
    read_variant,
)
from naqala.rules import Game


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
        "--balanced",
        type=positive,
        metavar="N",
        help="only openings of Kalah whose exact worth is within N seeds of even",
    )
    parser.add_argument("--threads", type=positive, metavar="T", help="default: one for each core")
    parser.add_argument(
        "--seed", type=positive, default=1, metavar="N", help="which openings (default: 1)"
    )


def run(options: argparse.Namespace) -> int:
    """Plays, tells how it goes on a terminal, and prints the score with its interval."""
    variant = read_variant(options.variant)
    levels = read_level(options.first), read_level(options.second)
    if options.balanced and options.even:
        raise BadInput("--even guesses and --balanced proves: choose one of them")
    if options.balanced and variant.game is not Game.KALAH:
        raise BadInput(f"--balanced needs exact values, which {variant.game.value} has not")
    from naqala.engine import Tally, play_match, player_of
    from naqala.engine.balanced import balanced_openings
    from naqala.engine.match import NoEvenOpening

    shelf = endgame_shelf()
    players = player_of(levels[0], shelf), player_of(levels[1], shelf)
    opener = opener_of(options.even)
    if options.balanced:
        opener = balanced_openings(options.balanced, shelf)
    is_terminal = sys.stderr.isatty()
    began = time.perf_counter()
    tally = Tally()
    try:
        for tally in play_match(
            variant, players, options.games, options.seed, options.threads, opener
        ):
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
