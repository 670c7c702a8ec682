"""The pages that the server renders: the game's shell, what is to be read, and their pictures."""

from collections.abc import Mapping, Sequence

from starlette.routing import BaseRoute, Route

from naqala.site.languages import DEFAULT, Language
from naqala.site.pages.addresses import Addresses, Place
from naqala.site.pages.articles import article_routes, robots, sitemap
from naqala.site.pages.bundle import Bundle, ClientMissing, assets, icon
from naqala.site.pages.cards import card_routes
from naqala.site.pages.content import ContentError, Library, the_library
from naqala.site.pages.frame import Frame
from naqala.site.pages.missing import on_http_exception
from naqala.site.pages.player_words import PLAYERS
from naqala.site.pages.players import player_routes
from naqala.site.pages.shell import HOME, WATCH, shell_routes

__all__ = [
    "Addresses",
    "Bundle",
    "ClientMissing",
    "ContentError",
    "Frame",
    "Library",
    "PLAYERS",
    "Place",
    "on_http_exception",
    "page_routes",
    "player_routes",
    "the_library",
]


def page_routes(
    frame: Frame, library: Library, others: Sequence[Mapping[Language, str]] = ()
) -> list[BaseRoute]:
    """Routes of the pages and of the client's files; `others` are for the sitemap too."""
    read = [article.place.versions for article in library if article.language == DEFAULT]
    versions = [HOME, WATCH, *others, *read]

    return [
        *shell_routes(frame),
        *card_routes(),
        *article_routes(library, frame),
        Route("/robots.txt", robots(frame)),
        Route("/sitemap.xml", sitemap(frame, versions)),
        icon(),
        assets(),
    ]
