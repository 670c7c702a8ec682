"""Weighs the built client, compressed as it is sent, against its budgets (docs/design.md 7).

`python client/weigh.py` prints every part and ends with status 1 when a budget is exceeded. The
sizes depend on the sources alone, so a test asserts them (tests/site/test_budgets.py).
"""

import gzip
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parents[1] / "src" / "naqala" / "site" / "static"
MANIFEST = STATIC / ".vite" / "manifest.json"
GAME = "src/main.tsx"
WORDS = ("src/i18n/es.ts", "src/i18n/en.ts")
BOARD3D = "src/board3d/canvas.tsx"
READING = "src/styles/reading.css"


@dataclass(frozen=True, slots=True)
class Budget:
    """What a part of the page weighs and may weigh, in bytes after gzip."""

    name: str
    weight: int
    limit: int

    @property
    def is_kept(self) -> bool:
        """Whether the part is light enough."""
        return self.weight <= self.limit


def budgets() -> list[Budget]:
    """Every part that has a budget.

    Raises:
        FileNotFoundError: if the client has not been built.

    """
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    entry = _scripts(manifest, GAME)
    words = max(_weigh(_scripts(manifest, key)) for key in WORDS)
    board = _scripts(manifest, BOARD3D) - entry
    three = {file for file in board if "three" in file}
    styles = {manifest[READING]["file"]}
    return [
        Budget("entry, with one language", _weigh(entry) + words, 40_000),
        Budget("styles of the game", _weigh(manifest[GAME]["css"]), 12_000),
        Budget("styles of the pages for reading", _weigh(styles), 12_000),
        Budget("three.js", _weigh(three), 150_000),
        Budget("our board in three dimensions", _weigh(board - three), 25_000),
    ]


def parts() -> dict[str, int]:
    """Every file of the client with its bytes after gzip, the heaviest first."""
    files = [path.relative_to(STATIC) for path in STATIC.rglob("*.*") if path.is_file()]
    shown = [str(file) for file in files if file.suffix in (".js", ".css", ".woff2")]
    weights = {file: _weigh([file]) for file in shown}
    return dict(sorted(weights.items(), key=lambda part: -part[1]))


def _scripts(manifest: dict[str, Any], key: str) -> set[str]:
    """The script of a part and all that it imports before it runs."""
    found = {manifest[key]["file"]}
    for imported in manifest[key].get("imports", ()):
        found |= _scripts(manifest, imported)
    return found


def _weigh(files: Iterable[str]) -> int:
    """Bytes of files as they go over the wire; letters are compressed already."""
    total = 0
    for file in files:
        content = (STATIC / file).read_bytes()
        total += len(content if file.endswith(".woff2") else gzip.compress(content, 9, mtime=0))
    return total


def main() -> int:
    """Prints the parts and the budgets."""
    for file, weight in parts().items():
        print(f"{weight / 1000:8.1f} kB  {file}")
    print()
    for budget in budgets():
        mark = "" if budget.is_kept else "   over"
        print(f"{budget.weight / 1000:8.1f} of {budget.limit / 1000:.0f} kB  {budget.name}{mark}")
    return 0 if all(budget.is_kept for budget in budgets()) else 1


if __name__ == "__main__":
    sys.exit(main())
