"""The counts as a table for spreadsheets: a row for each day and event."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

import msgspec

from naqala.site.statistics.fields import Group, fields_of
from naqala.site.statistics.figures import Counted
from naqala.site.statistics.schema import EVENTS, Part

_EPOCH = date(1970, 1, 1)
_BAND = re.compile(r"(\d+)-(\d+)")


def date_of(day: int) -> date:
    """The date of a day that is counted since 1970."""
    return _EPOCH + timedelta(days=day)


def columns() -> list[str]:
    """The names of the columns: those that an event does not have stay empty in its row."""
    names = dict.fromkeys(name for event in EVENTS for name in _names(event))
    return ["day", "event", *names, "times"]


def sheet(counts: Iterable[Counted]) -> str:
    """The table as text (RFC 4180).

    Every cell is a date, a number or a value of the schema, and none of these begins like a
    formula; should one ever do, it is refused rather than written.

    Raises:
        ValueError: for a cell that a spreadsheet could take for a formula.

    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(), restval="", lineterminator="\r\n")
    writer.writeheader()
    for counted in counts:
        sent = msgspec.to_builtins(counted.event)
        row = {"day": date_of(counted.day).isoformat(), "event": str(sent.pop("type"))}
        row |= {name: _cell(value) for name, value in _flat(sent)}
        for cell in row.values():
            if not cell[:1].isalnum():
                raise ValueError(f"{cell!r} begins like a formula")
        writer.writerow({**row, "times": counted.times})
    return text.getvalue()


def _names(part: type[Part]) -> Iterator[str]:
    for field in fields_of(part):
        if isinstance(field, Group):
            yield from _names(field.part)
        else:
            yield field.name


def _cell(value: str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    # A spreadsheet would read `3-4` as a day in spring.
    return _BAND.sub(r"\1 to \2", value)


def _flat(sent: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in sent.items():
        if isinstance(value, dict):
            yield from _flat(value)
        else:
            yield name, value
