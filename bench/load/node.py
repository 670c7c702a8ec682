"""Node and boardgame.io, found and installed as the browser's part is."""

import importlib.util
from pathlib import Path
from types import ModuleType

_ROOT = Path(__file__).parents[2]
BOARDGAME = _ROOT / "bench" / "peers" / "boardgame"
_INSTALLED = BOARDGAME / "node_modules" / ".package-lock.json"


class NoPeer(Exception):
    """boardgame.io cannot be had here; the message says why."""


def boardgame_command() -> list[str]:
    """How to start its server; its packages are installed first if they are not there.

    Raises:
        NoPeer: if there is no Node, or the packages cannot be installed.

    """
    build = _builder()
    try:
        home: Path = build.node_home()
        if not _INSTALLED.exists():
            build.npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=BOARDGAME)
    except build.BuildError as error:
        raise NoPeer(str(error)) from None
    return [str(home / "bin" / "node"), str(BOARDGAME / "server.js")]


def _builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", _ROOT / "client" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
