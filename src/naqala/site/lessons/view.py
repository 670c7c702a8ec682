"""Lessons as messages of the wire: each step's boards with the sowings of their legal moves."""

from functools import cache

from naqala.rules import Position, Sowing
from naqala.site import protocol
from naqala.site.lessons.lesson import Aim, Lesson, Step, Words
from naqala.site.lessons.turn import goes_on, most_capturing, score, solves
from naqala.site.views import SIDE_NAMES, sowing_view


@cache
def lesson_view(lesson: Lesson) -> protocol.LessonView:
    """The whole lesson."""
    variant = lesson.variant
    return protocol.LessonView(
        game=lesson.game.value,
        variant=str(variant),
        pits=variant.pits,
        seeds=variant.seeds,
        title=_words(lesson.title),
        closing=_words(lesson.closing),
        steps=[_Boards(lesson, step).step_view() for step in lesson.steps],
    )


class _Boards:
    """Collects the boards of a step; a move names the one that follows it by its index.

    A puzzle gets the whole tree of the turn, a guided step only the way that it shows.
    """

    def __init__(self, lesson: Lesson, step: Step) -> None:
        self._step = step
        self._start = step.start(lesson.variant)
        self._boards: list[protocol.LessonBoardView] = []

    def step_view(self) -> protocol.LessonStepView:
        """The step as a message."""
        step, position, opening = self._step, self._start, None
        if step.opening is not None:
            sowing = position.sow(step.opening)
            opening = protocol.LessonOpeningView(
                places=list(position.board), move=_move_view(step.opening, sowing)
            )
            position = sowing.after
        self._add(position, ())
        puzzle = step.puzzle
        return protocol.LessonStepView(
            key=step.key,
            title=_words(step.title),
            opening=opening,
            boards=self._boards,
            guides=[
                protocol.LessonGuideView(guide.move, _words(guide.text), _words(guide.nudge))
                for guide in step.guides
            ],
            praise=_words(step.praise),
            puzzle=None
            if puzzle is None
            else protocol.PuzzleView(
                puzzle.aim.value, puzzle.target, puzzle.tries, _words(puzzle.hint)
            ),
        )

    def _add(self, position: Position, before: tuple[Sowing, ...]) -> int:
        index = len(self._boards)
        board = protocol.LessonBoardView(
            places=list(position.board),
            to_move=SIDE_NAMES[position.to_move],
            forced_pit=position.forced_pit,
            legal=[],
        )
        self._boards.append(board)
        for move in position.legal_moves():
            sowing = position.sow(move)
            board.legal.append(self._move(len(before), move, sowing, (*before, sowing)))
        return index

    def _move(
        self, depth: int, move: int, sowing: Sowing, sowings: tuple[Sowing, ...]
    ) -> protocol.LessonMoveView:
        step, puzzle = self._step, self._step.puzzle
        is_guided = move == step.moves[depth] if depth < len(step.moves) else False
        follows = goes_on(sowing) and (puzzle is not None or is_guided)
        answers: list[protocol.LessonAnswerView] = []
        if puzzle is not None and puzzle.aim is Aim.LOST and not goes_on(sowing):
            answer = most_capturing(sowing.after)
            if answer is not None and answer.captured > 0:
                pairs = zip(answer.moves, answer.sowings, strict=True)
                answers = [_move_view(*pair) for pair in pairs]
        elif step.is_answered and is_guided:
            (only,) = sowing.after.legal_moves()
            answers = [_move_view(only, sowing.after.sow(only))]
        return protocol.LessonMoveView(
            move=move,
            sowing=sowing_view(sowing),
            next=self._add(sowing.after, sowings) if follows else None,
            answers=answers,
            score=0 if puzzle is None else score(puzzle.aim, sowings),
            solves=puzzle is not None and solves(puzzle.aim, puzzle.target, sowings),
        )


def _move_view(move: int, sowing: Sowing) -> protocol.LessonAnswerView:
    return protocol.LessonAnswerView(move, sowing_view(sowing))


def _words(words: Words) -> protocol.WordsView:
    return protocol.WordsView(words.es, words.en)
