"""The operator's page about statistics, on the operator's own address."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from anyio import to_thread
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from naqala.site.errors import ApiError
from naqala.site.languages import LANGUAGES, Language, wished_language
from naqala.site.pages.addresses import Place
from naqala.site.pages.bundle import assets, icon
from naqala.site.pages.frame import Frame, answer
from naqala.site.services import services_of
from naqala.site.statistics.admin_view import AdminView
from naqala.site.statistics.admin_words import ADMIN_WORDS
from naqala.site.statistics.collector import KEPT_DAYS
from naqala.site.statistics.figures import Counted, Figures, read_counts
from naqala.site.statistics.sheet import date_of, sheet

_PATHS: dict[Language, str] = {"es": "/admin/es", "en": "/admin/en"}
_PERIODS = (7, KEPT_DAYS)

_Endpoint = Callable[[Request], Awaitable[Response]]


def admin_routes() -> list[BaseRoute]:
    """Routes of the page, of its table for spreadsheets, and of the styles that it wears."""
    return [
        Route("/admin", _to_language),
        *(
            Route(_PATHS[language], _show(language), middleware=[Middleware(GZipMiddleware)])
            for language in LANGUAGES
        ),
        Route("/admin/statistics.csv", _get_sheet, middleware=[Middleware(GZipMiddleware)]),
        assets(),
        icon(),
    ]


async def _to_language(request: Request) -> Response:
    language = wished_language(request.headers.get("accept-language", ""))
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(_PATHS[language] + query, headers={"vary": "accept-language"})


def _show(language: Language) -> _Endpoint:
    words = ADMIN_WORDS[language]

    async def show(request: Request) -> Response:
        days = _days(request)
        counts, unread = await _counts(request, days)
        # A busy month takes a while to add up, and nobody's move is to wait for it.
        figures = await to_thread.run_sync(Figures.of, counts, days)
        statistics = services_of(request).statistics
        frame: Frame = request.app.state.frame
        html = frame.render(
            "admin.html",
            request,
            language,
            Place(_PATHS[language], _PATHS),
            words=words,
            view=AdminView(figures, language),
            period=len(days),
            is_on=statistics.is_on,
            unread=unread,
        )
        return answer(request, html, language)

    return show


async def _get_sheet(request: Request) -> Response:
    days = _days(request)
    counts, _ = await _counts(request, days)
    text = await to_thread.run_sync(sheet, counts)
    name = f"naqala-{date_of(days[0])}-{date_of(days[-1])}.csv"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-cache",
    }
    return Response(text, media_type="text/csv; charset=utf-8; header=present", headers=headers)


async def _counts(request: Request, days: range) -> tuple[list[Counted], int]:
    """The counts of some days with what has just come; and how many cannot be read."""
    counts = await services_of(request).statistics.between(days[0], days[-1])
    return await to_thread.run_sync(read_counts, counts)


def _days(request: Request) -> range:
    """The days that are asked for, today the last one.

    Raises:
        ApiError: `invalid_period`.

    """
    text = request.query_params.get("days", str(KEPT_DAYS))
    if text not in map(str, _PERIODS):
        raise ApiError(
            HTTPStatus.BAD_REQUEST,
            "invalid_period",
            f"days is one of {', '.join(map(str, _PERIODS))}",
        )
    today = services_of(request).statistics.today
    return range(today - int(text) + 1, today + 1)
