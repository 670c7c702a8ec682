"""Feeds the decoders of the wire with bytes, guided by coverage: what is no message is one error.

pip install atheris                                       (Linux; Python 3.11 to 3.13)
python bench/fuzzing/decoders.py -runs=2000000 -max_len=8192
"""

import json
import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import atheris

with atheris.instrument_imports():
    from naqala.site import protocol
    from naqala.site.errors import ApiError
    from naqala.site.wire import decode_body, decode_client_message, decode_lobby_message

_BODIES = (protocol.GameCommand, protocol.NewGame, protocol.Seek, protocol.AnalysisQuestion)

_ID: dict[str, Any] = {"id": "fuzz-0001", "seat": 0}
_BEGINNINGS = (
    {"type": "sow", **_ID, "after": 1, "pit": 3},
    {"type": "swap", **_ID, "after": 1},
    {"type": "say", **_ID, "phrase": "good_luck"},
    {"type": "resign", **_ID},
    {"type": "pong", "n": 1},
    {"type": "seek", "id": "fuzz-0001", "mode": "rated", "variant": "kalah", "clock": "3+2"},
    {"variant": "kalah(6,4)+pie", "mode": "cpu", "level": "easy", "seat": 1, "clock": "5+5"},
    {"variant": "wari", "position": "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "limits": {"nodes": 9}},
)


def try_bytes(data: bytes) -> None:
    """Any other exception than `ApiError` is a finding."""
    attempts: list[Callable[[], Any]] = [partial(decode_body, data, kind) for kind in _BODIES]
    try:
        text = data.decode()
    except UnicodeDecodeError:
        pass  # a frame that is no text ends its socket
    else:
        attempts += [partial(decode_client_message, text), partial(decode_lobby_message, text)]
    for attempt in attempts:
        try:
            attempt()
        except ApiError as error:
            if error.view.code != "invalid_message":
                raise


def mutate(data: bytes, most_bytes: int, rng_seed: int) -> bytes:
    """A valid message with a few changes. The parser is C, where coverage sees nothing: the fuzzer
    alone would never get past its first letter.
    """
    chance = random.Random(rng_seed)
    changed = json.dumps(chance.choice(_BEGINNINGS)).encode()
    for _ in range(chance.randrange(1, 5)):
        changed = atheris.Mutate(changed, most_bytes)
    return changed


if __name__ == "__main__":
    atheris.Setup(sys.argv, try_bytes, custom_mutator=mutate)
    atheris.Fuzz()
