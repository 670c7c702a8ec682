"""The shell of the page: language, addresses, headers."""

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from naqala.site.pages import Bundle, ClientMissing, bundle


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-GB,en;q=0.9,es;q=0.8", "en"),
        ("de,fr;q=0.9", "es"),
        ("de,en;q=0.5", "en"),
        ("es;q=0.2, en;q=0.7", "en"),
        ("", "es"),
        ("en;q=x", "es"),
        ("*", "es"),
    ],
)
def test_the_root_answers_in_the_browsers_language_and_spanish_when_nothing_fits(
    client: TestClient, header: str, language: str
) -> None:
    response = client.get("/", headers={"accept-language": header})
    assert f'<html lang="{language}" ' in response.text
    assert response.headers["content-language"] == language
    assert response.headers["vary"] == "accept-language"


def test_an_explicit_address_decides_the_language(client: TestClient) -> None:
    header = {"accept-language": "en"}
    assert '<html lang="es" ' in client.get("/es/", headers=header).text
    assert '<html lang="en" ' in client.get("/en/").text
    assert client.get("/de/").status_code == 404


def test_a_game_has_a_page_of_its_own(client: TestClient) -> None:
    assert "/assets/main.js" in client.get("/g/whatever").text


def test_pages_carry_the_security_headers_and_no_inline_code(client: TestClient) -> None:
    response = client.get("/")
    policy = response.headers["content-security-policy"]
    for rule in ("default-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for"):
        assert rule in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "<style" not in response.text
    assert " style=" not in response.text
    assert response.text.count("<script") == response.text.count('<script type="module" src=')


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://testserver.evil", "http://[", "http://x:99999", ""],
)
def test_an_unsafe_request_from_another_sites_page_is_refused(
    client: TestClient, origin: str
) -> None:
    wish = {"variant": "kalah", "mode": "local"}
    response = client.post("/api/games", json=wish, headers={"origin": origin})
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "foreign_origin"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in response.headers
    assert client.get("/", headers={"origin": origin}).status_code == 200
    ours = client.post("/api/games", json=wish, headers={"origin": "http://testserver"})
    assert ours.status_code == 201


def test_a_fault_of_ours_shows_no_detail(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(client.app.state.services.games, "get", fail)  # type: ignore[attr-defined]
    response = client.get("/api/games/whatever")
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal_error"
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert response.headers["x-content-type-options"] == "nosniff"


def test_the_bundle_is_read_from_vites_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = tmp_path / "manifest.json"
    monkeypatch.setattr(bundle, "_MANIFEST", manifest)
    with pytest.raises(ClientMissing, match="scripts/run"):
        Bundle.read()
    entries = {
        "src/main.tsx": {
            "file": "assets/main-1.js",
            "css": ["assets/main-2.css"],
            "assets": ["assets/letters-5.woff2", "assets/wood.png"],
            "imports": ["_store-6.js"],
        },
        "_store-6.js": {
            "file": "assets/store-6.js",
            "dynamicImports": ["src/ui/help.tsx", "src/board3d/canvas.tsx"],
        },
        "src/ui/help.tsx": {
            "file": "assets/help-10.js",
            "css": ["assets/help-11.css"],
            "imports": ["_store-6.js", "_dialog-12.js"],
        },
        "_dialog-12.js": {"file": "assets/dialog-12.js"},
        "src/board3d/canvas.tsx": {"file": "assets/canvas-13.js"},
        "src/i18n/es.ts": {"file": "assets/es-7.js"},
        "src/styles/reading.css": {"file": "assets/reading-3.css"},
        "src/reading.ts": {"file": "assets/reading-4.js"},
        "src/learn/learn.tsx": {"file": "assets/learn-8.js", "css": ["assets/learn-9.css"]},
    }
    manifest.write_text(json.dumps(entries))
    assert Bundle.read() == Bundle(
        "/assets/main-1.js",
        ("/assets/main-2.css",),
        "/assets/reading-3.css",
        "/assets/reading-4.js",
        imports=("/assets/store-6.js",),
        fonts=("/assets/letters-5.woff2",),
        words={"es": "/assets/es-7.js"},
        lesson_script="/assets/learn-8.js",
        lesson_styles=("/assets/learn-9.css",),
        later=("/assets/dialog-12.js", "/assets/help-10.js", "/assets/help-11.css"),
    )
    del entries["src/reading.ts"]
    manifest.write_text(json.dumps(entries))
    with pytest.raises(ClientMissing, match="scripts/run"):
        Bundle.read()


def test_the_clients_files_are_kept_for_ever_and_sent_compressed(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    (assets / "main-1.js").write_text("let seeds = 4;\n" * 500)
    monkeypatch.setattr(bundle, "STATIC", tmp_path / "static")
    app = Starlette(routes=[bundle.assets()])
    response = TestClient(app).get("/assets/main-1.js", headers={"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert response.headers["content-encoding"] == "gzip"
    assert "immutable" in response.headers["cache-control"]
    missing = client.get("/assets/main-2.js")
    assert missing.status_code == 404
    assert missing.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("language", ["es", "en"])
def test_an_address_without_its_last_stroke_leads_on_without_naming_a_host(
    client: TestClient, language: str
) -> None:
    response = client.get(f"/{language}", follow_redirects=False)
    assert response.headers["location"] == f"/{language}/"


@pytest.mark.parametrize(
    ("path", "language", "title"),
    [
        ("/es/ver", "es", "Partidas en directo · Naqala"),
        ("/en/watch", "en", "Live games · Naqala"),
    ],
)
def test_the_page_for_watching_has_an_address_and_a_name_in_each_language(
    client: TestClient, path: str, language: str, title: str
) -> None:
    page = client.get(path, headers={"accept-language": "fr"})
    assert page.status_code == 200
    assert page.headers["content-language"] == language
    assert f"<title>{title}</title>" in page.text
    for other, address in (("es", "/es/ver"), ("en", "/en/watch")):
        assert f'hreflang="{other}" href="http://testserver{address}"' in page.text
    assert client.get("/es/watch").status_code == client.get("/en/ver").status_code == 404
