"""Where compiled kernels are kept between runs.

Numba keys its cache by the file of each function alone: it does not see that a callee in another
file has changed. So all kernels share one folder whose name is a hash of everything that their
machine code depends on; any change there starts a fresh folder. Source: our decision,
docs/design.md 3.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path


def user_cache_folder() -> Path:
    """The folder for what may be deleted at any time, by the platform's custom."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def fingerprint(sources: Path, surroundings: Iterable[str]) -> str:
    """A hash of every Python file in a folder and of what else matters, 16 hex digits."""
    digest = hashlib.sha256("\0".join(surroundings).encode())
    for source in sorted(sources.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def prepare(sources: Path, surroundings: Iterable[str]) -> Path:
    """Makes and returns the folder for kernels compiled from some sources.

    It lies in `NUMBA_CACHE_DIR` if that is set, else in the user's cache folder. Where neither can
    be written, a folder is made that lasts as long as the temporary files do: every process then
    compiles anew, and nobody else can have put machine code there.
    """
    base = os.environ.get("NUMBA_CACHE_DIR")
    try:
        folder = Path(base) if base else user_cache_folder()
        folder = folder / "naqala" / fingerprint(sources, surroundings)
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
    except (OSError, RuntimeError):
        folder = Path(tempfile.mkdtemp(prefix="naqala-"))
    return folder
