"""Writes client/src/protocol.ts from the JSON Schema of `naqala.site.protocol`.

`python client/generate.py` writes the file; a test compares it with what this would write.
"""

import types
from pathlib import Path
from typing import Any, get_args

import msgspec

from naqala.site import protocol

TARGET = Path(__file__).parent / "src" / "protocol.ts"
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


if __name__ == "__main__":
    assert isinstance(protocol.ServerMessage, types.UnionType)
    TARGET.write_text(typescript(), encoding="utf-8")
