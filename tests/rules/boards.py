"""Boards for the tests of the rules: written as text, replayed step by step."""

from naqala.rules import Position, Sowing, Variant, parse_position


def at(text: str, variant: str = "kalah") -> Position:
    """The position that a text describes: `S1,...,S6/N1,...,N6 south,north mover`."""
    return parse_position(text, Variant.parse(variant))


def replay(position: Position, sowing: Sowing) -> tuple[int, ...]:
    """The board that a sowing's lift, drops and captures lead to, before any sweep."""
    board = list(position.board)
    lifted, board[sowing.origin] = board[sowing.origin], 0
    assert lifted == len(sowing.visited)
    for place in sowing.visited:
        board[place] += 1
    for capture in sowing.captures:
        assert capture.store is not None
        assert capture.seeds == board[capture.pit] > 0
        board[capture.pit] = 0
        board[capture.store] += capture.seeds
    return tuple(board)


def replay_sweep(board: tuple[int, ...], sowing: Sowing) -> tuple[tuple[int, ...], int]:
    """The board after the sweep, and the seeds that the sweep took off it."""
    swept = list(board)
    gone = 0
    for transfer in sowing.sweep:
        assert transfer.seeds == swept[transfer.pit] > 0
        swept[transfer.pit] = 0
        if transfer.store is None:
            gone += transfer.seeds
        else:
            swept[transfer.store] += transfer.seeds
    return tuple(swept), gone
