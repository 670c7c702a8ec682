"""The help pages as they lie in files: Markdown, one folder a language, with a head.

    ---
    path: ayuda/consejos
    title: Consejos para ganar al kalah
    menu: Consejos
    description: One sentence for search engines and for lists of pages.
    order: 2
    ---

The same file in another language's folder is the same page. The first word of `path` is its
section; the page whose path is that word alone is the section's contents.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from naqala.site.languages import LANGUAGES, Language
from naqala.site.pages.addresses import Place
from naqala.site.pages.markdown import Heading, render
from naqala.site.pictures.example import InvalidExample

_PACKAGED: Final = Path(__file__).parents[1] / "content"
_SOURCES: Final = Path(__file__).parents[4] / "content"
CONTENT: Final = _PACKAGED if _PACKAGED.is_dir() else _SOURCES
"""The folder of the pages: in the package, or beside it where it is developed."""

_KEYS: Final = ("path", "title", "menu", "description", "order")


class ContentError(Exception):
    """A page's file is wrong; the message names it."""


@dataclass(frozen=True, slots=True)
class Article:
    """A page to read. `name` is its file, the same in every language."""

    name: str
    language: Language
    place: Place
    title: str
    menu: str
    description: str
    order: int
    html: str
    headings: tuple[Heading, ...]

    @property
    def path(self) -> str:
        """The address below the host, such as `/es/reglas/kalah`."""
        return self.place.path

    @property
    def section(self) -> str:
        """The address of the contents that this page belongs to."""
        return "/".join(self.path.split("/")[:3])

    @property
    def is_contents(self) -> bool:
        """Whether this page is its section's contents."""
        return self.path == self.section


@dataclass(frozen=True, slots=True)
class Library:
    """All pages, in order."""

    articles: tuple[Article, ...]

    @classmethod
    def read(cls, folder: Path = CONTENT) -> "Library":
        """Reads and renders all pages.

        Raises:
            ContentError: if a file is wrong, or a page lacks one of its languages.

        """
        files = {
            language: {
                path.relative_to(folder / language).as_posix(): path
                for path in sorted((folder / language).rglob("*.md"))
            }
            for language in LANGUAGES
        }
        names = {name for found in files.values() for name in found}
        if not names:
            raise ContentError(f"there are no pages in {folder}")
        articles = []
        for name in sorted(names):
            versions = {}
            for language in LANGUAGES:
                if name not in files[language]:
                    raise ContentError(f"{name} is missing in {folder / language}")
                versions[language] = _split(files[language][name])
            paths = {
                language: f"/{language}/{head['path']}" for language, (head, _) in versions.items()
            }
            for language, (head, text) in versions.items():
                try:
                    rendered = render(text, language)
                    order = int(head["order"])
                except (InvalidExample, ValueError) as error:
                    raise ContentError(f"{files[language][name]}: {error}") from error
                articles.append(
                    Article(
                        name=name,
                        language=language,
                        place=Place(paths[language], paths),
                        title=head["title"],
                        menu=head["menu"],
                        description=head["description"],
                        order=order,
                        html=rendered.html,
                        headings=rendered.headings,
                    )
                )
        articles.sort(key=lambda article: (article.section, article.order))
        paths_taken = [article.path for article in articles]
        for path in paths_taken:
            if paths_taken.count(path) > 1:
                raise ContentError(f"two pages have the path {path}")
        return cls(tuple(articles))

    def section_of(self, article: Article) -> list[Article]:
        """The pages beside a page, its section's contents first."""
        return [other for other in self.articles if other.section == article.section]

    def __iter__(self) -> Iterator[Article]:
        return iter(self.articles)


@cache
def the_library() -> Library:
    """The pages of the site, read once.

    Raises:
        ContentError: as `Library.read`.

    """
    return Library.read()


def _split(path: Path) -> tuple[dict[str, str], str]:
    """The head of a file and the Markdown after it."""
    text = path.read_text(encoding="utf-8")
    opening, _, rest = text.partition("---\n")
    head, separator, body = rest.partition("\n---\n")
    if opening or not separator:
        raise ContentError(f"{path}: it must begin with a head between two lines ---")
    values = {}
    for row in head.splitlines():
        key, _, value = row.partition(":")
        values[key.strip()] = value.strip()
    if sorted(values) != sorted(_KEYS) or not all(values.values()):
        raise ContentError(f"{path}: its head must say {', '.join(_KEYS)}, and nothing else")
    return values, body
