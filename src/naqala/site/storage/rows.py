"""Rows for one table, inserted by as few statements as can be."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Insert
from sqlalchemy.sql.compiler import SQLCompiler

MOST_ROWS = 64
"""How many rows one statement inserts; sqlite3 keeps 128 statements prepared."""


class Rows(NamedTuple):
    """Rows for one table; `statement` inserts any number of them."""

    statement: Insert
    rows: Sequence[dict[str, Any]]


def insert(connection: Connection, statement: Insert, rows: Sequence[dict[str, Any]]) -> None:
    """Inserts rows within a transaction; with SQLite as many as can be by one statement.

    Raises:
        DBAPIError: or the driver's own error.

    """
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_compiled(statement, connection.dialect).string, list(rows))
        return
    for at in range(0, len(rows), MOST_ROWS):
        insert_rows(connection, statement, rows[at : at + MOST_ROWS])


def insert_rows(connection: Connection, statement: Insert, rows: Sequence[dict[str, Any]]) -> None:
    """Inserts up to `MOST_ROWS` rows by one statement, by the driver's own means.

    Raises:
        the driver's own error.

    """
    text, values_of = _insertion(statement, connection.dialect, len(rows))
    cursor = connection.connection.cursor()
    cursor.execute(text, list(chain.from_iterable(map(values_of, rows))))
    cursor.close()


@lru_cache
def _insertion(
    statement: Insert, dialect: Dialect, rows: int
) -> tuple[str, Callable[[dict[str, Any]], tuple[Any, ...]]]:
    """The text that inserts so many rows, and what takes its values from each, of two at least."""
    compiled = _compiled(statement, dialect)
    assert compiled.positiontup is not None
    head, row_of_marks = compiled.string.rsplit(" VALUES ", 1)
    return f"{head} VALUES {', '.join([row_of_marks] * rows)}", itemgetter(*compiled.positiontup)


@lru_cache
def _compiled(statement: Insert, dialect: Dialect) -> SQLCompiler:
    compiled = statement.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    return compiled
