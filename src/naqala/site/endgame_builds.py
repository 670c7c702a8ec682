"""Builds the endgame databases that a site lacks, while it is already serving.

Each is built by a process of its own, of the lowest priority: compiling the builder and filling
the tables would otherwise hold up the moves of this process. It writes to the data folder, where
`EndgameShelf` finds the file as soon as it is complete.
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

import structlog

from naqala.engine.endgames import find_endgames
from naqala.rules import Game, Variant

_log = structlog.get_logger()

VARIANTS = tuple(map(Variant.parse, ("kalah", "kalah+empty-capture", "oware", "wari")))
"""Those that are built, the most played first."""

MOST_CYCLIC_SEEDS = 12
"""In wari and oware: 5 MB each. A seed more takes twice the memory and time, not a tenth more."""

_NICENESS = 19
_MOST_CLOSING_S = 10.0
"""Longest wait for a build that was told to end; it ends between two blocks."""


class EndgameBuilds:
    """The builds of one site, one after the other."""

    def __init__(self, data: Path, seeds: int) -> None:
        """Prepares to build databases of so many seeds in the data folder; 0 builds none."""
        self._data = data
        self._seeds = seeds
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begins to build what is missing, in the background."""
        if self._seeds:
            self._task = asyncio.create_task(self._build_missing(), name="endgame-builds")

    async def close(self) -> None:
        """Ends the build that is running; nothing is kept of it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _build_missing(self) -> None:
        try:
            for variant in VARIANTS:
                found = await asyncio.to_thread(find_endgames, self._data / "endgames", variant)
                seeds = self._seeds
                if variant.game is not Game.KALAH:
                    seeds = min(seeds, MOST_CYCLIC_SEEDS)
                if found is None or found.seeds < seeds:
                    await self._build(variant, seeds)
        except OSError as error:
            _log.warning("endgame databases cannot be built", reason=str(error))
        except Exception:
            _log.exception("endgame databases cannot be built")

    async def _build(self, variant: Variant, seeds: int) -> None:
        began = time.monotonic()
        rules = str(variant)
        _log.info("building an endgame database", rules=rules, seeds=seeds)
        command = ["endgames", "build", "--variant", rules, "--endgames", str(seeds)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "naqala.cli", *command, "--threads", "1",
            "--data", str(self._data),
            stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE,
            # Ctrl-C in the site's terminal is for the site, which passes it on.
            start_new_session=True,
        )  # fmt: skip
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:
            await _end(process)
            _log.info("an endgame database was not finished", rules=rules, seeds=seeds)
            raise
        if process.returncode:
            reason = said.decode(errors="replace").strip()[-300:]
            _log.warning("an endgame database could not be built", rules=rules, reason=reason)
        else:
            seconds = round(time.monotonic() - began, 1)
            _log.info("an endgame database is ready", rules=rules, seeds=seeds, seconds=seconds)


async def _end(process: Process) -> None:
    """Lets a process put away what it has begun; ends it if it does not."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)
    try:
        await asyncio.wait_for(process.communicate(), _MOST_CLOSING_S)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
