"""Valid messages with one thing wrong, and what was never a message."""

import json
import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Fields: TypeAlias = dict[str, Any]

STRANGE_TEXTS: Final = (
    "",
    " ",
    "\0",
    "\n",
    "\u202e\u2066\u200f",
    "á" * 40,
    "a\u0301" * 40,
    "\U0001f330" * 30,
    "\uffff\ufffe",
    "А" * 12,  # Cyrillic
    "<script>alert(1)</script>",
    "'; DROP TABLE game; --",
    "../../../../etc/passwd",
    "%00%0a%0d",
    "${jndi:ldap://x}",
    "{{7*7}}",
    "=1+1",
    "x" * 64,
    "x" * 65,
    "x" * 5_000,
    "null",
    "abcdefgh\n",
)
HUGE_NUMBERS: Final = (
    "1e400",
    "-1e400",
    "1e-400",
    "9" * 400,
    "-" + "9" * 25,
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "2147483648",
    "4294967296",
    "-0",
    "0.1",
    "1.0",
    "1e0",
    "01",
    "+1",
    "0x1",
    "NaN",
    "Infinity",
    "-Infinity",
    "1_000",
)
OTHER_TYPES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    "",
    "1",
    "south",
    [],
    {},
    [1],
    {"a": 1},
)

# Marks where a raw piece of JSON is put in, which `json.dumps` would not write.
_HOLE: Final = "\u25c7hole\u25c7"


def dump(message: Fields) -> str:
    """A message as JSON."""
    return json.dumps(message, ensure_ascii=False)


def mutated(message: Fields, chance: random.Random, foreign: Fields) -> tuple[str, str]:
    """A message with one mutation: its name and the frame.

    `foreign` has values of the same fields that belong elsewhere: another game's ids and numbers,
    an id that was accepted before.
    """
    name = chance.choice(list(_MUTATIONS))
    return name, _MUTATIONS[name](dict(message), chance, foreign)


def junk(chance: random.Random) -> str:
    """What is no message at all."""
    kind = chance.randrange(6)
    if kind == 0:
        return "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(40)))
    if kind == 1:
        return "".join(chance.choice('{}[]",:0123456789truefalsn \\u') for _ in range(60))
    if kind == 2:
        return dump(_value(chance, 4)) if chance.random() < 0.9 else json.dumps(_value(chance, 4))
    if kind == 3:
        return chance.choice(("[", '{"a":', '{"type":[')) * chance.randrange(1, 900)
    if kind == 4:
        return chance.choice(("", " ", "null", "0", '""', "[]", "{}", "\ufeff{}", "true", '"sow"'))
    return json.dumps({"type": chance.choice(("flag", "give_back", "hello", "ended", "__init__"))})


def _value(chance: random.Random, depth: int) -> Any:
    if depth == 0 or chance.random() < 0.4:
        return chance.choice((*OTHER_TYPES[:10], *STRANGE_TEXTS[:16]))
    if chance.random() < 0.5:
        return [_value(chance, depth - 1) for _ in range(chance.randrange(4))]
    keys = ("type", "id", "seat", "after", "pit", "n", "phrase", "variant", "mode", "", "__proto__")
    return {chance.choice(keys): _value(chance, depth - 1) for _ in range(chance.randrange(5))}


def _field(message: Fields, chance: random.Random) -> str:
    return chance.choice(list(message))


def _with_raw(message: Fields, field: str, raw: str) -> str:
    return dump({**message, field: _HOLE}).replace(f'"{_HOLE}"', raw, 1)


def _dropped(message: Fields, chance: random.Random, foreign: Fields) -> str:
    del message[_field(message, chance)]
    return dump(message)


def _added(message: Fields, chance: random.Random, foreign: Fields) -> str:
    names = ("player", "at_ms", "outcome", "rating", "lag", "pits", "seq", "Type", "", "__class__")
    return dump({**message, chance.choice(names): _value(chance, 2)})


def _retyped(message: Fields, chance: random.Random, foreign: Fields) -> str:
    return dump({**message, _field(message, chance): chance.choice(OTHER_TYPES)})


def _off_by_some(message: Fields, chance: random.Random, foreign: Fields) -> str:
    numbers = [name for name, value in message.items() if isinstance(value, int)]
    if not numbers:
        return _strange_text(message, chance, foreign)
    name = chance.choice(numbers)
    step = chance.choice((-1, 1, 2, -2, 7, 13, 100, 2**31, -(2**31), 2**53, 10**18))
    return dump({**message, name: message[name] + step})


def _doubled_key(message: Fields, chance: random.Random, foreign: Fields) -> str:
    name = _field(message, chance)
    value = message[name] if chance.random() < 0.5 else chance.choice(OTHER_TYPES)
    return dump(message)[:-1] + f", {json.dumps(name)}: {json.dumps(value)}}}"


def _strange_text(message: Fields, chance: random.Random, foreign: Fields) -> str:
    return dump({**message, _field(message, chance): chance.choice(STRANGE_TEXTS)})


def _escaped(message: Fields, chance: random.Random, foreign: Fields) -> str:
    """The same in other letters: a valid message still, or a broken escape."""
    name = _field(message, chance)
    key = "".join(f"\\u{ord(letter):04x}" for letter in name)
    if chance.random() < 0.3:
        key = chance.choice(("\\ud800", "\\u00", "\\x41", "\\ud83c\\udf30"))
    return dump(message).replace(f'"{name}":', f'"{key}":', 1)


def _nested(message: Fields, chance: random.Random, foreign: Fields) -> str:
    depth = chance.choice((2, 50, 500, 1_000, 3_900))
    opened, closed = chance.choice((("[", "]"), ('{"a":', "}")))
    if len(opened) * depth > 7_000:
        depth = 1_200
    raw = opened * depth + "0" + closed * (depth if chance.random() < 0.7 else depth - 1)
    return _with_raw(message, _field(message, chance), raw)


def _huge_number(message: Fields, chance: random.Random, foreign: Fields) -> str:
    return _with_raw(message, _field(message, chance), chance.choice(HUGE_NUMBERS))


def _of_another(message: Fields, chance: random.Random, foreign: Fields) -> str:
    """Another game's number, or an id that was accepted for something else."""
    names = [name for name in message if name in foreign]
    if not names:
        return _other_kind(message, chance, foreign)
    name = chance.choice(names)
    return dump({**message, name: foreign[name]})


def _other_kind(message: Fields, chance: random.Random, foreign: Fields) -> str:
    kinds = ("sow", "swap", "undo", "say", "pong", "seek", "cancel_seek", "claim_abandonment")
    return dump({**message, "type": chance.choice((*kinds, "hand_to_cpu", "flag", "Sow", "SOW"))})


def _cut(message: Fields, chance: random.Random, foreign: Fields) -> str:
    text = dump(message)
    return text[: chance.randrange(len(text))]


def _one_letter(message: Fields, chance: random.Random, foreign: Fields) -> str:
    text = dump(message)
    at = chance.randrange(len(text))
    letter = chance.choice('{}[]",:\\0\0 \u202eé9-e')
    return text[:at] + letter + text[at + chance.randrange(2) :]


def _wrapped(message: Fields, chance: random.Random, foreign: Fields) -> str:
    text = dump(message)
    head, tail = chance.choice(
        (("[", "]"), ("\ufeff", ""), ("", "\0"), ("", text), (" \n\t", "\r\n"), ('{"data":', "}"))
    )
    return head + text + tail


_MUTATIONS: Final[dict[str, Callable[[Fields, random.Random, Fields], str]]] = {
    "field dropped": _dropped,
    "field added": _added,
    "field of another type": _retyped,
    "number out of its bounds": _off_by_some,
    "key doubled": _doubled_key,
    "strange text": _strange_text,
    "key escaped": _escaped,
    "nested": _nested,
    "number beyond numbers": _huge_number,
    "another's id or number": _of_another,
    "another kind": _other_kind,
    "cut": _cut,
    "a letter changed": _one_letter,
    "wrapped": _wrapped,
}
