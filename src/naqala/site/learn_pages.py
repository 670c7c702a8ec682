"""The pages of the lessons: their addresses, and their words for who has no JavaScript."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from naqala.rules import Game
from naqala.site.lessons import LESSONS, Lesson, Words
from naqala.site.pages import Bundle, Language

LEARN: Final[dict[Language, str]] = {"es": "/es/aprender", "en": "/en/learn"}
"""Where the first lesson is, about Kalah; the others lie below it."""

_RULES: Final[dict[Language, str]] = {"es": "/es/reglas", "en": "/en/rules"}
_LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")

_NO_SCRIPT: Final = Words(
    "Estos son los pasos de la lección. Con JavaScript se juegan en un tablero de verdad.",
    "These are the steps of the lesson. With JavaScript you play them on a real board.",
)
_PUZZLE: Final = Words("Reto", "Puzzle")
_SOLUTION: Final = Words("Solución", "Solution")
_RULES_LINK: Final = Words("Todas las reglas", "All the rules")
_OTHER_LESSONS: Final = Words("Más lecciones", "More lessons")

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def lesson_path(game: Game, language: Language) -> str:
    """The address of a lesson."""
    return LEARN[language] if game is Game.KALAH else f"{LEARN[language]}/{game.value}"


def lesson_versions() -> list[dict[Language, str]]:
    """The addresses of every lesson, by language."""
    return [{language: lesson_path(game, language) for language in _LANGUAGES} for game in LESSONS]


def learn_routes(bundle: Bundle) -> list[BaseRoute]:
    """Routes of all lessons in all languages."""
    return [
        Route(
            lesson_path(lesson.game, language),
            _show(_render(lesson, language, bundle), language),
            middleware=[Middleware(GZipMiddleware)],
        )
        for lesson in LESSONS.values()
        for language in _LANGUAGES
    ]


def _show(html: str, language: Language) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        headers = {"cache-control": "no-cache", "content-language": language}
        return HTMLResponse(html, headers=headers)

    return show


def _render(lesson: Lesson, language: Language, bundle: Bundle) -> str:
    def say(words: Words) -> str:
        return words.es if language == "es" else words.en

    return _TEMPLATES.get_template("learn.html").render(
        language=language,
        bundle=bundle,
        lesson=lesson,
        say=say,
        title=f"{say(lesson.title)} · Naqala",
        versions={known: lesson_path(lesson.game, known) for known in _LANGUAGES},
        no_script=say(_NO_SCRIPT),
        puzzle=say(_PUZZLE),
        solution=say(_SOLUTION),
        rules=(say(_RULES_LINK), _RULES[language]),
        other_lessons=say(_OTHER_LESSONS),
        others=[
            (say(other.title), lesson_path(other.game, language))
            for other in LESSONS.values()
            if other is not lesson
        ],
    )
