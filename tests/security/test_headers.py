"""Points 10 and 11: what every answer carries. That pages obey it is tried in a browser
(tests/e2e/test_policy.py)."""

import re

import pytest
from starlette.testclient import TestClient

from tests.site.people import Person, begin

PAGES = ("/", "/es", "/en", "/es/reglas", "/en/learn", "/es/cuenta", "/nowhere", "/en/players")
ANSWERS = (*PAGES, "/api/variants", "/api/nowhere", "/api/games/x", "/healthz", "/card.png")


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_carries_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"accept": "text/html"}).headers
    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    # Nothing inline, nothing evaluated, nothing from elsewhere.
    for forbidden in ("unsafe", "*", "http:", "https:", "blob:", "nonce"):
        assert forbidden not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers
    assert "x-powered-by" not in headers


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_inline_code_or_asks_others_for_anything(client: TestClient, path: str) -> None:
    html = client.get(path, headers={"accept": "text/html"}).text
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", html, re.DOTALL)
    assert all("src=" in attributes and not body.strip() for attributes, body in scripts)
    assert not re.search(r"\son[a-z]+\s*=", re.sub(r"content=\"[^\"]*\"", "", html))
    assert not re.search(r"\sstyle\s*=", html)
    assert "<style" not in html
    assert "javascript:" not in html
    for attribute in re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="([^"]*)"', html):
        assert attribute.startswith(("/", "http://testserver/")), attribute


def test_what_belongs_to_a_session_is_kept_by_no_cache(ana: Person, beto: Person) -> None:
    """A proxy that stores answers must not give one person's to another."""
    game = begin(ana, beto)
    for path in ("/api/me", "/api/games/current", f"/api/games/{game['id']}", "/api/account"):
        kept = ana.get(path).headers.get("cache-control", "")
        assert "public" not in kept
        assert "no-store" in kept or "private" in kept, path


@pytest.mark.parametrize("header", ["host", "x-forwarded-host", "x-original-url", "forwarded"])
@pytest.mark.parametrize("path", ["/es", "/es/reglas", "/card.png", "/sitemap.xml", "/robots.txt"])
def test_no_header_of_a_visitor_puts_another_host_into_a_page(
    client: TestClient, path: str, header: str
) -> None:
    answer = client.get(path, headers={header: 'evil.example"><script>alert(1)</script>'})
    assert b"<script>alert" not in answer.content
    if header != "host":
        assert b"evil.example" not in answer.content
