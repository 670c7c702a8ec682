"""Writes client/src/protocol.ts from the JSON Schema of `naqala.site.protocol`.

Beside it client/src/statistics/schema.ts, from the schema of `naqala.site.statistics`.
`python client/generate.py` writes the files; a test compares them with what this would write.
"""

import types
from pathlib import Path
from typing import Any, get_args

import msgspec

from naqala.site import protocol
from naqala.site.statistics.choices import Band, Choice
from naqala.site.statistics.fields import Field, Group, Values, fields_of
from naqala.site.statistics.schema import EVENTS, Part

TARGET = Path(__file__).parent / "src" / "protocol.ts"
STATISTICS = Path(__file__).parent / "src" / "statistics" / "schema.ts"
_REF = "#/"
_UNIONS = ("GameCommand", "ClientMessage", "ScoreView", "EventView", "ServerMessage")
_HEADER = """\
// Generated from src/naqala/site/protocol.py by client/generate.py. Do not edit.
"""


def structs() -> list[type]:
    """The structs of the wire, in the order of the file."""
    return [
        value
        for value in vars(protocol).values()
        if isinstance(value, type)
        and issubclass(value, protocol.Message)
        and value not in (protocol.Message, protocol.Command, protocol.BoardCommand)
    ]


def schema() -> dict[str, Any]:
    """JSON Schema of every struct, by name."""
    _, components = msgspec.json.schema_components(structs(), ref_template=_REF + "{name}")
    return components


def typescript() -> str:
    """The text of protocol.ts."""
    components = schema()
    parts = [_HEADER, f"export const PROTOCOL_VERSION = {protocol.PROTOCOL_VERSION};\n"]
    for struct in structs():
        definition = components[struct.__name__]
        required = definition.get("required", [])
        lines = [
            f"  readonly {name}{'' if name in required else '?'}: {_type(field)};"
            for name, field in definition["properties"].items()
        ]
        comment = f"/** {definition['description'].splitlines()[0]} */"
        body = "\n".join(lines)
        parts.append(f"{comment}\nexport interface {struct.__name__} {{\n{body}\n}}\n")
    for name in _UNIONS:
        members = " | ".join(member.__name__ for member in get_args(getattr(protocol, name)))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).removeprefix(_REF)
    if "anyOf" in field:
        return " | ".join(_type(choice) for choice in field["anyOf"])
    if "enum" in field:
        return " | ".join("null" if value is None else f'"{value}"' for value in field["enum"])
    match field["type"]:
        case "array":
            item = _type(field["items"])
            return f"readonly ({item})[]" if "|" in item else f"readonly {item}[]"
        case "object":
            return "Readonly<Record<string, unknown>>"
        case "integer" | "number":
            return "number"
        case name:
            return str(name)


def statistics_typescript() -> str:
    """The text of statistics/schema.ts: events, lists, and bands with where they begin."""
    lists: dict[str, type[Choice] | type[Band]] = {}
    parts: dict[str, str] = {}

    def add(part: type[Part]) -> None:
        lines = []
        tag = part.__struct_config__.tag
        if tag is not None:
            lines.append(f'  readonly type: "{tag}";')
        for field in fields_of(part):
            if isinstance(field, Group):
                add(field.part)
                lines.append(f"  readonly {field.name}: {field.part.__name__};")
            else:
                lines.append(f"  readonly {field.name}: {_named(field, lists)};")
        comment = f"/** {(part.__doc__ or '').splitlines()[0]} */"
        body = "\n".join(lines)
        parts[part.__name__] = f"{comment}\nexport interface {part.__name__} {{\n{body}\n}}\n"

    for event in EVENTS:
        add(event)
    names = " | ".join(event.__name__ for event in EVENTS)
    return "\n".join(
        [
            "// Generated from src/naqala/site/statistics/schema.py by client/generate.py. "
            "Do not edit.\n",
            *(_list(values) for values in lists.values()),
            *parts.values(),
            f"export type Happening = {names};\n",
        ]
    )


def _named(field: Field, lists: dict[str, type[Choice] | type[Band]]) -> str:
    values: Values = field.values
    if not issubclass(values, Choice | Band):
        return "boolean"
    return lists.setdefault(values.__name__, values).__name__


def _list(values: type[Choice] | type[Band]) -> str:
    comment = f"/** {(values.__doc__ or '').splitlines()[0]} */"
    name = values.__name__
    union = " | ".join(f'"{value.value}"' for value in values)
    text = f"{comment}\nexport type {name} = {union};\n"
    if issubclass(values, Band):
        rows = ", ".join(
            f'["{band.value}", {band.least}]' for band in values if band.least is not None
        )
        constant = "".join(f"_{letter}" if letter.isupper() else letter for letter in name)
        text += (
            f"export const {constant.strip('_').upper()}: "
            f"readonly (readonly [{name}, number])[] = [{rows}];\n"
        )
    return text


if __name__ == "__main__":
    assert isinstance(protocol.ServerMessage, types.UnionType)
    TARGET.write_text(typescript(), encoding="utf-8")
    STATISTICS.write_text(statistics_typescript(), encoding="utf-8")
