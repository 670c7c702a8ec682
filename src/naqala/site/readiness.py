"""Whether the site can serve: what it needs is tried, and answered for in time whatever hangs."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from shutil import disk_usage
from typing import Literal, TypeAlias

import structlog
from anyio import to_thread

_log = structlog.get_logger()

MOST_LOOK_S = 2.0
"""What has not answered after so long does not work."""

LEAST_FREE_BYTES = 64 * 1024 * 1024
"""Room below which the next moves may not be stored."""

Check: TypeAlias = Literal["store", "engine", "disk", "running"]
Try: TypeAlias = Callable[[], Awaitable[bool]]


class Readiness:
    """What the site needs, each with what tries it.

    `tell` hears the result of every try.
    """

    def __init__(
        self,
        store: Callable[[], Awaitable[None]],
        able_threads: Callable[[], int],
        data: Path,
        tell: Callable[[str, bool], None],
    ) -> None:
        """Takes what to try.

        `store` writes, or raises; `able_threads` counts the engine's threads that can answer.
        """

        async def stores() -> bool:
            await store()
            return True

        async def thinks() -> bool:
            return able_threads() > 0

        async def has_room() -> bool:
            return await to_thread.run_sync(lambda: disk_usage(data).free) >= LEAST_FREE_BYTES

        self._tries: dict[Check, Try] = {"store": stores, "engine": thinks, "disk": has_room}
        self._pending: dict[Check, asyncio.Task[bool]] = {}
        self._tell = tell
        self._unfit: set[Check] = set()
        self._is_closing = False

    def close(self) -> None:
        """The site is about to end: it is not ready any more."""
        self._is_closing = True

    async def unfit(self) -> list[Check]:
        """What does not work now, in at most `MOST_LOOK_S` seconds; nothing if all is ready."""
        checks = list(self._tries)
        fits = await asyncio.gather(*map(self._is_fit, checks))
        unfit: list[Check] = [check for check, fit in zip(checks, fits, strict=True) if not fit]
        for check, fit in zip(checks, fits, strict=True):
            self._tell(check, fit)
        self._tell("running", not self._is_closing)
        if self._is_closing:
            unfit.append("running")
        self._log_change(set(unfit))
        return unfit

    async def _is_fit(self, check: Check) -> bool:
        # Who asks meanwhile waits for the same try: they do not pile up before what hangs.
        task = self._pending.get(check)
        if task is None:
            task = asyncio.ensure_future(self._tries[check]())
            self._pending[check] = task
            task.add_done_callback(lambda ended: self._end(check, ended))
        done, _ = await asyncio.wait((task,), timeout=MOST_LOOK_S)
        return bool(done) and not task.cancelled() and not task.exception() and task.result()

    def _end(self, check: Check, task: asyncio.Task[bool]) -> None:
        del self._pending[check]
        # Looked at here, for nobody may wait any more: else asyncio logs it as a fault.
        if not task.cancelled():
            task.exception()

    def _log_change(self, unfit: set[Check]) -> None:
        """Tells once what has ceased to work, and what works again."""
        if failing := sorted(unfit - self._unfit):
            _log.error("not ready", checks=failing)
        if mended := sorted(self._unfit - unfit):
            _log.info("ready again", checks=mended)
        self._unfit = unfit
