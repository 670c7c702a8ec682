"""The pages of the lessons: their addresses, and their words for who has no JavaScript."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from naqala.rules import Game
from naqala.site.languages import LANGUAGES, Language
from naqala.site.lessons import LESSONS, Lesson, Words
from naqala.site.pages.addresses import Place
from naqala.site.pages.cards import CARD
from naqala.site.pages.frame import Frame, answer

LEARN: Final[dict[Language, str]] = {"es": "/es/aprender", "en": "/en/learn"}
"""Where the first lesson is, about Kalah; the others lie below it."""

_RULES: Final[dict[Language, str]] = {"es": "/es/reglas", "en": "/en/rules"}

_NO_SCRIPT: Final = Words(
    "Estos son los pasos de la lección. Con JavaScript se juegan en un tablero de verdad.",
    "These are the steps of the lesson. With JavaScript you play them on a real board.",
)
_PUZZLE: Final = Words("Reto", "Puzzle")
_SOLUTION: Final = Words("Solución", "Solution")
_RULES_LINK: Final = Words("Todas las reglas", "All the rules")
_OTHER_LESSONS: Final = Words("Más lecciones", "More lessons")


def lesson_path(game: Game, language: Language) -> str:
    """The address of a lesson."""
    return LEARN[language] if game is Game.KALAH else f"{LEARN[language]}/{game.value}"


def lesson_versions() -> list[dict[Language, str]]:
    """The addresses of every lesson, by language."""
    return [{language: lesson_path(game, language) for language in LANGUAGES} for game in LESSONS]


def learn_routes(frame: Frame) -> list[BaseRoute]:
    """Routes of all lessons in all languages."""
    return [
        Route(
            lesson_path(lesson.game, language),
            _show(lesson, language, frame),
            middleware=[Middleware(GZipMiddleware)],
        )
        for lesson in LESSONS.values()
        for language in LANGUAGES
    ]


def _show(
    lesson: Lesson, language: Language, frame: Frame
) -> Callable[[Request], Awaitable[Response]]:
    def say(words: Words) -> str:
        return words.es if language == "es" else words.en

    versions = {known: lesson_path(lesson.game, known) for known in LANGUAGES}
    context = {
        "lesson": lesson,
        "say": say,
        "title": f"{say(lesson.title)} · Naqala",
        "description": say(lesson.description),
        "card": CARD,
        "no_script": say(_NO_SCRIPT),
        "puzzle": say(_PUZZLE),
        "solution": say(_SOLUTION),
        "rules": (say(_RULES_LINK), _RULES[language]),
        "other_lessons": say(_OTHER_LESSONS),
        "others": [
            (say(other.title), lesson_path(other.game, language))
            for other in LESSONS.values()
            if other is not lesson
        ],
    }

    async def show(request: Request) -> Response:
        place = Place(versions[language], versions)
        html = frame.render("learn.html", request, language, place, **context)
        return answer(request, html, language)

    return show
