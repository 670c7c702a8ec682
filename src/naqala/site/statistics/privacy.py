"""What the privacy page says of statistics, made from the schema itself: the two cannot differ."""

from collections.abc import Callable
from html import escape
from typing import Final

import msgspec

from naqala.site.languages import Language
from naqala.site.statistics.choices import Words
from naqala.site.statistics.fields import Field, Group, fields_of
from naqala.site.statistics.schema import (
    EVENTS,
    Browser,
    Clock,
    Cores,
    Device,
    Ending,
    Game,
    GameEnded,
    Kind,
    Level,
    Memory,
    Minutes,
    Mode,
    Moves,
    Part,
    Played,
    Rest,
    Result,
    Seeds,
    System,
)

EXAMPLE: Final = GameEnded(
    Played(
        Game.KALAH, Mode.CPU, Level.EASY, Seeds.FOUR, False, False, False, Rest.OWNER, Clock.NONE
    ),
    Result.WON,
    Ending.PLAYED_OUT,
    Moves.UNDER_50,
    Minutes.UNDER_5,
    Device(Kind.MOBILE, Memory.UNDER_8, Cores.UP_TO_8, Browser.FIREFOX, System.ANDROID),
)

_WHAT: Final = Words("Qué", "What")
_VALUES: Final = Words("Uno de estos valores", "One of these values")
_SENT: Final = Words("Se envían:", "Sent are:")
_ALSO: Final = Words("Y además:", "And besides:")
_SWITCH: Final = Words("Enviar estadísticas de mis partidas", "Send statistics of my games")
_STATES: Final = {
    "on": Words(
        "Activadas en este dispositivo.",
        "On: this device sends them.",
    ),
    "off": Words(
        "Desactivadas en este dispositivo: no se envía nada.",
        "Off: this device sends nothing.",
    ),
    "browser": Words(
        "Tu navegador pide que no se te cuente, y así se hace: no se envía nada.",
        "Your browser asks us not to count you, so nothing is sent.",
    ),
    "operator": Words(
        "Este sitio las tiene desactivadas: no se envía nada.",
        "This site has switched them off: nothing is sent.",
    ),
}
_NO_SCRIPT: Final = Words(
    "Tu navegador no ejecuta los programas de esta página: sin ellos no se envía nada.",
    "Your browser does not run this page's scripts: without them nothing is sent.",
)


class UnknownPart(ValueError):
    """A page asks for a part that there is not; the message lists those that there are."""


def privacy_html(part: str, language: Language) -> str:
    """A part of the page: `switch`, `events` or `example`.

    Raises:
        UnknownPart: for any other.

    """
    if part not in _PARTS:
        raise UnknownPart(f"{part!r} is no part about statistics: write {', '.join(_PARTS)}")
    return _PARTS[part](language)


def _switch(language: Language) -> str:
    # Without scripts there is nothing to switch; the page's script shows it (privacy.ts).
    states = " ".join(f'data-{name}="{escape(said[language])}"' for name, said in _STATES.items())
    return (
        f'<div class="statistics-switch" data-statistics-switch hidden {states}>'
        f'<label><input type="checkbox"> <span>{escape(_SWITCH[language])}</span></label>'
        f'<p role="status"></p></div>\n<noscript><p>{escape(_NO_SCRIPT[language])}</p></noscript>\n'
    )


def _events(language: Language) -> str:
    shared: dict[str, type[Part]] = {}
    parts = []
    for event in EVENTS:
        fields = list(fields_of(event))
        groups = [field for field in fields if isinstance(field, Group)]
        shared |= {group.name: group.part for group in groups}
        own = [field for field in fields if isinstance(field, Field)]
        parts.append(f"<h4>{escape(event.words[language])}</h4>")
        parts.append(f"<p>{escape(event.when[language])}</p>")
        parts.append(_table(own, language))
        links = ", ".join(
            f'<a href="#{_identity(group.name)}">{escape(group.part.words[language].lower())}</a>'
            for group in groups
        )
        parts.append(f"<p>{(_ALSO if own else _SENT)[language]} {links}.</p>")
    for name, part in shared.items():
        parts.append(f'<h4 id="{_identity(name)}">{escape(part.words[language])}</h4>')
        own = [field for field in fields_of(part) if isinstance(field, Field)]
        parts.append(_table(own, language))
    return "\n".join(parts) + "\n"


def _identity(name: str) -> str:
    return f"sent-{name}"


def _table(fields: list[Field], language: Language) -> str:
    if not fields:
        return ""
    rows = "".join(
        f"<tr><td>{escape(field.words[language])}</td>"
        f"<td>{escape(' · '.join(words[language] for words in field.meanings))}</td></tr>"
        for field in fields
    )
    head = f'<th scope="col">{_WHAT[language]}</th><th scope="col">{_VALUES[language]}</th>'
    return (
        f'<div class="table" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _example(language: Language) -> str:
    text = msgspec.json.format(msgspec.json.encode(EXAMPLE), indent=2).decode()
    return f'<pre class="sent" lang="en" tabindex="0">{escape(text)}</pre>\n'


_PARTS: Final[dict[str, Callable[[Language], str]]] = {
    "switch": _switch,
    "events": _events,
    "example": _example,
}
