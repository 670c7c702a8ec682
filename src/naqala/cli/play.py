"""`naqala play`: a game against the computer in the terminal."""

import argparse
import random

from naqala.cli.arguments import add_variant, endgame_shelf, level_help, read_level, read_variant
from naqala.rules import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_variant(parser)
    parser.add_argument("--level", default="medium", metavar="L", help=level_help("medium"))
    parser.add_argument("--second", action="store_true", help="let the computer begin")


def run(options: argparse.Namespace) -> int:
    """Plays one game; returns when it has ended, or the player leaves."""
    variant = read_variant(options.variant)
    level = read_level(options.level)
    from naqala.cli.terminal_game import TerminalGame
    from naqala.engine import Engine, warm_up

    warm_up(lambda: print("Compiling the engine (once, a few seconds) ..."))
    rng_seed = random.getrandbits(32)
    shelf = endgame_shelf()
    if level.proof_nodes and variant.game is Game.KALAH:
        print("Looking for endgame databases ...")
        shelf.get(variant)
    engine = Engine(endgames=shelf)
    TerminalGame(variant, level, engine, is_second=options.second, rng_seed=rng_seed).play()
    return 0
