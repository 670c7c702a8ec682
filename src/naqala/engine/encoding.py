"""Positions in the form that kernels take: two integers, the mover's side first."""

from collections.abc import Sequence
from dataclasses import dataclass

from naqala.engine.kernels.layout import PIT_BITS, ROW, STORE_SHIFT
from naqala.rules import Position, RepetitionKey, Side


@dataclass(frozen=True, slots=True)
class Board:
    """Both sides in an integer each (`kernels/__init__.py`), and the forced pit, 0 when free."""

    mine: int
    rival: int
    forced: int = 0


def encode(position: Position) -> Board:
    """The board of a position, stores included."""
    mover = position.to_move
    return Board(
        _side(position.pits(mover), position.store(mover)),
        _side(position.pits(mover.other), position.store(mover.other)),
        position.forced_pit or 0,
    )


def encode_rows(position: Position) -> Board:
    """The board of a position with empty stores, as a search sees it."""
    board = encode(position)
    return Board(board.mine & ROW, board.rival & ROW, board.forced)


def encode_history(position: Position, keys: Sequence[RepetitionKey]) -> list[Board]:
    """The boards, without stores, of the positions before this one since the last capture.

    `keys` are those of `rules.Line`; the last one may be that of the position itself.

    Raises:
        ValueError: if the keys are not those of alternate moves on this kind of board.

    """
    earlier = keys[:-1] if keys and keys[-1] == position.repetition_key else keys
    boards = []
    pits = position.variant.pits
    for distance, (rows, mover, forced) in zip(range(len(earlier), 0, -1), earlier, strict=True):
        expected = position.to_move if distance % 2 == 0 else position.to_move.other
        if len(rows) != 2 * pits or mover is not expected:
            raise ValueError(f"not a key of the positions before {position}: {rows}, {mover.name}")
        south, north = _side(rows[:pits], 0), _side(rows[pits:], 0)
        mine, rival = (south, north) if mover is Side.SOUTH else (north, south)
        boards.append(Board(mine, rival, forced or 0))
    return boards


def _side(pits: Sequence[int], store: int) -> int:
    row = sum(seeds << (PIT_BITS * pit) for pit, seeds in enumerate(pits))
    return row + (store << STORE_SHIFT)
