"""`naqala best`: says the best move of a position."""

import argparse

from naqala.cli import BadInput
from naqala.cli.arguments import (
    add_variant,
    endgame_shelf,
    level_help,
    positive,
    read_level,
    read_variant,
)
from naqala.rules import InvalidPosition, Line, format_move, parse_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the position and the options."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="South's pits/North's pits, stores, side to move: '4,4,4,4,4,4/4,4,4,4,4,4 0,0 S'",
    )
    add_variant(parser)
    parser.add_argument("--level", default="hard", metavar="L", help=level_help("hard"))
    parser.add_argument(
        "--rng-seed", type=positive, default=1, metavar="N", help="which chances a weak level takes"
    )


def run(options: argparse.Namespace) -> int:
    """Prints what the engine decides, a line for each thing."""
    variant = read_variant(options.variant)
    level = read_level(options.level)
    try:
        position = parse_position(options.position, variant)
    except InvalidPosition as error:
        raise BadInput(str(error)) from error
    if position.is_over:
        raise BadInput(f"the game is over in this position: {position}")
    from naqala.engine import Engine

    keys = Line.begin(position).keys
    decision = Engine(endgames=endgame_shelf()).choose(
        position, level, keys, rng_seed=options.rng_seed
    )
    for name, value in (
        ("position", str(position)),
        ("move", format_move(decision.move)),
        ("value", str(decision.score)),
        ("depth", str(decision.depth)),
        ("nodes", str(decision.nodes)),
        ("seconds", f"{decision.seconds:.3f}"),
        ("line", " ".join(map(format_move, decision.line))),
    ):
        print(f"{name:<9}{value}")
    return 0
