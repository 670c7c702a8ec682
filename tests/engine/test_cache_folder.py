"""Compiled kernels are kept, and never outlive their sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import naqala
from naqala.engine import cache_folder

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from naqala import engine
from naqala.rules import Position, Variant
print(engine.perft(Position.start(Variant()), 3))
"""


def leaves(copy: Path, cache: Path) -> int:
    """What a copy of the package counts, with its own cache."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(copy)],
        env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return int(done.stdout)


def test_a_caller_sees_that_a_callee_in_another_file_has_changed(tmp_path: Path) -> None:
    copy, cache = tmp_path / "copy", tmp_path / "cache"
    shutil.copytree(
        Path(naqala.__file__).parent, copy / "naqala",
        ignore=shutil.ignore_patterns("__pycache__", "static"),
    )  # fmt: skip
    assert leaves(copy, cache) == 185
    kept = {path for path in cache.rglob("*.nbi") if path.name.startswith("perft.")}
    assert kept
    assert leaves(copy, cache) == 185

    # perft.py stays as it is; what it calls no longer lets the pit nearest the store be sown.
    callee = copy / "naqala" / "engine" / "kernels" / "board.py"
    text = callee.read_text(encoding="utf-8")
    changed = text.replace("for pit in range(6):", "for pit in range(5):")
    assert changed != text
    callee.write_text(changed, encoding="utf-8")
    assert leaves(copy, cache) < 185


def test_the_fingerprint_covers_names_contents_and_surroundings(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text("one", encoding="utf-8")
    first = cache_folder.fingerprint(tmp_path, ["numba 1"])
    assert first == cache_folder.fingerprint(tmp_path, ["numba 1"])
    assert first != cache_folder.fingerprint(tmp_path, ["numba 2"])
    source.write_text("two", encoding="utf-8")
    second = cache_folder.fingerprint(tmp_path, ["numba 1"])
    source.rename(tmp_path / "other.py")
    assert len({first, second, cache_folder.fingerprint(tmp_path, ["numba 1"])}) == 3


def test_a_folder_that_cannot_be_made_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("", encoding="utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(occupied))
    folder = cache_folder.prepare(tmp_path, [])
    assert folder.is_dir()
    assert occupied not in folder.parents
    folder.rmdir()


def test_the_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    assert cache_folder.user_cache_folder() == Path("somewhere")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder.user_cache_folder() == Path.home() / "Library" / "Caches"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "elsewhere")
    assert cache_folder.user_cache_folder() == Path("elsewhere")
