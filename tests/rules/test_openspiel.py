"""Kalah(6,4) and oware ply by ply against OpenSpiel 2.0.2, an implementation by others.

Its mancala leaves the last seeds in the pits at the end and counts them in its returns alone; it
skips the rival's store and has no pie rule. Both its games stop after 1,000 plies.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel
import pytest

from naqala.rules import NORTH, SOUTH, Game, Line, Move, Position, Variant

MAX_PLIES = 1000


def same_kalah(state: Any, line: Line, row_ends: tuple[int, int]) -> None:
    """Compares a position of Kalah; OpenSpiel's place 0 is North's store, then South's pits."""
    seeds = [round(number) for number in state.observation_tensor(0)[:14]]
    board = tuple(seeds[1:] + seeds[:1])
    position = line.position
    assert state.is_terminal() is position.is_over
    if position.is_over:
        south, north = sum(board[:6]), sum(board[7:13])
        assert min(south, north) == 0
        assert position.stores == (board[6] + south, board[13] + north)
        return
    assert position.board == board
    assert position.to_move == state.current_player()
    first = row_ends[position.to_move] - 5
    assert [first + pit - 1 for pit in position.legal_moves()] == state.legal_actions()


def same_oware(state: Any, line: Line, row_ends: tuple[int, int]) -> None:
    """Compares a position of oware, written `mover | stores | pits` by OpenSpiel."""
    mover, stores, pits = state.observation_string(0).split(" | ")
    position = line.position
    assert state.is_terminal() is position.is_over
    assert " ".join(map(str, position.stores)) == stores
    assert " ".join(map(str, position.pits(SOUTH) + position.pits(NORTH))) == pits
    if not position.is_over:
        assert position.to_move == state.current_player() == int(mover)
        first = row_ends[position.to_move] - 5
        assert [first + pit - 1 for pit in position.legal_moves()] == state.legal_actions()


# For each game: its name there, its comparison, and the action of pit 6 for South and for North.
GAMES: dict[Game, tuple[str, Callable[[Any, Line, tuple[int, int]], None], tuple[int, int]]] = {
    Game.KALAH: ("mancala", same_kalah, (6, 13)),
    Game.OWARE: ("oware", same_oware, (5, 5)),
}


def play_game(game: Game, rng: Random) -> int:
    """Plays one random game with both; returns its length."""
    name, same, row_ends = GAMES[game]
    state = pyspiel.load_game(name).new_initial_state()
    line = Line.begin(Position.start(Variant(game)))
    try:
        same(state, line, row_ends)
        while not state.is_terminal():
            move: Move = rng.choice(line.position.legal_moves())
            state.apply_action(row_ends[line.position.to_move] - 6 + move)
            line = line.play(move)
            same(state, line, row_ends)
        outcome = line.outcome
        assert outcome is not None
        sign = (outcome.margin > 0) - (outcome.margin < 0)
        assert state.returns() == [sign, -sign]
        assert outcome.winner == {1: SOUTH, -1: NORTH, 0: None}[sign]
        assert sum(outcome.stores) == 48
    except AssertionError as error:
        error.add_note(f"{game.value}, moves {line.moves}")
        raise
    assert len(line.moves) < MAX_PLIES
    return len(line.moves)


@pytest.mark.parametrize("rng_seed", range(4))
def test_kalah_is_played_as_openspiel_plays_mancala(rng_seed: int) -> None:
    rng = Random(rng_seed)
    assert sum(play_game(Game.KALAH, rng) for _ in range(500)) > 500


@pytest.mark.parametrize("rng_seed", range(4))
def test_oware_is_played_as_openspiel_plays_it(rng_seed: int) -> None:
    rng = Random(rng_seed)
    assert sum(play_game(Game.OWARE, rng) for _ in range(500)) > 500
