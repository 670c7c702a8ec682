"""Point 12: names and everything else that people choose is text in a page and nothing else. Which
names there are is tried in tests/site/test_account_names.py."""

from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from naqala.site.accounts.account_names import AccountName, InvalidName, skeleton_of
from tests.site.people import PASSWORD, Person, error_code, sign_up

# What filters of other sites have let through, in the manner of the OWASP cheat sheet.
ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "javascript:alert(1)",
    "' onmouseover='alert(1)",
    "&lt;script&gt;alert(1)",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "<!--<script>-->",
    "\u003cscript\u003ealert(1)\u003c/script\u003e",
    "\uff1cscript\uff1e",
    "ana\u202eana",
    "\u2066ana\u2069",
    "ana\u200bana",
    "ana\ufeff",
    "ana\0ana",
    "ana\r\nSet-Cookie: a=b",
    "=cmd|' /C calc'!A0",
    "../../etc/passwd",
    "%3Cscript%3E",
    "a" * 10_000,
)
CONFUSABLE = (
    ("Ana", "\u0410na"),  # Cyrillic A
    ("Ana", "an\u0430"),
    ("Paypal", "Paypa1"),
    ("Olive", "0live"),
    ("Ana", "\uff21na"),  # full width
    ("Ana", "\u00c1na"),
    ("Mila", "Mi\u0131a"),
)


def test_no_markup_and_no_mark_of_direction_becomes_a_name(site: TestClient) -> None:
    for name in ATTACKS:
        answer = site.post("/api/account", json={"name": name, "password": PASSWORD})
        assert error_code(answer) in ("invalid_name", "invalid_message", "too_large"), name
        assert len(answer.content) < 2_000
        assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["/es/jugador/{}", "/en/player/{}", "/g/{}", "/r/{}", "/es/{}"])
def test_what_an_address_says_is_never_markup_in_the_page(site: TestClient, path: str) -> None:
    for name in ATTACKS:
        page = site.get(path.format(quote(name, safe="")), headers={"accept": "text/html"})
        # A game's page and a room's is the same whatever it is asked for.
        expected = (200, 404) if path[1] in "gr" else (404,)
        assert page.status_code in ((400,) if "\0" in name else expected), name
        for markup in (
            "<script>alert",
            "<img src=x",
            "<svg/onload",
            "onmouseover='",
            "<!--<script",
        ):
            assert markup not in page.text
        assert "set-cookie" not in page.headers


@pytest.mark.parametrize(("name", "lookalike"), CONFUSABLE)
def test_nobody_is_called_like_somebody_else(
    ana: Person, beto: Person, name: str, lookalike: str
) -> None:
    try:
        AccountName.parse(lookalike)
    except InvalidName:
        return
    assert skeleton_of(name) == skeleton_of(lookalike)
    sign_up(ana, name)
    answer = beto.post("/api/account", {"name": lookalike, "password": PASSWORD})
    assert error_code(answer) == "name_taken"


def test_names_are_set_apart_from_the_direction_of_the_text_around_them(
    site: TestClient, ana: Person
) -> None:
    sign_up(ana, "\u05d0\u05d1\u05d2\u05d3")
    page = ana.get("/es/jugador/\u05d0\u05d1\u05d2\u05d3").text
    assert "<bdi" in page or 'dir="auto"' in page
