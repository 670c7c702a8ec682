"""Every lesson keeps what its words promise: by the rules, by solving where it claims so."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from naqala.engine.solver import Solver
from naqala.rules import NORTH, SOUTH, Game, Illegal, IllegalMove, Position, Side, Sowing
from naqala.rules.score import Exact
from naqala.site.lessons import LESSONS, Aim, Lesson, Step, Words, lesson_view
from naqala.site.lessons.turn import Turn, most_capturing, score, turns

STEPS = [
    pytest.param(lesson, step, id=f"{lesson.game.value}-{step.key}")
    for lesson in LESSONS.values()
    for step in lesson.steps
]
PUZZLES = [step for step in LESSONS[Game.KALAH].steps if step.puzzle is not None]


def step_of(game: Game, key: str) -> Step:
    (found,) = [step for step in LESSONS[game].steps if step.key == key]
    return found


def position_of(game: Game, key: str) -> Position:
    """The position of a step when the reader is to move."""
    step = step_of(game, key)
    position = step.start(LESSONS[game].variant)
    return position if step.opening is None else position.play(step.opening)


def sowings_of(game: Game, key: str) -> list[Sowing]:
    """What the guided moves of a step do."""
    position = position_of(game, key)
    found = []
    for move in step_of(game, key).moves:
        found.append(position.sow(move))
        position = found[-1].after
    return found


def ends_in(sowing: Sowing, side: Side, pit: int) -> bool:
    return sowing.visited[-1] == sowing.after.place(side, pit)


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_a_step_has_all_its_seeds_and_is_the_readers_to_move(lesson: Lesson, step: Step) -> None:
    position = step.start(lesson.variant)
    assert position.total == lesson.variant.total
    if step.opening is not None:
        assert position.to_move is NORTH
        position = position.play(step.opening)
    assert position.to_move is SOUTH
    assert not position.is_over


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_the_moves_that_are_asked_for_are_legal_and_make_one_turn(
    lesson: Lesson, step: Step
) -> None:
    sowings = sowings_of(lesson.game, step.key)
    for sowing in sowings[:-1]:
        assert sowing.extra_turn
        assert not sowing.after.is_over
    if step.puzzle is None:
        last = sowings[-1]
        assert last.after.is_over or not last.extra_turn


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_a_move_is_asked_for_where_another_could_be_tapped(lesson: Lesson, step: Step) -> None:
    position = position_of(lesson.game, step.key)
    filled = [pit for pit in position.pits(SOUTH) if pit]
    assert len(filled) >= 2


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_every_text_is_there_in_both_languages_and_short(lesson: Lesson, step: Step) -> None:
    texts = [step.title, step.praise, *(guide.text for guide in step.guides)]
    if step.puzzle is None:
        texts += [guide.nudge for guide in step.guides]
    else:
        texts.append(step.puzzle.hint)
    for words in texts:
        assert_words(words)


def assert_words(words: Words) -> None:
    for text in (words.es, words.en):
        assert text.strip() == text
        assert 0 < len(text) <= 330
    assert words.es != words.en


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_the_pits_that_a_text_names_are_the_same_in_both_languages(
    lesson: Lesson, step: Step
) -> None:
    pits = re.compile(r"(?:hoyo|pit) (\d)", re.IGNORECASE)
    for guide in step.guides:
        for words in (guide.text, guide.nudge):
            assert set(pits.findall(words.es)) == set(pits.findall(words.en))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.game.value)
def test_keys_of_steps_are_unique_for_progress_is_kept_by_them(lesson: Lesson) -> None:
    keys = [step.key for step in lesson.steps]
    assert len(set(keys)) == len(keys)


# Kalah: what each step shows


def test_the_first_sowing_ends_in_pit_6() -> None:
    (sowing,) = sowings_of(Game.KALAH, "sow")
    assert ends_in(sowing, SOUTH, 6)
    assert not sowing.captures


def test_the_extra_turn_is_earned_and_the_next_move_reaches_the_rival() -> None:
    first, second = sowings_of(Game.KALAH, "extra-turn")
    assert first.visited[-1] == first.after.store_place(SOUTH)
    assert first.extra_turn
    assert second.after.store_place(SOUTH) in second.visited
    assert ends_in(second, NORTH, 4)


def test_the_capture_takes_six_from_the_empty_pit_4() -> None:
    position = position_of(Game.KALAH, "capture")
    (sowing,) = sowings_of(Game.KALAH, "capture")
    assert position.pits(SOUTH)[3] == 0
    assert position.board[position.facing(position.place(SOUTH, 4))] == 5
    assert ends_in(sowing, SOUTH, 4)
    assert sowing.captured == 6


def test_a_facing_pit_that_is_empty_gives_nothing() -> None:
    position = position_of(Game.KALAH, "nothing-facing")
    (sowing,) = sowings_of(Game.KALAH, "nothing-facing")
    assert position.pits(SOUTH)[3] == 0
    assert position.board[position.facing(position.place(SOUTH, 4))] == 0
    assert ends_in(sowing, SOUTH, 4)
    assert sowing.captures == ()
    assert sowing.after.pits(SOUTH)[3] == 1


def test_thirteen_seeds_come_back_and_capture_eight() -> None:
    position = position_of(Game.KALAH, "lap")
    (sowing,) = sowings_of(Game.KALAH, "lap")
    assert position.pits(SOUTH)[2] == 13
    assert sowing.visited[-1] == sowing.origin
    assert position.store_place(NORTH) not in sowing.visited
    assert [capture.seeds for capture in sowing.captures if capture.pit != sowing.origin] == [7]
    assert sowing.captured == 8


def test_the_end_is_a_win_by_25_to_23_with_the_rivals_sweep() -> None:
    sowings = sowings_of(Game.KALAH, "end")
    after = sowings[-1].after
    assert after.stores == (25, 23)
    assert {transfer.store for transfer in sowings[-1].sweep} == {after.store_place(NORTH)}


# Kalah: the puzzles


@pytest.mark.parametrize("step", PUZZLES, ids=lambda step: step.key)
def test_a_puzzles_target_is_the_best_that_any_turn_can_do(step: Step) -> None:
    puzzle = step.puzzle
    assert puzzle is not None
    scores = [score(puzzle.aim, turn.sowings) for turn in turns(position_of(Game.KALAH, step.key))]
    best = min(scores) if puzzle.aim is Aim.LOST else max(scores)
    assert puzzle.target == best
    assert len(set(scores)) > 1
    sowings = tuple(sowings_of(Game.KALAH, step.key))
    assert score(puzzle.aim, sowings) == puzzle.target


@pytest.mark.parametrize("step", PUZZLES, ids=lambda step: step.key)
def test_a_puzzle_has_one_solution_among_several_first_moves(step: Step) -> None:
    puzzle = step.puzzle
    assert puzzle is not None
    position = position_of(Game.KALAH, step.key)
    length = len(step.moves)
    solving = {
        turn.moves[:length]
        for turn in turns(position)
        if score(puzzle.aim, turn.sowings) == puzzle.target
    }
    assert solving == {step.moves}
    assert len(position.legal_moves()) >= 4


def test_the_saving_move_is_also_the_only_best_one_by_exact_solving() -> None:
    position = position_of(Game.KALAH, "save-seeds")
    solution = Solver(position.variant, memory_bytes=1 << 24).solve(position)
    assert solution.score == Exact(margin=6)
    assert solution.moves == step_of(Game.KALAH, "save-seeds").moves


def test_the_threat_is_to_the_seeds_of_pit_3() -> None:
    position = position_of(Game.KALAH, "save-seeds")
    for move in position.legal_moves():
        answer = most_capturing(position.sow(move).after)
        assert answer is not None
        if move != 3:
            pits = {capture.pit for sowing in answer.sowings for capture in sowing.captures}
            assert position.place(SOUTH, 3) in pits
    assert position.pits(SOUTH)[2] == 6


def test_a_score_counts_the_whole_turn() -> None:
    position = position_of(Game.KALAH, "best-capture")
    first = position.sow(6)
    both = (first, first.after.sow(5))
    turn = Turn((6, 5), both)
    assert (turn.extra_turns, turn.captured) == (1, 9)
    assert score(Aim.CAPTURED, both) == 9


# Oware


def test_oware_sows_past_the_store() -> None:
    (sowing,) = sowings_of(Game.OWARE, "sow")
    assert sowing.after.store_place(SOUTH) not in sowing.visited
    assert ends_in(sowing, NORTH, 3)


@pytest.mark.parametrize(("key", "taken"), [("capture", [2]), ("chain", [2, 3, 2])])
def test_oware_captures_twos_and_threes_backwards(key: str, taken: list[int]) -> None:
    (sowing,) = sowings_of(Game.OWARE, key)
    assert [capture.seeds for capture in sowing.captures] == taken


def test_a_grand_slam_captures_nothing_though_it_would_take_everything() -> None:
    (sowing,) = sowings_of(Game.OWARE, "grand-slam")
    assert sowing.captures == ()
    assert sowing.after.pits(NORTH) == (2, 3, 0, 0, 0, 0)


def test_an_empty_rival_must_be_fed() -> None:
    position = position_of(Game.OWARE, "feed")
    assert not any(position.pits(NORTH))
    filled = [pit for pit, seeds in enumerate(position.pits(SOUTH), 1) if seeds]
    assert set(position.legal_moves()) < set(filled)
    (sowing,) = sowings_of(Game.OWARE, "feed")
    assert any(sowing.after.pits(NORTH))


def test_more_than_half_ends_oware_at_once_29_to_19() -> None:
    (sowing,) = sowings_of(Game.OWARE, "majority")
    assert sowing.captured == 3
    assert position_of(Game.OWARE, "majority").stores[0] + 3 == 25
    assert sowing.after.is_over
    assert sowing.after.stores == (29, 19)


# Wari


def test_wari_captures_two_pits_and_stops_at_the_third() -> None:
    (sowing,) = sowings_of(Game.WARI, "capture")
    assert [capture.seeds for capture in sowing.captures] == [2, 3]
    assert sowing.after.pits(NORTH)[1] == 5


def test_after_a_capture_in_pit_3_only_pit_4_may_answer() -> None:
    step = step_of(Game.WARI, "forced")
    assert step.opening is not None
    opening = step.start(LESSONS[Game.WARI].variant).sow(step.opening)
    assert [capture.pit for capture in opening.captures] == [opening.after.place(SOUTH, 3)]
    assert opening.after.legal_moves() == (4,)
    assert opening.after.forced_pit == 4


def test_ones_own_capture_in_pit_2_forces_the_rivals_pit_3() -> None:
    (sowing,) = sowings_of(Game.WARI, "giving-orders")
    assert [capture.pit for capture in sowing.captures] == [sowing.after.place(NORTH, 2)]
    assert sowing.after.legal_moves() == (3,)


def test_pit_6_would_starve_the_rival_and_is_forbidden() -> None:
    position = position_of(Game.WARI, "starving")
    with pytest.raises(IllegalMove) as caught:
        position.play(6)
    assert caught.value.reason is Illegal.MUST_FEED
    assert len(position.legal_moves()) > 1


def test_the_last_move_of_wari_takes_the_rest_26_to_22() -> None:
    (sowing,) = sowings_of(Game.WARI, "end")
    assert sowing.after.is_over
    assert sowing.after.stores == (26, 22)


# The wire


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_the_boards_of_a_step_are_those_that_the_rules_make(lesson: Lesson, step: Step) -> None:
    view = next(view for view in lesson_view(lesson).steps if view.key == step.key)
    position = position_of(lesson.game, step.key)

    def walk(index: int, position: Position) -> int:
        board = view.boards[index]
        assert tuple(board.places) == position.board
        assert [move.move for move in board.legal] == list(position.legal_moves())
        count = 1
        for move in board.legal:
            after = position.play(move.move)
            assert tuple(move.sowing.places) == after.board
            for answer in move.answers:
                assert answer.move in after.legal_moves()
                after = after.play(answer.move)
            if move.next is not None:
                count += walk(move.next, after)
        return count

    assert walk(0, position) == len(view.boards)
    index: int | None = 0
    for move_number in step.moves:
        assert index is not None
        move = next(move for move in view.boards[index].legal if move.move == move_number)
        index = move.next
    assert move.solves is (step.puzzle is not None)


def get(client: TestClient, game: str, **headers: str) -> Any:
    return client.get(f"/api/lessons/{game}", headers=headers)


@pytest.mark.parametrize("game", ["kalah", "wari", "oware"])
def test_a_lesson_is_served_and_small(client: TestClient, game: str) -> None:
    response = get(client, game, **{"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert response.headers["content-encoding"] == "gzip"
    assert int(response.headers["content-length"]) < 8_000
    assert response.json()["game"] == game
    plain = get(client, game, **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == response.json()


def test_a_lesson_may_be_kept_and_is_asked_for_by_its_tag(client: TestClient) -> None:
    response = get(client, "kalah")
    assert "public" in response.headers["cache-control"]
    assert response.headers["vary"] == "accept-encoding"
    again = get(client, "kalah", **{"if-none-match": response.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    other = get(client, "wari", **{"if-none-match": response.headers["etag"]})
    assert other.status_code == 200


def test_an_unknown_lesson_says_which_there_are(client: TestClient) -> None:
    response = get(client, "bao")
    assert response.status_code == 404
    error = response.json()["error"]
    assert error["code"] == "lesson_not_found"
    assert error["detail"] == {"games": ["kalah", "wari", "oware"]}
    assert "bao" in error["message"]
