"""The moves that a search expects: what its transposition table holds along the best line."""

from naqala.engine.encoding import encode_rows
from naqala.engine.root import Root, RootMove
from naqala.engine.workspace import longer_path
from naqala.rules import Game, Move, Position

_LONGEST_LINE = 24


def expected_line(root: Root, position: Position, first: RootMove) -> tuple[Move, ...]:
    """A root move and what probably follows; ends where the table knows nothing more.

    At a swap on offer inside the line the sowing is followed, as the table has it.
    """
    workspace = root.workspace
    is_kalah = position.variant.game is Game.KALAH
    path, ply = workspace.path, workspace.ply
    line: list[Move] = []
    pit: int | None = first.pit
    while pit is not None and pit + 1 in position.legal_moves() and len(line) < _LONGEST_LINE:
        board = encode_rows(position)
        after = position.play(pit + 1)
        if is_kalah or after.stores != position.stores:
            path = 0
        elif line:
            path = longer_path(path, board, ply)
        line.append(pit + 1)
        ply += 1
        position = after
        if position.is_over:
            break
        pit = workspace.best_pit(encode_rows(position), path)
    return tuple(line)
