"""Arguments that several commands share, and how they are read."""

import argparse
import re
from typing import TYPE_CHECKING

from naqala.cli import BadInput
from naqala.data_folder import data_folder
from naqala.engine import LEVELS, Level, Opener
from naqala.rules import InvalidVariant, Variant

if TYPE_CHECKING:
    from naqala.engine import EndgameShelf

_LEAST_ENDGAMES = 15
"""As many as a site builds for itself."""
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Declares `--variant`."""
    parser.add_argument(
        "--variant",
        default="kalah",
        metavar="V",
        help="the rules, as in 'kalah(6,4)+pie', wari or oware (default: kalah)",
    )


def read_variant(text: str) -> Variant:
    """The variant that a text names.

    Raises:
        BadInput: if there is none.

    """
    try:
        return Variant.parse(text)
    except InvalidVariant as error:
        raise BadInput(str(error)) from error


def level_help(default: str) -> str:
    """What `--level` says of itself."""
    return f"how strong: {', '.join(LEVELS)} (default: {default})"


def read_level(name: str) -> Level:
    """The level that a text names.

    Raises:
        BadInput: if there is none.

    """
    if name not in LEVELS:
        raise BadInput(f"unknown level {name[:40]!r}: the levels are {', '.join(LEVELS)}")
    return LEVELS[name]


def add_even(parser: argparse.ArgumentParser) -> None:
    """Declares `--even`."""
    parser.add_argument(
        "--even",
        type=positive,
        metavar="N",
        help="only openings that a search believes to be within N seeds of even",
    )


def opener_of(even: int | None) -> Opener:
    """What draws the openings that `--even` asks for."""
    from naqala.engine import even_openings, opening

    return opening if even is None else even_openings(even)


def endgame_shelf() -> "EndgameShelf":
    """The databases of the data folder; without any, small ones are built in memory."""
    from naqala.engine import EndgameShelf

    return EndgameShelf(data_folder() / "endgames", least_seeds=_LEAST_ENDGAMES)


def positive(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return number


def read_size(text: str) -> int:
    """The bytes that `--memory` names, as in 512M.

    Raises:
        BadInput: if it names none.

    """
    match = re.fullmatch(r"([0-9]{1,6})([KMG]?)", text)
    if match is None or not int(match[1]):
        raise BadInput(f"--memory {text!r} is no size: write it as 512M or 2G")
    return int(match[1]) * _UNITS[match[2]]
