"""The languages of the site, and which of them a browser asks for."""

from typing import Final, Literal, TypeAlias

Language: TypeAlias = Literal["es", "en"]

LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")

DEFAULT: Final[Language] = "es"
"""What the site speaks when nothing else fits."""


def wished_language(accept_language: str) -> Language:
    """The browser's first language that we speak, else Spanish."""
    wishes = []
    for order, part in enumerate(accept_language.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        wishes.append((-quality, order, tag.lower().partition("-")[0]))
    for _, _, language in sorted(wishes):
        if language in LANGUAGES:
            return "es" if language == "es" else "en"
    return DEFAULT
