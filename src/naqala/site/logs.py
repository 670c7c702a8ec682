"""How the site logs: structured, as text for people or JSON for programs."""

import logging
import re
import sys
from collections.abc import Callable

import structlog
from starlette.types import Scope
from structlog.typing import EventDict, WrappedLogger

_GAME_ID = re.compile(r"[A-Za-z0-9]{12}")


class _ToStructlog(logging.Handler):
    """Passes records of the standard library on."""

    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)


def configure_logs(
    level: str, log_format: str, on_line: Callable[[str], None] = lambda level: None
) -> None:
    """Sets up structlog on the standard error stream; `on_line` is told the level of every line."""

    def tell(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        on_line(event["level"])
        return event

    renderer = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        # Without the values of variables: among them are requests, with their cookies.
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    # Uvicorn logs by the standard library; it goes the same way.
    logging.getLogger("uvicorn.error").handlers = [_ToStructlog()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            tell,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            *([structlog.processors.format_exc_info] if log_format == "json" else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


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
