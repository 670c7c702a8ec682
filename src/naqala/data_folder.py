"""Where everything that is kept lies, for the site, the command and the library alike."""

import os
from pathlib import Path


def data_folder() -> Path:
    """`NAQALA_DATA`, or `$XDG_DATA_HOME/naqala`, which is in the home folder by default."""
    chosen = os.environ.get("NAQALA_DATA")
    return Path(chosen) if chosen else default_data_folder()


def default_data_folder() -> Path:
    """Where data lie when nothing else is said."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "naqala"
