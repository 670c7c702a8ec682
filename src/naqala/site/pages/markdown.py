"""Markdown of the pages as HTML: headings with addresses, tables that scroll, worked examples."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from naqala.site.languages import Language
from naqala.site.pictures.board_svg import DEFINITIONS
from naqala.site.pictures.example import Example
from naqala.site.statistics.privacy import privacy_html

_BOARD = "board"
_STATISTICS = "statistics"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the second level: its address within the page, and its text."""

    identity: str
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """The body of a page."""

    html: str
    headings: tuple[Heading, ...]


def render(text: str, language: Language) -> Rendered:
    """Renders the Markdown of a page.

    Raises:
        InvalidExample: if a worked example does not say what the rules say.
        UnknownPart: if there is no such part about statistics.

    """
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    env: dict[str, Any] = {"language": language, "boards": 0}
    tokens = markdown.parse(text, env)
    headings = _name_headings(tokens)
    html = markdown.renderer.render(tokens, markdown.options, env)
    return Rendered(DEFINITIONS + html if env["boards"] else html, headings)


def _name_headings(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    """Gives every heading an address made of its text; returns those of the second level."""
    taken: set[str] = set()
    headings = []
    for token, inline in zip(tokens, tokens[1:], strict=False):
        if token.type == "heading_open":
            text = "".join(part.content for part in inline.children or ())
            name = slug(text)
            while name in taken:
                name += "-2"
            taken.add(name)
            token.attrSet("id", name)
            if token.tag == "h2":
                headings.append(Heading(name, text))
    return tuple(headings)


def slug(text: str) -> str:
    """A text as part of an address: plain small letters, words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "x"


class _Renderer(RendererHTML):
    """What differs from plain HTML. Its methods are named after the tokens they render."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A worked example as a figure, what is told of statistics; other blocks as they are."""
        token = tokens[idx]
        if token.info.strip() == _STATISTICS:
            return privacy_html(token.content.strip(), env["language"])
        if token.info.strip() != _BOARD:
            return super().fence(tokens, idx, options, env)
        env["boards"] += 1
        example = Example.parse(token.content)
        pictures = example.pictures(env["language"], f"board-{env['boards']}")
        steps = "".join(
            f'<div class="step">{svg}{f"<p>{escape(told)}</p>" if told else ""}</div>'
            for svg, told in pictures
        )
        caption = f"<figcaption>{escape(example.caption)}</figcaption>" if example.caption else ""
        alone = " alone" if len(pictures) == 1 else ""
        return (
            f'<figure class="example{alone}"><div class="steps">{steps}</div>{caption}</figure>\n'
        )

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A table may be wider than a phone: it scrolls by itself, also with the keyboard."""
        return '<div class="table" tabindex="0"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of `table_open`."""
        return "</table></div>\n"
