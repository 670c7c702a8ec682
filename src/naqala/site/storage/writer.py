"""One thread that writes to the database, many operations to a commit.

A commit waits for the disk, so all operations that have come meanwhile share the next one, and so
do all of one turn of the event loop. Most only insert rows of one table; those of a group are
inserted together. Each of the others is a SAVEPOINT of its group: when one fails, that one alone is
rolled back. When the database fails, or rows that were inserted together clash with others, all are
rolled back, and each is tried alone.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection, Engine, Insert
from sqlalchemy.exc import DBAPIError, InternalError, OperationalError

from naqala.site.storage.rows import MOST_ROWS, Rows, insert, insert_rows
from naqala.site.tracebacks import first_line

_log = structlog.get_logger()

T = TypeVar("T")

GROUP_LIMIT = 256
"""Most operations of one commit."""

KEEP_S = 1.0
"""How long an idle connection is kept: taking one from the pool costs as much as a commit."""

END_S = 5.0
"""How long what waits is written for when all is closed; a database that hangs takes for ever."""

STALL_S = 0.3
"""After so long without being stored, what waits is held up by more than a busy disk."""


class StorageError(Exception):
    """The database could not store: nothing of the operation was kept."""


Then: TypeAlias = Callable[[T | None, Exception | None], None]
"""Hears in the loop what an operation has returned, once it is committed, or why it is not."""


@dataclass(slots=True, eq=False)
class _Task(Generic[T]):
    operation: Callable[[Connection], T]
    rows: Rows | None
    loop: asyncio.AbstractEventLoop
    then: Then[T]


_Answer: TypeAlias = tuple[_Task[Any], Any, Exception | None]


class Writer:
    """Runs operations on one connection in one thread."""

    def __init__(
        self,
        engine: Engine,
        on_commit: Callable[[int, float], None] = lambda operations, seconds: None,
        on_failure: Callable[[], None] = lambda: None,
    ) -> None:
        """Begins to write.

        `on_commit` is told, in the thread, how many operations shared a transaction and how many
        seconds it took; `on_failure` of one that was not kept.
        """
        self._engine = engine
        self._on_commit = on_commit
        self._on_failure = on_failure
        self._tasks: deque[_Task[Any]] = deque()
        self._calls: queue.SimpleQueue[bool] = queue.SimpleQueue()
        """Calls to the thread that there are tasks; False is the last."""
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._is_closed = False
        self._unstored_since_s: float | None = None
        self._connection: Connection | None = None
        self._thread.start()

    async def write(self, operation: Callable[[Connection], T]) -> T:
        """Runs an operation; returns its result once it is committed.

        Raises:
            StorageError: if the database fails, in the operation or in the commit; whatever else
                the operation raises.

        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def then(result: T | None, error: Exception | None) -> None:
            if future.done():  # whoever asked has gone
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.submit(operation, then)
        result: T = await future
        return result

    def submit(
        self, operation: Callable[[Connection], T], then: Then[T], rows: Rows | None = None
    ) -> None:
        """Runs an operation like `write`; `then` hears what comes of it.

        `rows` are given when the operation does nothing but insert them: then it may be left out,
        for those of a whole group go in at once.

        Raises:
            StorageError: if the store is closed.

        """
        if self._is_closed:
            raise StorageError("the store is closed")
        loop = asyncio.get_running_loop()
        if not self._tasks:
            # Not before all have been added that this turn of the loop brings.
            loop.call_soon(self._call)
        self._tasks.append(_Task(operation, rows, loop, then))

    @property
    def is_stalled(self) -> bool:
        """Whether the database is slow or fails: something has waited for long to be stored."""
        since_s = self._unstored_since_s
        return since_s is not None and time.monotonic() - since_s > STALL_S

    @property
    def waiting(self) -> int:
        """Operations that no transaction has taken up yet."""
        return len(self._tasks)

    def close(self) -> None:
        """Writes what is waiting, then ends the thread, unless the database hangs."""
        self._is_closed = True
        self._calls.put(False)
        self._thread.join(timeout=END_S)
        if self._thread.is_alive():
            _log.error("the store is left before it is closed", waiting=self.waiting)

    def _call(self) -> None:
        if self._tasks and self._calls.empty():
            self._calls.put(True)

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            try:
                goes_on = self._calls.get(timeout=None if self._connection is None else KEEP_S)
            except queue.Empty:
                self._let_go()
            while self._tasks:
                most = min(GROUP_LIMIT, len(self._tasks))
                self._write_group([self._tasks.popleft() for _ in range(most)])
        self._let_go()

    @contextlib.contextmanager
    def _kept(self) -> Iterator[Connection]:
        """The connection that is kept, or a new one."""
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            yield self._connection
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Gives the connection back to the pool, which looks at it before it is used again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(DBAPIError):
                # When all is closed the pool may have gone before what has hung comes back.
                if self._is_closed and not connection.invalidated:
                    connection.detach()
                connection.close()

    def _write_group(self, group: list[_Task[Any]]) -> None:
        began_s = time.monotonic()
        if self._unstored_since_s is None:
            self._unstored_since_s = began_s
        answers, is_stored = self._attempt(group, is_together=True)
        if answers is None:
            alone = [self._attempt([task], is_together=False) for task in group]
            answers = [answer for found, _ in alone for answer in found or ()]
            is_stored = all(is_one_stored for _, is_one_stored in alone)
        # What has failed is not waited for any more, but the next one may fail as well.
        if is_stored:
            self._unstored_since_s = None
            self._on_commit(len(group), time.monotonic() - began_s)
        else:
            self._on_failure()
        for loop in {task.loop for task in group}:
            mine = [answer for answer in answers if answer[0].loop is loop]
            # A loop that has closed meanwhile has nobody left to answer.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_answer, mine)

    def _attempt(
        self, group: list[_Task[Any]], *, is_together: bool
    ) -> tuple[list[_Answer] | None, bool]:
        """Writes a group in one transaction: the answers, and whether the database is well.

        Without answers nothing was kept, and each is to be tried alone: not `is_together`.
        """
        try:
            with self._kept() as connection:
                if is_together and _insert_alone(connection, group):
                    return [(task, None, None) for task in group], True
                with connection.begin():
                    joined = _insert_together(connection, group) if is_together else set()
                    answers = _run_all(connection, group, joined)
        except _Undone as undone:
            if is_together:
                return None, False
            return [(group[0], None, _not_stored(undone.error))], False
        except Exception as error:
            reason = StorageError(f"the database could not commit: {first_line(error)}")
            reason.__cause__ = error
            return [(task, None, reason) for task in group], False
        return answers, True


class _Undone(Exception):
    """An operation failed in such a way that nothing of its transaction may be left: without room
    SQLite undoes all of it, savepoints or not.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _insert_alone(connection: Connection, group: list[_Task[Any]]) -> bool:
    """Inserts the rows of a group by one statement of SQLite's, which is a transaction by itself.

    Most groups are such. It takes half as long as three statements, for at each of them Python's
    sqlite3 lets other threads run, and then waits for its turn.

    Returns:
        Whether it did: not if there is anything else to be done.

    Raises:
        _Undone: if that failed; nothing is kept.
        sqlite3.OperationalError: if the database stays locked.

    """
    first = group[0].rows
    if first is None or connection.dialect.name != "sqlite":
        return False
    rows: list[dict[str, Any]] = []
    for task in group:
        if task.rows is None or task.rows.statement is not first.statement:
            return False
        rows += task.rows.rows
    if len(rows) > MOST_ROWS:
        return False
    try:
        insert_rows(connection, first.statement, rows)
    except connection.dialect.loaded_dbapi.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise  # each alone would wait for the lock as long
        raise _Undone(error) from error
    return True


def _insert_together(connection: Connection, group: list[_Task[Any]]) -> set[_Task[Any]]:
    """Inserts all rows of a group at once; returns whose they were.

    Raises:
        _Undone: if that failed. Which of them clashed is found when each is tried alone.

    """
    by_statement: dict[Insert, list[_Task[Any]]] = {}
    for task in group:
        if task.rows is not None:
            by_statement.setdefault(task.rows.statement, []).append(task)
    for statement, tasks in by_statement.items():
        rows = [row for task in tasks if task.rows is not None for row in task.rows.rows]
        try:
            insert(connection, statement, rows)
        except (DBAPIError, connection.dialect.loaded_dbapi.Error) as error:
            raise _Undone(error) from error
    return {task for tasks in by_statement.values() for task in tasks}


def _run_all(
    connection: Connection, group: list[_Task[Any]], done: set[_Task[Any]]
) -> list[_Answer]:
    """Runs the operations of a group that are not `done`, each in a savepoint.

    Raises:
        _Undone: if nothing of the transaction may be kept.

    """
    answers: list[_Answer] = []
    for task in group:
        if task in done:
            answers.append((task, None, None))
            continue
        try:
            with _savepoint(connection):
                result = task.operation(connection)
        except (OperationalError, InternalError) as error:
            raise _Undone(error) from error
        except DBAPIError as error:
            answers.append((task, None, _not_stored(error)))
        except Exception as error:
            answers.append((task, None, error))
        else:
            answers.append((task, result, None))
    return answers


@contextlib.contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """Undoes what an operation has done if it fails.

    `Connection.begin_nested` gives every savepoint a name of its own, and so compiles three
    statements for each: as much work as all the rest of a commit.
    """
    connection.exec_driver_sql("SAVEPOINT operation")
    try:
        yield
    except (OperationalError, InternalError):
        raise  # the savepoint may be gone, and the transaction will be
    except Exception:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT operation")
        connection.exec_driver_sql("RELEASE SAVEPOINT operation")
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT operation")


def _not_stored(error: Exception) -> StorageError:
    return StorageError(f"not stored: {first_line(error)}")


def _answer(answers: list[_Answer]) -> None:
    for task, result, error in answers:
        try:
            task.then(result, error)
        except Exception as fault:
            # The others are not to wait for ever.
            task.loop.call_exception_handler(
                {"message": "what was stored is not told", "exception": fault}
            )
