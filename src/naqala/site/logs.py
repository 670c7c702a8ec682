"""How the site logs: structured, as text for people or JSON for programs.

A line has the id of the request or socket in whose course it was written (`traffic.py`), and of the
game. No line has a name, an address, a cookie or a token.
"""

import asyncio
import logging
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

import structlog
from starlette.types import Scope
from structlog.typing import EventDict, WrappedLogger

from naqala.site import tracebacks

_GAME_ID = re.compile(r"[A-Za-z0-9]{12}")


class _ToStructlog(logging.Handler):
    """Passes records of the standard library on."""

    def emit(self, record: logging.LogRecord) -> None:
        # One line: what libraries append is data.
        message = (record.getMessage().splitlines() or [""])[0]
        structlog.get_logger().log(
            record.levelno, message, source=record.name, exc_info=record.exc_info
        )


def configure_logs(
    level: str, log_format: str, on_line: Callable[[str], None] = lambda level: None
) -> None:
    """Sets up all logs on the standard error stream; `on_line` is told the level of every line."""

    def count(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        on_line(event["level"])
        return event

    renderer = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    # Libraries log by the standard library; it goes the same way.
    logging.basicConfig(handlers=[_ToStructlog()], level=logging.WARNING, force=True)
    threading.excepthook = _on_thread_fault
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            count,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(tracebacks.tell),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def on_loop_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs what a task has failed with that nobody waits for (`loop.set_exception_handler`)."""
    task = context.get("task") or context.get("future")
    name = task.get_name() if isinstance(task, asyncio.Task) else None
    error = context.get("exception")
    structlog.get_logger().error(
        "a task failed", task=name, what=context["message"], exc_info=error
    )


def _on_thread_fault(fault: threading.ExceptHookArgs) -> None:
    name = None if fault.thread is None else fault.thread.name
    structlog.get_logger().error("a thread failed", thread=name, exc_info=fault.exc_value)


def path_of(scope: Scope) -> str:
    """The path of a request as logs may keep it: its route, with the id of a game filled in.

    What else a path holds may be a link's token or a player's name, and a path that leads nowhere
    may be a mistyped link.
    """
    path: str = getattr(scope.get("route"), "path", "")
    game_id = scope.get("path_params", {}).get("game_id", "")
    if _GAME_ID.fullmatch(game_id):
        path = path.replace("{game_id}", game_id)
    return path or "nowhere"
