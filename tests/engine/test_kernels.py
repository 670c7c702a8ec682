"""The kernels do what the rules say, move by move."""

from random import Random

import pytest

from naqala.engine import kernels
from naqala.engine.encoding import encode
from naqala.engine.kernels import layout as at
from naqala.rules import Game, Position, Side, Variant
from tests.engine.variants import OTHERS, kalah_variants, random_line, random_position, sowings

BOARDS = [(pits, seeds) for pits in range(1, 7) for seeds in (1, 3, 4, 6, 10)]
VARIANTS = [variant for variant in kalah_variants(*BOARDS) if not variant.pie] + OTHERS


def check_position(position: Position) -> int:
    """Compares the legal pits, and every sowing, with the rules; returns how many."""
    variant = position.variant
    tables = kernels.tables_of(variant)
    board = encode(position)
    legal = kernels.legal_pits(board.mine, board.rival, board.forced, tables)
    assert [pit for pit in range(1, 7) if legal >> (pit - 1) & 1] == sowings(position)
    for move in sowings(position):
        sowing = position.sow(move)
        mine, rival, follows, forced = map(
            int, kernels.sow(board.mine, board.rival, move - 1, tables)
        )
        after = sowing.after
        mover = position.to_move
        expected = (
            at.GAME_OVER
            if after.is_over
            else at.EXTRA_TURN if sowing.extra_turn else at.TURN_PASSES
        )  # fmt: skip
        assert follows == expected
        assert forced == (after.forced_pit or 0)
        assert rows_and_stores(mine, rival, variant) == (
            after.pits(mover), after.store(mover), after.pits(mover.other), after.store(mover.other)
        )  # fmt: skip
    return len(sowings(position))


def rows_and_stores(mine: int, rival: int, variant: Variant) -> tuple[object, ...]:
    """The pits and store of each side of a kernel's board."""
    found: list[object] = []
    for side in (mine, rival):
        places = side.to_bytes(8, "little")
        assert places[variant.pits : at.STORE] == bytes(at.STORE - variant.pits)
        found += [tuple(places[: variant.pits]), places[at.STORE]]
    return tuple(found)


@pytest.mark.parametrize("game", list(Game))
def test_every_move_of_random_games_is_sown_as_the_rules_say(game: Game) -> None:
    rng = Random(f"games {game}")
    moves = 0
    for variant in VARIANTS:
        if variant.game is game:
            for _ in range(1 if game is Game.KALAH else 60):
                line = random_line(variant, rng, plies=120)
                position = line.start
                for move in line.moves:
                    moves += check_position(position)
                    position = position.play(move)
    assert moves > 10_000


@pytest.mark.parametrize("game", list(Game))
def test_every_move_of_set_up_positions_is_sown_as_the_rules_say(game: Game) -> None:
    rng = Random(f"positions {game}")
    moves = 0
    for variant in VARIANTS:
        if variant.game is game:
            for _ in range(8 if game is Game.KALAH else 1200):
                seeds = rng.randint(2, variant.total)
                moves += check_position(random_position(variant, rng, seeds))
    assert moves > 5_000


def test_a_majority_ends_oware() -> None:
    oware = Variant.parse("oware")
    rng = Random("majority")
    ended = 0
    for _ in range(400):
        position = random_position(oware, rng, 12)
        south = rng.randint(14, 22)
        board = list(position.board)
        board[position.store_place(Side.SOUTH)] = south
        board[position.store_place(Side.NORTH)] = 36 - south
        filled = Position(oware, tuple(board), position.to_move)
        check_position(filled)
        ended += sum(filled.play(move).is_over for move in filled.legal_moves())
    assert ended > 5


def test_a_store_and_a_pit_hold_every_seed_of_the_largest_board() -> None:
    largest = Variant.parse("kalah(6,10)")
    for pit in range(6):
        row = [0] * 6
        row[pit] = largest.total - 1
        check_position(Position.set_up(largest, (row, (1, 0, 0, 0, 0, 0))))
