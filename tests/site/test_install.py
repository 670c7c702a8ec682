"""What browsers need to keep the page on a device."""

import json
import struct

import pytest
from starlette.testclient import TestClient

from naqala.site.install import manifest, worker_script


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_manifest_names_the_page_of_its_language(client: TestClient, language: str) -> None:
    response = client.get(f"/{language}/app.webmanifest")
    assert response.headers["content-type"].startswith("application/manifest+json")
    told = response.json()
    assert told == manifest(language)
    assert told["start_url"] == f"/{language}/"
    assert told["lang"] == language
    assert f'href="/{language}/app.webmanifest"' in client.get(f"/{language}/").text


def test_there_is_no_manifest_in_another_language(client: TestClient) -> None:
    assert client.get("/fr/app.webmanifest").status_code == 404


def test_every_icon_of_the_manifest_is_there_in_the_size_that_it_claims(
    client: TestClient,
) -> None:
    for icon in manifest("es")["icons"]:
        response = client.get(icon["src"])
        assert response.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            # The breadth and the height stand in the first chunk of a PNG.
            breadth, height = struct.unpack(">II", response.content[16:24])
            assert f"{breadth}x{height}" == icon["sizes"]
    assert client.get("/icons/apple-180.png").status_code == 200


@pytest.mark.parametrize("name", ["none.png", "..%2F..%2Fapp.py", "%2e%2e"])
def test_nothing_but_icons_is_in_their_folder(client: TestClient, name: str) -> None:
    assert client.get(f"/icons/{name}").status_code == 404


def test_the_worker_is_asked_for_again_and_differs_for_every_build(client: TestClient) -> None:
    response = client.get("/service-worker.js")
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["content-type"].startswith("text/javascript")
    assert worker_script(["/assets/a-1.js"], "x") != worker_script(["/assets/a-2.js"], "x")
    shell = json.loads(worker_script(["/a"], "").removeprefix("const SHELL = ").rstrip(";\n"))
    assert shell["pages"] == {"es": "/es/", "en": "/en/"}
    assert shell["files"] == ["/a"]


def test_the_policy_lets_a_page_name_the_worker_and_nothing_else(client: TestClient) -> None:
    policy = client.get("/es/").headers["content-security-policy"]
    assert "trusted-types service-worker" in policy
    assert "'unsafe" not in policy
