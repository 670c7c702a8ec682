"""Exceptions as logs may keep them: where they came from, and of what they say the first line.

What follows it may be data: PostgreSQL tells the row that was refused, SQLAlchemy the statement.
"""

import traceback
from types import TracebackType
from typing import TypeAlias

ExcInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]

MOST_CHARACTERS = 300
"""Longest message of an exception that is told."""


def first_line(error: BaseException) -> str:
    """What an exception says, without what may follow."""
    lines = str(error).strip().splitlines()
    return lines[0][:MOST_CHARACTERS] if lines else ""


def tell(exc_info: ExcInfo) -> str:
    """An exception with its tracebacks and what caused it, the cause first."""
    return "\n".join(_tell(exc_info[1], set()))


def _tell(error: BaseException, told: set[int]) -> list[str]:
    told.add(id(error))
    lines: list[str] = []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in told:
        lines += _tell(before, told)
        lines.append("which led to")
    frames = traceback.format_tb(error.__traceback__)
    lines += [line for frame in frames for line in frame.rstrip("\n").splitlines()]
    lines.append(f"{type(error).__name__}: {first_line(error)}")
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            if id(part) not in told:
                lines += ["  " + line for line in _tell(part, told)]
    return lines
