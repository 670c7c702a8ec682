"""A player by others: OpenSpiel's Monte Carlo tree search, for its own mancala and oware.

Source: Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games (2019), and the
bot of its Python package. OpenSpiel is not needed for anything else and is imported only here.
"""

import math
from typing import Any

from naqala.engine.match import Player
from naqala.rules import Game, Line, Move, Position, Variant

# Its name for each game that it plays by our rules (tests/rules/test_openspiel.py), and the actions
# that stand for pit 6 of South and of North.
_GAMES = {
    Variant(Game.KALAH): ("mancala", (6, 13)),
    Variant(Game.OWARE): ("oware", (5, 5)),
}
_PITS = 6
_EXPLORATION = math.sqrt(2)
_MEMORY_MB = 1000


class OpenSpielMissing(Exception):
    """OpenSpiel cannot play here; the message says why and what would help."""


def mcts_player(variant: Variant, simulations: int) -> Player:
    """A player who searches with so many random games for a move.

    Each move is a new search with UCT (C. B. Browne et al., A Survey of Monte Carlo Tree Search
    Methods, 2012), one random game for each new leaf, and proven results backed up.

    Raises:
        OpenSpielMissing: if it is not installed, or does not know the variant.

    """
    if variant not in _GAMES:
        known = " and ".join(map(str, _GAMES))
        raise OpenSpielMissing(f"OpenSpiel plays {known}, not {variant}")
    try:
        import pyspiel
    except ImportError as error:
        raise OpenSpielMissing(
            f"OpenSpiel is not installed ({error}): pip install open_spiel"
        ) from error
    name, row_ends = _GAMES[variant]
    game: Any = pyspiel.load_game(name)
    start = Position.start(variant)

    def decide(line: Line, rng_seed: int) -> Move:
        if line.start != start:
            raise ValueError("OpenSpiel's player needs the game from its start")
        # Its state has no way to be set up but by the moves.
        state = game.new_initial_state()
        position = start
        for move in line.moves:
            state.apply_action(row_ends[position.to_move] - _PITS + move)
            position = position.play(move)
        rng_seed &= 0x7FFFFFFF
        evaluator = pyspiel.RandomRolloutEvaluator(1, rng_seed)
        bot = pyspiel.MCTSBot(
            game, evaluator, _EXPLORATION, simulations, _MEMORY_MB, True, rng_seed, False
        )
        return int(bot.step(state)) - row_ends[position.to_move] + _PITS

    return decide
