"""Where everything that is kept lies, for the site, the command and the library alike."""

import os
from pathlib import Path


def default_data_folder() -> Path:
    """`$XDG_DATA_HOME/naqala`, by default in the home folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "naqala"
