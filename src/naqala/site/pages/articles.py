"""Routes of the pages that are read, and of what crawlers ask for."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from naqala.site.languages import Language
from naqala.site.pages.content import Article, Library
from naqala.site.pages.frame import Frame, answer

_Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

_FEWEST_HEADINGS = 4
"""A page with fewer headings needs no list of them."""


def article_routes(library: Library, frame: Frame) -> list[BaseRoute]:
    """A route for every page."""
    return [
        Route(article.path, _show(article, library, frame), middleware=[Middleware(GZipMiddleware)])
        for article in library
    ]


def _show(article: Article, library: Library, frame: Frame) -> _Endpoint:
    section = library.section_of(article)
    index = section.index(article)
    context = {
        "article": article,
        "section": section,
        "headings": article.headings if len(article.headings) >= _FEWEST_HEADINGS else (),
        "previous": section[index - 1] if index > 0 else None,
        "next": section[index + 1] if index + 1 < len(section) else None,
    }

    async def show(request: Request) -> Response:
        html = frame.render("article.html", request, article.language, article.place, **context)
        return answer(request, html, article.language)

    return show


def robots(frame: Frame) -> _Endpoint:
    """Crawlers may read all but the API, and learn where the sitemap is."""

    async def show(request: Request) -> Response:
        sitemap = f"{frame.addresses.base(request)}/sitemap.xml"
        text = f"User-agent: *\nDisallow: /api/\n\nSitemap: {sitemap}\n"
        return PlainTextResponse(text, headers={"cache-control": "no-cache"})

    return show


def sitemap(frame: Frame, versions: Sequence[Mapping[Language, str]]) -> _Endpoint:
    """All pages for crawlers; `versions` lists them, each as its path by language."""

    async def show(request: Request) -> Response:
        base = frame.addresses.base(request)
        rows = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            ' xmlns:xhtml="http://www.w3.org/1999/xhtml">',
        ]
        for paths in versions:
            links = "".join(
                f'<xhtml:link rel="alternate" hreflang="{language}" href="{base}{path}"/>'
                for language, path in paths.items()
            )
            rows += [f"<url><loc>{base}{path}</loc>{links}</url>" for path in paths.values()]
        rows.append("</urlset>\n")
        headers = {"cache-control": "no-cache"}
        return Response("\n".join(rows), media_type="application/xml", headers=headers)

    return show
