"""What mancala is: variants, positions, moves, sowings, outcomes, notation.

The readable reference: pure Python, no I/O. Rules and their sources: docs/rules.md.
"""

from naqala.rules.line import Line
from naqala.rules.notation import (
    GameRecord,
    InvalidGame,
    format_game,
    format_move,
    format_position,
    parse_game,
    parse_move,
    parse_position,
    result_of,
)
from naqala.rules.outcome import Outcome, Reason
from naqala.rules.perft import perft
from naqala.rules.position import (
    SWAP,
    Illegal,
    IllegalMove,
    InvalidPosition,
    Move,
    Position,
    RepetitionKey,
)
from naqala.rules.score import Bounds, Estimate, Exact, Score, from_bounds
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.sowing import Sowing, Track, Transfer
from naqala.rules.swap import Swap
from naqala.rules.variant import End, Game, InvalidVariant, Remainder, Variant

__all__ = [
    "NORTH",
    "SOUTH",
    "SWAP",
    "Bounds",
    "End",
    "Estimate",
    "Exact",
    "Game",
    "GameRecord",
    "Illegal",
    "IllegalMove",
    "InvalidGame",
    "InvalidPosition",
    "InvalidVariant",
    "Line",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Remainder",
    "RepetitionKey",
    "Score",
    "Side",
    "Sowing",
    "Swap",
    "Track",
    "Transfer",
    "Variant",
    "format_game",
    "format_move",
    "format_position",
    "from_bounds",
    "parse_game",
    "parse_move",
    "parse_position",
    "perft",
    "result_of",
]
