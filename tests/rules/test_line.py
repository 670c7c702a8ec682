from random import Random

import pytest
from hypothesis import given

from naqala.rules import SWAP, IllegalMove, Line, Position, Reason, Variant, kalah, parse_position
from tests.rules.boards import at, replay, replay_sweep
from tests.rules.strategies import OWARE, WARI, kalah_variants, lines, random_plies


def test_a_line_begins_without_moves() -> None:
    start = Position.start(Variant())
    line = Line.begin(start)
    assert (line.start, line.moves, line.position, line.outcome) == (start, (), start, None)


@given(lines())
def test_the_line_knows_what_its_last_move_did(line: Line) -> None:
    assert Line.begin(line.start).last is None
    earlier = Line.begin(line.start)
    for move in line.moves:
        later = earlier.play(move)
        if move == SWAP:
            assert later.last is None
        else:
            assert later.last == earlier.sow(move)
            assert later.last.after == later.position
            board, gone = replay_sweep(replay(earlier.position, later.last), later.last)
            assert board == later.position.board
            assert gone == later.position.unscored - earlier.position.unscored
        earlier = later


@given(lines())
def test_a_quiet_track_says_all_that_sowing_its_pit_does(line: Line) -> None:
    position = line.position
    tracks = position.quiet_tracks()
    assert [*tracks] == [move for move in position.legal_moves() if move != SWAP]
    for pit, track in tracks.items():
        if track is not None:
            sowing = line.sow(pit)
            assert sowing[:2] == (track.origin, track.visited)
            assert (sowing.captures, sowing.sweep, sowing.after.reason) == ((), (), None)
            assert sowing.extra_turn == track.extra_turn


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        # Nothing is captured, whoever is to move.
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", [1, 2, 3, 4, 5, 6]),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 N", [1, 2, 3, 4, 5, 6]),
        # 1 would capture, 3 falls into a pit with seeds, 13 seeds come back to where they were.
        ("1,0,1,1,0,13/4,4,4,4,4,4 0,0 S", [3]),
        # The last pit of a row may end the game.
        ("0,0,0,0,2,0/4,4,4,4,4,4 0,0 S", []),
        ("0,0,0,0,0,1/4,4,4,4,4,4 0,0 S", []),
    ],
)
def test_the_quiet_pits_of_a_position(text: str, quiet: list[int]) -> None:
    tracks = parse_position(text, Variant()).quiet_tracks()
    assert [pit for pit, track in tracks.items() if track is not None] == quiet


def test_a_line_sows_a_pit_once(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line.begin(Position.start(Variant()))
    sown = line.sow(3)
    monkeypatch.setattr(kalah, "sow", None)
    assert line.sow(3) is sown
    assert line.play(3).last is sown


def test_a_swap_sows_nothing_in_a_line_either() -> None:
    line = Line.of(Position.start(Variant(pie=True)), (1,))
    assert line.play(SWAP).last is None
    with pytest.raises(IllegalMove):
        line.sow(SWAP)


def test_playing_leaves_the_earlier_line_as_it_was() -> None:
    line = Line.begin(Position.start(Variant()))
    longer = line.play(3).play(1)
    assert longer.moves == (3, 1)
    assert line.moves == ()
    assert line.position == Position.start(Variant())


def test_the_first_move_that_the_rules_do_not_allow_is_named() -> None:
    with pytest.raises(IllegalMove) as error:
        Line.of(Position.start(Variant()), (3, 3, 1))
    assert error.value.move == 3
    assert error.value.position == Position.start(Variant()).play(3)


@given(lines())
def test_taking_back_gives_each_earlier_line(line: Line) -> None:
    earlier = Line.begin(line.start)
    history = [earlier]
    for move in line.moves:
        earlier = earlier.play(move)
        history.append(earlier)
    for plies, expected in enumerate(reversed(history)):
        back = line.take_back(plies)
        assert back == expected
        assert back.position.reason is expected.position.reason


@pytest.mark.parametrize("plies", [-1, 3])
def test_more_plies_than_were_played_cannot_be_taken_back(plies: int) -> None:
    line = Line.of(Position.start(Variant()), (3, 1))
    with pytest.raises(ValueError, match=f"cannot take back {plies} of 2 plies"):
        line.take_back(plies)


@given(lines(kalah_variants))
def test_kalah_needs_no_keys(line: Line) -> None:
    assert line.keys == ()


@pytest.mark.parametrize("variant", [WARI, OWARE], ids=str)
def test_keys_are_those_since_the_last_capture_the_present_one_last(variant: Variant) -> None:
    rng = Random(7)
    captures = 0
    for _ in range(20):
        before = Line.begin(Position.start(variant))
        assert before.keys == (before.position.repetition_key,)
        for line in random_plies(before, rng):
            if line.outcome is not None:
                break
            key = line.position.repetition_key
            if before.position.sow(line.moves[-1]).captures:
                captures += 1
                assert line.keys == (key,)
            else:
                assert line.keys == (*before.keys, key)
            before = line
    assert captures > 20


@pytest.mark.parametrize("variant", [WARI, OWARE], ids=str)
def test_random_games_end_by_repetition_the_second_time_a_position_comes(variant: Variant) -> None:
    rng = Random(11)
    repetitions = 0
    for _ in range(60):
        *_, last = random_plies(Line.begin(Position.start(variant)), rng)
        assert last.outcome is not None
        before = last.take_back()
        assert len(set(before.keys)) == len(before.keys)
        repeated = before.position.play(last.moves[-1])
        if last.outcome.reason is Reason.REPETITION:
            repetitions += 1
            assert not repeated.is_over
            assert repeated.repetition_key in before.keys
            assert last.keys == (*before.keys, last.position.repetition_key)
            assert last.last is not None
            assert last.last.captures == ()
            swept, _ = replay_sweep(repeated.board, last.last)
            assert swept == last.position.board
            south, north = repeated.stores
            assert last.position.stores == (
                south + sum(repeated.board[:6]),
                north + sum(repeated.board[7:13]),
            )
        else:
            assert repeated == last.position
    assert repetitions > 0


@pytest.mark.parametrize("variant", ["wari", "oware"])
def test_a_set_up_position_counts_as_the_first_time(variant: str) -> None:
    # Two lone seeds walk and meet nobody: after 6 plies each they have changed places.
    start = at("1,0,0,0,0,0/1,0,0,0,0,0 23,23 S", variant)
    *_, last = random_plies(Line.begin(start), Random(1))
    assert last.outcome is not None
    assert last.outcome.reason is Reason.REPETITION
    assert last.take_back().position.play(last.moves[-1]) == start
    assert len(last.moves) == 12


def test_a_finished_line_takes_no_move() -> None:
    line = Line.begin(at("0,0,0,0,0,0/0,0,0,0,0,0 24,24 S"))
    with pytest.raises(IllegalMove, match="the game is over"):
        line.play(1)
