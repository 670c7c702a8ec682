"""Lessons: played on the board of the page, checked and drawn by the rules."""

from typing import Final

from naqala.rules import Game
from naqala.site.lessons.kalah import KALAH
from naqala.site.lessons.lesson import Aim, Guide, Lesson, Puzzle, Step, Words
from naqala.site.lessons.oware import OWARE
from naqala.site.lessons.view import lesson_view
from naqala.site.lessons.wari import WARI

LESSONS: Final[dict[Game, Lesson]] = {lesson.game: lesson for lesson in (KALAH, WARI, OWARE)}

__all__ = [
    "LESSONS",
    "Aim",
    "Guide",
    "Lesson",
    "Puzzle",
    "Step",
    "Words",
    "lesson_view",
]
