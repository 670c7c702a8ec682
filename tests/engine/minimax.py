"""Plain minimax over the readable rules: what the search must agree with."""

from functools import lru_cache

from naqala.engine import kernels
from naqala.engine.encoding import encode_rows
from naqala.engine.kernels.layout import SEED
from naqala.rules import SWAP, Line, Position, Side


def lead(position: Position, side: Side) -> int:
    """The side's store less the other's, in seeds."""
    return position.store(side) - position.store(side.other)


@lru_cache(maxsize=400_000)
def margin_of_kalah(position: Position) -> int:
    """The mover's final margin under perfect play, the pie rule included."""
    mover = position.to_move
    if position.is_over:
        return lead(position, mover)
    margins = []
    for move in position.legal_moves():
        after = position.play(move)
        same_player = after.to_move is mover and move != SWAP
        margins.append(margin_of_kalah(after) if same_player else -margin_of_kalah(after))
    return max(margins)


class TooLarge(Exception):
    """The tree has more nodes than were allowed."""


class LineMinimax:
    """Minimax over lines, which know repetition. Nothing is remembered: paths matter."""

    def __init__(self, most_nodes: int) -> None:
        self.most_nodes = most_nodes
        self.nodes = 0

    def margin(self, line: Line, alpha: int = -1000, beta: int = 1000) -> int:
        """The mover's final margin; alpha-beta, so outside the window only a bound."""
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise TooLarge
        position = line.position
        if position.is_over:
            return lead(position, position.to_move)
        best = -1000
        afters = [line.play(move) for move in position.legal_moves()]
        # Captures first: they cut most.
        afters.sort(key=lambda after: lead(after.position, position.to_move), reverse=True)
        for after in afters:
            # A finished position still says whose turn it would be, so signs are its own.
            best = max(best, -self.margin(after, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


def value_at_depth(line: Line, depth: int) -> int:
    """The mover's margin in SEED parts, some plies deep, estimated there as the engine does."""
    position = line.position
    mover = position.to_move
    if position.is_over:
        return lead(position, mover) * SEED
    if depth == 0:
        left = position.seeds_in_pits * SEED
        board = encode_rows(position)
        tables = kernels.tables_of(position.variant)
        estimate = int(kernels.evaluate(board.mine, board.rival, tables))
        return lead(position, mover) * SEED + min(max(estimate, -left), left)
    values = []
    for move in position.legal_moves():
        after = line.play(move)
        value = value_at_depth(after, depth - 1)
        values.append(value if after.position.to_move is mover else -value)
    return max(values)
