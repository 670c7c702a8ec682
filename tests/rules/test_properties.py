"""What holds in every variant, from the start and from anywhere."""

import pytest
from hypothesis import given

from naqala.rules import (
    NORTH,
    SOUTH,
    SWAP,
    Game,
    Illegal,
    IllegalMove,
    Line,
    Move,
    Position,
    Sowing,
    Swap,
)
from tests.rules.boards import replay, replay_sweep
from tests.rules.strategies import SetUp, kalah_variants, lines, positions, set_ups


def line_positions(line: Line) -> list[Position]:
    """The positions of a line, the start first."""
    found = [line.start]
    earlier = Line.begin(line.start)
    for move in line.moves:
        earlier = earlier.play(move)
        found.append(earlier.position)
    return found


def sowings(position: Position) -> list[Sowing]:
    return [position.sow(move) for move in position.legal_moves() if move != SWAP]


@given(lines())
def test_pits_stores_and_unscored_always_add_up(line: Line) -> None:
    total = line.start.total
    assert total <= line.start.variant.total
    for position in line_positions(line):
        pits = sum(position.pits(SOUTH)) + sum(position.pits(NORTH))
        assert pits + sum(position.stores) + position.unscored == position.total == total
        assert pits == position.seeds_in_pits
        assert min(position.board) >= 0


@given(lines())
def test_a_position_is_finished_swept_without_moves_and_decided_together(line: Line) -> None:
    for position in line_positions(line):
        is_swept = not any(position.pits(SOUTH) + position.pits(NORTH))
        assert position.is_over is is_swept
        assert (position.legal_moves() == ()) is is_swept
        assert (position.outcome() is not None) is is_swept
        if is_swept:
            assert position.forced_pit is None
            assert position.swap is Swap.NONE
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.stores == position.stores
            assert outcome.margin == position.store(SOUTH) - position.store(NORTH)


@given(set_ups)
def test_a_set_up_position_keeps_its_seeds_and_can_be_played(set_up: SetUp) -> None:
    position = set_up.position()
    seeds = sum(map(sum, set_up.pits)) + sum(set_up.stores) + set_up.unscored
    assert position.total == seeds
    assert position.is_over or position.legal_moves()


@given(positions)
def test_mirrored_play_gives_the_mirrored_result(position: Position) -> None:
    image = position.mirror()
    assert image.legal_moves() == position.legal_moves()
    for move in position.legal_moves():
        assert image.play(move) == position.play(move).mirror()
    outcome, mirrored = position.outcome(), image.outcome()
    if outcome is not None:
        assert mirrored is not None
        assert mirrored.margin == -outcome.margin
        assert mirrored.reason is outcome.reason


@given(set_ups)
def test_a_mirrored_set_up_settles_to_the_mirror(set_up: SetUp) -> None:
    image = set_up._replace(
        pits=set_up.pits[::-1], stores=set_up.stores[::-1], to_move=set_up.to_move.other
    )
    assert image.position() == set_up.position().mirror()


def expected_reason(position: Position, move: Move) -> Illegal | None:
    """Why a move is illegal, as far as the board tells; None when that is not all."""
    if position.is_over:
        return Illegal.GAME_OVER
    if move == SWAP:
        return Illegal.NO_SWAP
    if not 1 <= move <= position.variant.pits:
        return Illegal.NO_SUCH_PIT
    return None if position.pits(position.to_move)[move - 1] else Illegal.EMPTY_PIT


@given(positions)
def test_legal_moves_play_and_all_others_raise_their_reason(position: Position) -> None:
    before = repr(position)
    legal = position.legal_moves()
    assert len(set(legal)) == len(legal)
    for move in range(-1, 9):
        if move in legal:
            assert position.illegal(move) is None
            assert position.play(move) != position
        else:
            with pytest.raises(IllegalMove) as error:
                position.play(move)
            with pytest.raises(IllegalMove):
                position.sow(move)
            reason = error.value.reason
            assert position.illegal(move) is reason
            expected = expected_reason(position, move)
            if expected is None:
                # Wari and oware alone forbid a pit with seeds.
                assert position.variant.game is not Game.KALAH
                is_forced = position.forced_pit is not None
                expected = Illegal.FORCED_PIT if is_forced else Illegal.MUST_FEED
            assert reason is expected
        assert repr(position) == before


@given(positions)
def test_the_steps_of_a_sowing_replayed_by_hand_give_the_position_after(
    position: Position,
) -> None:
    for move in position.legal_moves():
        if move == SWAP:
            continue
        sowing = position.sow(move)
        assert sowing.origin == position.place(position.to_move, move)
        board = replay(position, sowing)
        swept, gone = replay_sweep(board, sowing)
        assert sowing.after.board == swept
        assert sowing.after.unscored == position.unscored + gone
        assert sowing.after == position.play(move)
        assert sowing.captured == sum(capture.seeds for capture in sowing.captures)
        assert bool(sowing.sweep) <= sowing.after.is_over


@given(positions)
def test_a_sowing_goes_where_its_game_goes(position: Position) -> None:
    mover = position.to_move
    own, rival = position.store_place(mover), position.store_place(mover.other)
    for sowing in sowings(position):
        skipped = {rival}
        if position.variant.game is not Game.KALAH:
            skipped |= {own, sowing.origin}
        assert not skipped & set(sowing.visited)
        # No other place is left out: a lap later each has been visited.
        path = [sowing.origin, *sowing.visited]
        for place, following in zip(path, path[1:], strict=False):
            step = (following - place) % len(position.board)
            between = {(place + i) % len(position.board) for i in range(1, step)}
            assert between <= skipped
        assert all(capture.store == own for capture in sowing.captures)


@given(positions)
def test_the_same_side_moves_again_only_by_an_extra_turn(position: Position) -> None:
    mover = position.to_move
    for sowing in sowings(position):
        ends_in_store = sowing.visited[-1] == position.store_place(mover)
        assert sowing.extra_turn is (ends_in_store and not sowing.after.is_over)
        if not sowing.after.is_over:
            assert (sowing.after.to_move is mover) is sowing.extra_turn


@given(lines(kalah_variants))
def test_kalah_never_repeats_a_position(line: Line) -> None:
    # A swap leaves the board alone: it is the one ply that is looked past.
    sown = [line.start] + [
        position
        for move, position in zip(line.moves, line_positions(line)[1:], strict=True)
        if move != SWAP
    ]
    assert len({position.repetition_key for position in sown}) == len(sown)


@given(lines(kalah_variants))
def test_the_swap_is_on_offer_for_one_ply_at_most(line: Line) -> None:
    offered = [position for position in line_positions(line) if position.is_swap_offered]
    assert len(offered) <= 1
    assert line.moves.count(SWAP) <= len(offered)
