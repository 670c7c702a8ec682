"""How the site logs: structured, as text for people or JSON for programs."""

import logging
import sys

import structlog
from starlette.types import Scope


class _ToStructlog(logging.Handler):
    """Passes records of the standard library on."""

    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)


def configure_logs(level: str, log_format: str) -> None:
    """Sets up structlog on the standard error stream."""
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
    """The path of a request as logs may keep it: without the token that opens a room."""
    path: str = scope["path"]
    token = scope.get("path_params", {}).get("token")
    return path.replace(token, "...") if token else path
