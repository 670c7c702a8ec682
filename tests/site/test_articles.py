"""The pages that are read: addresses, languages, heads, links, and what crawlers get."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.languages import LANGUAGES
from naqala.site.learn_pages import lesson_versions
from naqala.site.pages import the_library
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE

PATHS = [article.path for article in the_library()]
WANTED = {
    "es": "reglas reglas/kalah reglas/wari reglas/oware ayuda ayuda/controles ayuda/consejos "
    "ayuda/historia ayuda/preguntas ayuda/variantes ayuda/acerca privacidad fuentes",
    "en": "rules rules/kalah rules/wari rules/oware help help/controls help/tips help/history "
    "help/questions help/variants help/about privacy sources",
}
LESSONS = [path for versions in lesson_versions() for path in versions.values()]
WATCH = ["/es/ver", "/en/watch"]
VOID = {"meta", "link", "br", "hr", "img", "input"}
BASE = "http://testserver"


class Document(HTMLParser):
    """A page taken apart, and what is wrong with its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.faults: list[str] = []
        self.title = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> stays open" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:]}")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open[-2:] == ["head", "title"]:
            self.title += data

    def all(self, tag: str, **wanted: str) -> Iterator[dict[str, str]]:
        for found, attributes in self.elements:
            if found == tag and wanted.items() <= attributes.items():
                yield attributes

    def one(self, tag: str, **wanted: str) -> dict[str, str]:
        (found,) = self.all(tag, **wanted)
        return found


def read(client: TestClient, path: str) -> Document:
    response = client.get(path, headers={"accept": "text/html"})
    assert response.status_code == 200, path
    return Document(response.text)


def test_every_page_that_was_promised_is_there_and_no_other() -> None:
    wanted = [f"/{language}/{path}" for language in LANGUAGES for path in WANTED[language].split()]
    assert sorted(PATHS) == sorted(wanted)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_says_its_language_title_description_and_addresses(
    client: TestClient, path: str
) -> None:
    response = client.get(path)
    page = Document(response.text)
    language = path[1:3]
    assert page.one("html")["lang"] == language == response.headers["content-language"]
    assert 8 < len(page.title) < 65
    assert 40 < len(page.one("meta", name="description")["content"]) < 165
    assert page.one("link", rel="canonical")["href"] == BASE + path
    alternates = {link["hreflang"]: link["href"] for link in page.all("link", rel="alternate")}
    assert alternates[language] == BASE + path
    assert alternates["x-default"] == alternates["es"]
    assert alternates.keys() == {"es", "en", "x-default"}
    assert page.one("meta", property="og:title")["content"] == page.title
    assert page.one("meta", property="og:image")["content"] == f"{BASE}/card.png"
    other = "en" if language == "es" else "es"
    switch = page.one("a", hreflang=other, **{"class": "language"})
    assert BASE + switch["href"] == alternates[other]
    there = read(client, switch["href"])
    assert there.one("a", hreflang=language, **{"class": "language"})["href"] == path


def test_titles_and_descriptions_are_all_different(client: TestClient) -> None:
    pages = [read(client, path) for path in PATHS]
    for said in (
        [page.title for page in pages],
        [page.one("meta", name="description")["content"] for page in pages],
    ):
        assert [text for text, times in Counter(said).items() if times > 1] == []


@pytest.mark.parametrize("path", PATHS)
def test_a_pages_html_is_sound(client: TestClient, path: str) -> None:
    page = read(client, path)
    assert page.faults == []
    identities = Counter(attributes["id"] for _, attributes in page.elements if "id" in attributes)
    assert [name for name, times in identities.items() if times > 1] == []
    named = [
        name for _, found in page.elements for name in found.get("aria-labelledby", "").split()
    ]
    assert set(named) <= identities.keys()
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))
    assert len(list(page.all("main"))) == 1
    assert len(list(page.all("script"))) == 1  # our own, from its file
    assert page.one("script")["src"] == "/assets/reading.js"
    assert not any("style" in found or tag == "style" for tag, found in page.elements)
    assert not any(name.startswith("on") for _, found in page.elements for name in found)


def test_every_link_inside_the_site_leads_somewhere(client: TestClient) -> None:
    seen: dict[str, Document | None] = {}
    lost = []
    waiting = ["/es/", "/en/", *PATHS]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        response = client.get(path)
        is_page = response.headers["content-type"].startswith("text/html")
        page = Document(response.text) if is_page else None
        seen[path] = page
        if response.status_code != 200:
            lost.append(path)
        for link in page.all("a") if page else ():
            href = link["href"]
            if href.startswith("/"):
                waiting.append(href.partition("#")[0])
            elif not href.startswith(("#", "https://")):
                lost.append(f"{path}: {href}")
    for path, found in seen.items():
        for link in found.all("a") if found else ():
            target, _, fragment = link["href"].partition("#")
            there = seen.get(target or path)
            if (
                fragment
                and there is not None
                and fragment not in {found.get("id") for _, found in there.elements}
            ):
                lost.append(f"{path}: {link['href']}")
    assert lost == []
    assert seen.keys() >= {*PATHS, *LESSONS}


def test_every_page_can_be_reached_from_the_front_page(client: TestClient) -> None:
    for language in LANGUAGES:
        found: set[str] = set()
        waiting = [link["href"] for link in read(client, f"/{language}/").all("a")]
        while waiting:
            path = waiting.pop().partition("#")[0]
            if path.startswith(f"/{language}/") and path not in found:
                found.add(path)
                waiting += [link["href"] for link in read(client, path).all("a")]
        assert found >= {path for path in [*PATHS, *LESSONS] if path.startswith(f"/{language}/")}


def test_the_bar_marks_the_page_and_its_section(client: TestClient) -> None:
    def current(path: str, value: str) -> list[str]:
        return [
            link["href"]
            for link in read(client, path).all("a", **{"aria-current": value})
            if link.get("class") != "language"
        ]

    assert current("/es/reglas", "page") == ["/es/reglas", "/es/reglas"]
    assert current("/es/reglas/kalah", "page") == ["/es/reglas/kalah"]
    assert current("/es/reglas/kalah", "true") == ["/es/reglas"]


def test_a_page_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/es/reglas/kalah")
    etag = first.headers["etag"]
    again = client.get("/es/reglas/kalah", headers={"if-none-match": f'"x", {etag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == etag
    other = client.get("/en/rules/kalah", headers={"if-none-match": etag})
    assert other.status_code == 200
    assert other.headers["etag"] != etag


def test_pages_travel_compressed(client: TestClient) -> None:
    with client.stream("GET", "/es/reglas/kalah", headers={"accept-encoding": "gzip"}) as response:
        assert response.headers["content-encoding"] == "gzip"
        sent = sum(map(len, response.iter_raw()))
    assert sent < len(client.get("/es/reglas/kalah").content) / 4


def test_the_public_address_stands_in_heads_sitemap_and_robots(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, engine_threads=1, public_url="https://naqala.example")
    migrate(settings.database_url)
    with TestClient(create_app(settings, BUNDLE)) as client:
        page = read(client, "/en/rules/oware")
        whole = "https://naqala.example/en/rules/oware"
        assert page.one("link", rel="canonical")["href"] == whole
        assert page.one("meta", property="og:url")["content"] == whole
        assert f"<loc>{whole}</loc>" in client.get("/sitemap.xml").text
        assert "Sitemap: https://naqala.example/sitemap.xml" in client.get("/robots.txt").text


@pytest.mark.parametrize("host", ['x"><script>', "x y", "x/y", "a" * 300])
def test_a_strange_host_gets_into_no_page(client: TestClient, host: str) -> None:
    page = client.get("/es/reglas", headers={"host": host}).text
    assert host not in page
    assert '<link rel="canonical" href="/es/reglas">' in page


def test_the_sitemap_lists_every_page_with_its_other_language(client: TestClient) -> None:
    response = client.get("/sitemap.xml")
    assert response.headers["content-type"].startswith("application/xml")
    names = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    pages = {
        url.findtext("s:loc", "", names): {
            link.attrib["hreflang"]: link.attrib["href"] for link in url.findall("x:link", names)
        }
        for url in ElementTree.fromstring(response.text).findall("s:url", names)
    }
    assert pages.keys() >= {BASE + path for path in ["/es/", "/en/", *LESSONS, *WATCH, *PATHS]}
    for address, versions in pages.items():
        assert versions[address.removeprefix(BASE)[1:3]] == address
        assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("path", "wish", "language", "said"),
    [
        ("/es/nada", "en", "es", "no existe"),
        ("/en/nothing", "es", "en", "does not exist"),
        ("/nothing", "en", "en", "does not exist"),
        ("/nada", "de", "es", "no existe"),
    ],
)
def test_an_address_without_a_page_gets_a_page_in_the_readers_language(
    client: TestClient, path: str, wish: str, language: str, said: str
) -> None:
    headers = {"accept": "text/html,*/*;q=0.8", "accept-language": wish}
    response = client.get(path, headers=headers)
    assert response.status_code == 404
    page = Document(response.text)
    assert page.one("html")["lang"] == language
    assert said in response.text
    assert page.faults == []
    assert page.one("meta", name="robots")["content"] == "noindex"
    assert f"/{language}/" in [link["href"] for link in page.all("a")]


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/main-2.js", "/api/games/x/y"])
def test_programs_get_json_for_what_is_missing(client: TestClient, path: str) -> None:
    response = client.get(path, headers={"accept": "text/html"})
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not_found"
    assert client.get("/es/nada").json()["error"]["code"] == "not_found"


def test_a_page_is_only_read(client: TestClient) -> None:
    response = client.post("/es/reglas", headers={"accept": "text/html"})
    assert response.status_code == 405
    assert "GET" in response.headers["allow"]
