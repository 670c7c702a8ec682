"""Point 19: what is installed is just what was looked at, and is looked up for vulnerabilities."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTS = sorted(path.name for path in (ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("name", LISTS)
def test_every_package_of_python_is_pinned_with_its_hashes(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) > 5
    package = r"[a-z0-9.-]+(\[[a-z0-9,-]+\])?==[0-9][^ ;]*( ; [^-]+?)?"
    for line in lines:
        assert re.fullmatch(rf"{package}( +--hash=sha256:[0-9a-f]{{64}})+", line.rstrip()), line


def test_nothing_is_installed_without_its_hash() -> None:
    for script in (ROOT / "scripts").iterdir():
        for command in re.findall(r"pip install(?:[^\n]|(?<=\\)\n)*", script.read_text()):
            own = "--no-deps" in command and command.rstrip().endswith("-e .")
            assert own or "--require-hashes" in command, (script.name, command)
    build = (ROOT / "client" / "build.py").read_text()
    assert '"ci"' in build
    assert '"install"' not in build


def test_every_package_of_the_browser_is_pinned_with_its_hash() -> None:
    packages = json.loads((ROOT / "client" / "package-lock.json").read_text())["packages"]
    packages.pop("")
    assert len(packages) > 20
    for path, package in packages.items():
        # Without an address it comes from whatever registry is configured, and has to fit the hash.
        assert "resolved" not in package, path
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"]), path


def test_the_audit_covers_all_lists_and_takes_silence_for_a_failure() -> None:
    script = (ROOT / "scripts" / "audit").read_text()
    assert "requirements/*.txt" in script
    assert "--strict" in script
    assert "npm audit" in script
    assert "run: scripts/audit" in (ROOT / ".github" / "workflows" / "audit.yml").read_text()


def test_the_list_of_parts_names_all_that_a_server_runs() -> None:
    printed = subprocess.run(
        [ROOT / "scripts" / "sbom"], check=True, capture_output=True, text=True
    ).stdout
    parts = {part["purl"] for part in json.loads(printed)["components"]}
    pinned = re.findall(
        r"^([a-z0-9.-]+)(?:\[.*?\])?==([^ \\;]+)",
        (ROOT / "requirements" / "serve.txt").read_text(),
        re.MULTILINE,
    )
    assert {f"pkg:pypi/{name}@{version}" for name, version in pinned} <= parts
    assert any(part.startswith("pkg:npm/preact@") for part in parts)
    assert any(part.startswith("pkg:npm/three@") for part in parts)
