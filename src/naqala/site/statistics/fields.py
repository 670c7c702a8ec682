"""Reads the schema: which fields an event has, what they mean, which values they take."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from msgspec import inspect

from naqala.site.statistics.choices import YES_NO, Band, Choice, Words
from naqala.site.statistics.schema import Part

Values: TypeAlias = type[Choice] | type[Band] | type[bool]


class OpenSchema(TypeError):
    """A field could carry more than a closed list of values."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event, or of a part that several events share."""

    name: str
    words: Words
    values: Values

    @property
    def meanings(self) -> list[Words]:
        """What each of its values means, in order."""
        if self.values is bool:
            return [YES_NO[True], YES_NO[False]]
        assert issubclass(self.values, Choice | Band)
        return [value.words for value in self.values]


@dataclass(frozen=True, slots=True)
class Group:
    """A part inside an event: the game that is played, the device."""

    name: str
    part: type[Part]


def fields_of(part: type[Part]) -> Iterator[Field | Group]:
    """The fields of an event or part, in order.

    Raises:
        OpenSchema: if one has no closed list of values, or does not say what it means.

    """
    info = inspect.type_info(part)
    assert isinstance(info, inspect.StructType)
    if not info.forbid_unknown_fields:
        raise OpenSchema(f"{part.__name__} takes fields that it does not name")
    for field in info.fields:
        yield _read(f"{part.__name__}.{field.name}", field)


def _read(where: str, field: inspect.Field) -> Field | Group:
    kind, words = field.type, None
    if isinstance(kind, inspect.Metadata):
        words = (kind.extra or {}).get("words")
        kind = kind.type
    if isinstance(kind, inspect.StructType) and issubclass(kind.cls, Part):
        return Group(field.name, kind.cls)
    if not isinstance(words, Words) or not (words.es and words.en):
        raise OpenSchema(f"{where} does not say what it means")
    if isinstance(kind, inspect.BoolType):
        return Field(field.name, words, bool)
    if isinstance(kind, inspect.EnumType) and issubclass(kind.cls, Choice | Band):
        return Field(field.name, words, _closed(where, kind.cls))
    raise OpenSchema(f"{where} is no list, no band and no yes-or-no: {kind}")


def _closed(where: str, kind: type[Choice] | type[Band]) -> type[Choice] | type[Band]:
    # An enumeration may be open in disguise: `_missing_` could take any value.
    if kind._missing_.__func__ is not Enum._missing_.__func__:  # type: ignore[attr-defined]
        raise OpenSchema(f"{where} takes values that are not in its list")
    return kind
