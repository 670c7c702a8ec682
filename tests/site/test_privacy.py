"""The privacy page says what the code does; the page of sources names all that is used."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from naqala.site.access_log import KEPT_DAYS as LOGGED_DAYS
from naqala.site.app import create_app
from naqala.site.guests import SESSION_S
from naqala.site.languages import LANGUAGES, Language
from naqala.site.pages import the_library
from naqala.site.settings import Settings, SettingsError, read_settings
from naqala.site.statistics.collector import KEPT_DAYS
from naqala.site.statistics.fields import Field, Group, fields_of
from naqala.site.statistics.privacy import EXAMPLE, UnknownPart, privacy_html
from naqala.site.statistics.schema import EVENTS, Event, Part
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE
from tests.site.statistics_events import all_fields

ROOT = Path(__file__).parents[2]


class Tables(HTMLParser):
    """The rows of all tables of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.text = ""
        self._is_in_cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._is_in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._is_in_cell:
            self.rows[-1][-1] += data


def article(name: str, language: Language) -> str:
    (found,) = [one for one in the_library() if (one.name, one.language) == (name, language)]
    return found.html


def told(language: Language) -> list[list[str]]:
    """What the page's tables tell, without their heads."""
    rows = Tables(article("privacy/index.md", language)).rows
    return [
        row
        for row in rows
        if row not in (["Qué", "Uno de estos valores"], ["What", "One of these values"])
    ]


def wanted(part: type[Part], language: Language) -> list[list[str]]:
    return [
        [field.words[language], " · ".join(meaning[language] for meaning in field.meanings)]
        for field in fields_of(part)
        if isinstance(field, Field)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_every_field_with_all_its_values_and_no_other(language: Language) -> None:
    groups = {
        field.part: None
        for event in EVENTS
        for field in fields_of(event)
        if isinstance(field, Group)
    }
    rows = [row for part in (*EVENTS, *groups) for row in wanted(part, language)]
    assert told(language) == rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_as_much_as_the_endpoint_takes(language: Language) -> None:
    """Counted another way: by the JSON schema of what is taken."""
    definitions: dict[str, Any] = msgspec.json.schema(Event)["$defs"]
    fields = [
        field
        for definition in definitions.values()
        for name, field in definition.get("properties", {}).items()
        if name != "type"
    ]
    closed = [
        field
        for field in fields
        if definitions.get(field.get("$ref", "").rpartition("/")[2], {}).get("type") != "object"
    ]
    lists = [definitions.get(field.get("$ref", "").rpartition("/")[2]) for field in closed]
    values = [2 if found is None else len(found["enum"]) for found in lists]
    told_values = [len(row[1].split(" · ")) for row in told(language)]
    assert len(told_values) > 20
    assert sorted(told_values) == sorted(values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_stands_there_with_when_it_is_sent(language: Language) -> None:
    text = Tables(article("privacy/index.md", language)).text
    for event in EVENTS:
        assert event.words[language] in text
        assert event.when[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_is_an_event_that_the_endpoint_takes(language: Language) -> None:
    (text,) = re.findall(r"<pre[^>]*>(.*?)</pre>", privacy_html("example", language), re.DOTALL)
    sent = text.replace("&quot;", '"')
    assert msgspec.json.decode(sent, type=Event) == EXAMPLE
    assert len(json.loads(sent)["device"]) == 5
    assert "&quot;" in article("privacy/index.md", language)


def test_a_part_that_there_is_not_is_named() -> None:
    with pytest.raises(UnknownPart, match="'all' is no part about statistics: write switch"):
        privacy_html("all", "es")


@pytest.mark.parametrize(("language", "days"), [("es", "{} días"), ("en", "{} days")])
def test_the_times_that_the_page_tells_are_those_of_the_code(language: Language, days: str) -> None:
    text = Tables(article("privacy/index.md", language)).text
    assert KEPT_DAYS == LOGGED_DAYS == 30
    told_days = set(re.findall(days.format(r"(\d+)"), text))
    assert told_days == {str(KEPT_DAYS), str(SESSION_S // (24 * 60 * 60))}


@pytest.mark.parametrize(("language", "path"), [("es", "/es/privacidad"), ("en", "/en/privacy")])
def test_the_page_has_its_switch_and_every_page_to_read_leads_to_it(
    client: TestClient, language: Language, path: str
) -> None:
    page = client.get(path).text
    assert page.count("data-statistics-switch") == 1
    assert "<noscript><p>" in page
    for other in (f"/{language}/", path):
        if other != f"/{language}/":
            assert f'href="{path}"' in client.get(other).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_sources_names_every_library(language: Language) -> None:
    names = set(re.findall(r"<code>(.*?)</code>", article("sources/index.md", language)))
    locked = re.findall(
        r"^([a-z0-9-]+)(?:\[.*\])?==", (ROOT / "requirements" / "run.txt").read_text(), re.MULTILINE
    )
    package = json.loads((ROOT / "client" / "package.json").read_text(encoding="utf-8"))
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    direct = re.findall(
        r'^    "([a-z0-9-]+)(?:\[\w+\])?>=',
        project.partition("[dependency-groups]")[0],
        re.MULTILINE,
    )
    assert len(direct) >= 12
    used = {*locked, *direct, *package["dependencies"], "psycopg"}
    assert used - names == set()
    assert names - used == set()


def test_both_languages_name_the_same_licences() -> None:
    pattern = r"\b(?:MIT|BSD|Apache|LGPL|MPL|PSF)(?:[-.]\w+)*"
    licences = [
        sorted(re.findall(pattern, article("sources/index.md", language))) for language in LANGUAGES
    ]
    assert licences[0] == licences[1]


def test_all_fields_are_reached() -> None:
    assert sum(len(all_fields(event)) for event in EVENTS) > 50


def test_who_runs_the_site_stands_at_the_foot_of_its_pages_as_text(settings: Settings) -> None:
    migrate(settings.database_url)
    contact = "Ana & Co <ana@naqala.example>"
    with TestClient(create_app(replace(settings, contact=contact), BUNDLE)) as client:
        for path, said in (("/es/privacidad", "Lleva este sitio:"), ("/en/rules", "is run by:")):
            foot = client.get(path).text.partition("<footer")[2]
            assert f"{said} Ana &amp; Co &lt;ana@naqala.example&gt;" in foot


@pytest.mark.parametrize("contact", [" ", "two\nlines", "x" * 201])
def test_a_contact_is_one_line(contact: str) -> None:
    with pytest.raises(SettingsError, match=r"NAQALA_CONTACT.*one line of at most 200"):
        read_settings({}, {"NAQALA_CONTACT": contact})
