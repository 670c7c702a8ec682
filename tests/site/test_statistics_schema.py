"""The schema of statistics is closed: no field can carry more than a value of its list."""

from enum import Enum
from typing import Annotated, Any, Literal, cast

import msgspec
import pytest

from naqala.site.statistics.choices import Band, Choice
from naqala.site.statistics.fields import OpenSchema, fields_of
from naqala.site.statistics.schema import EVENTS, MOST_BYTES, Event, Part, _means
from tests.site.statistics_events import ONE_OF_EACH, all_fields

SAID = _means("algo", "something")
MOST_OF_A_LIST = 12


def leaves(schema: Any, definitions: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything in a JSON schema that is no object: what can be written at all."""
    if "$ref" in schema:
        return leaves(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return [leaf for choice in schema["anyOf"] for leaf in leaves(choice, definitions)]
    if schema.get("type") == "object":
        assert schema["additionalProperties"] is False
        assert sorted(schema["required"]) == sorted(schema["properties"])
        fields = schema["properties"].values()
        return [leaf for field in fields for leaf in leaves(field, definitions)]
    return [schema]


@pytest.mark.parametrize("event", EVENTS)
def test_every_field_is_one_of_a_few_values_that_say_what_they_mean(event: type[Part]) -> None:
    fields = all_fields(event)
    assert fields
    for field in fields:
        assert 1 < len(field.meanings) <= MOST_OF_A_LIST, field.name
        for words in (field.words, *field.meanings):
            assert words.es.strip()
            assert words.en.strip()


def test_in_json_too_nothing_but_short_lists_and_yes_or_no_can_be_written() -> None:
    schema = msgspec.json.schema(Event)
    found = leaves(schema, schema["$defs"])
    assert len(found) > 40
    for leaf in found:
        if leaf.get("type") == "boolean":
            continue
        assert set(leaf) <= {"enum", "title", "description"}, leaf
        assert all(isinstance(value, str) and len(value) <= 16 for value in leaf["enum"]), leaf


def test_events_are_those_of_the_list() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(EVENTS)
    assert set(Event.__args__) == set(EVENTS)


class Open(Enum):
    A = "a"


class Leaky(Choice):
    A = "a", "a", "a"

    @classmethod
    def _missing_(cls, value: object) -> "Leaky":
        member = object.__new__(cls)
        member._value_ = str(value)
        return member


@pytest.mark.parametrize(
    "kind",
    [
        Annotated[str, SAID],
        Annotated[int, SAID],
        Annotated[float, SAID],
        Annotated[bytes, SAID],
        Annotated[Any, SAID],
        Annotated[list[bool], SAID],
        Annotated[dict[str, bool], SAID],
        Annotated[bool | None, SAID],
        Annotated[bool | str, SAID],
        Annotated[Literal["a", "b"], SAID],
        Annotated[Open, SAID],
        Annotated[Leaky, SAID],
        Annotated[int, msgspec.Meta(ge=0, le=10)],
        bool,
    ],
    ids=str,
)
def test_a_field_that_could_carry_more_or_says_nothing_is_found(kind: Any) -> None:
    part = msgspec.defstruct(
        "Event", [("field", kind)], bases=(Part,), frozen=True, forbid_unknown_fields=True
    )
    with pytest.raises(OpenSchema, match="Event.field"):
        list(fields_of(cast(type[Part], part)))


def test_a_part_that_takes_unknown_fields_is_found() -> None:
    part = msgspec.defstruct(
        "Event",
        [("field", Annotated[bool, SAID])],
        bases=(Part,),
        frozen=True,
        forbid_unknown_fields=False,
    )
    with pytest.raises(OpenSchema, match="does not name"):
        list(fields_of(cast(type[Part], part)))


def test_bands_cover_all_numbers_without_gaps() -> None:
    bands = {field.values for event in EVENTS for field in all_fields(event)}
    found = [band for band in bands if issubclass(band, Band)]
    assert len(found) == 6
    for band in found:
        least = [value.least for value in band if value.least is not None]
        assert least == sorted(set(least))
        assert least[0] <= 1
        assert [value.least for value in band][-1] is None or None not in [
            value.least for value in band
        ]


def test_the_longest_event_fits_into_a_body() -> None:
    longest = max(len(msgspec.json.encode(event)) for event in ONE_OF_EACH)
    assert longest * 3 < MOST_BYTES
