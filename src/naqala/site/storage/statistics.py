"""Counts of events by day, as stored. What an event is, is not known here: it is text."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, Executable, bindparam, delete, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from naqala.site.storage.store import Store
from naqala.site.storage.tables import STATISTICS_EVENT

ROWS_AT_ONCE = 500
"""Most rows that one operation writes or deletes, so that no move waits for long behind it."""


MOST_ROWS_A_DAY = 20_000
"""Most different events of a day: whoever sends all that are possible does not fill the disk."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often an event came on a day, counted in days since 1970."""

    day: int
    event: str
    times: int


_COUNT_MORE = (
    update(STATISTICS_EVENT)
    .where(
        STATISTICS_EVENT.c.day == bindparam("row_day"),
        STATISTICS_EVENT.c.event == bindparam("row_event"),
    )
    .values(times=STATISTICS_EVENT.c.times + bindparam("more"))
)


def _upsert(connection: Connection) -> Executable:
    # The same statement in both, but for SQLAlchemy each has one of its own.
    statement: sqlite.Insert | postgresql.Insert
    if connection.dialect.name == "sqlite":
        statement = sqlite.insert(STATISTICS_EVENT)
    else:
        statement = postgresql.insert(STATISTICS_EVENT)
    return statement.values(
        day=bindparam("row_day"), event=bindparam("row_event"), times=bindparam("more")
    ).on_conflict_do_update(
        index_elements=["day", "event"],
        set_={"times": STATISTICS_EVENT.c.times + statement.excluded.times},
    )


class StoredStatistics:
    """The counts of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, counts: Mapping[tuple[int, str], int]) -> None:
        """Adds counts by day and event; all are kept or none.

        On a day that has as many different events as it may have, others are not counted.

        Raises:
            StorageError: if the database fails.

        """

        def operation(connection: Connection) -> None:
            for day in {day for day, _ in counts}:
                rows = [
                    {"row_day": day, "row_event": event, "more": times}
                    for (its_day, event), times in counts.items()
                    if its_day == day
                ]
                query = select(func.count()).where(STATISTICS_EVENT.c.day == day)
                is_full = connection.execute(query).scalar_one() + len(rows) > MOST_ROWS_A_DAY
                connection.execute(_COUNT_MORE if is_full else _upsert(connection), rows)

        await self._store.write(operation)

    async def between(self, first_day: int, last_day: int) -> list[Count]:
        """The counts of some days, both included, by day.

        Raises:
            StorageError: if the database fails.

        """
        columns = STATISTICS_EVENT.c
        query = (
            select(columns.day, columns.event, columns.times)
            .where(columns.day.between(first_day, last_day))
            .order_by(columns.day, columns.event)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Count(*row) for row in rows]

    async def forget_outside(self, first_day: int, last_day: int) -> int:
        """Deletes all but some days, both included, a few rows at a time; returns how many rows.

        Raises:
            StorageError: if the database fails; what was deleted before stays so.

        """
        key = (STATISTICS_EVENT.c.day, STATISTICS_EVENT.c.event)
        outside = ~STATISTICS_EVENT.c.day.between(first_day, last_day)
        some = select(*key).where(outside).limit(ROWS_AT_ONCE)
        statement = delete(STATISTICS_EVENT).where(tuple_(*key).in_(some))
        forgotten = 0
        while True:
            rows = await self._store.write(
                lambda connection: connection.execute(statement).rowcount
            )
            forgotten += rows
            if rows < ROWS_AT_ONCE:
                return forgotten
