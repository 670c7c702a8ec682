"""Point 6: hostile frames. The long run is `bench/fuzz.py`; its figures are in SECURITY.md."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fuzzing.attack import fuzz
from fuzzing.mutations import dump, junk, mutated
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala.site import protocol
from naqala.site.errors import ApiError
from naqala.site.wire import MOST_BYTES, decode_body, decode_client_message, decode_lobby_message

FRAMES = 6_000
BODIES = (
    protocol.GameCommand,
    protocol.NewGame,
    protocol.NewRoom,
    protocol.SignUp,
    protocol.LogIn,
    protocol.Recover,
    protocol.AnalysisQuestion,
    protocol.HintQuestion,
)

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
_fields = st.sampled_from(("type", "id", "seat", "after", "pit", "phrase", "n", "variant", "clock"))
_kinds = st.sampled_from(("sow", "swap", "undo", "resign", "say", "pong", "seek", "cancel_seek"))
_valid = st.fixed_dictionaries(
    {"type": _kinds, "id": st.from_regex(r"[A-Za-z0-9_-]{8,64}", fullmatch=True)},
    optional={
        "seat": st.integers(-1, 2),
        "after": st.integers(-1, 2**31 + 1),
        "pit": st.integers(-1, 7),
        "n": st.integers(),
        "phrase": st.sampled_from(("hello", "thanks", "nothing")),
        "mode": st.sampled_from(("casual", "rated", "friend")),
        "variant": st.text(max_size=81),
        "clock": st.sampled_from(("3+2", "99+99", "0+1", "3+2\n", "3")),
    },
)
_frames = st.one_of(
    st.text(max_size=200),
    st.dictionaries(_fields, _json).map(lambda value: msgspec.json.encode(value).decode()),
    _valid.map(dump),
    _json.map(lambda value: msgspec.json.encode(value).decode()),
)


def _outcome(decode: Callable[..., Any], *data: Any) -> tuple[Any, ApiError | None]:
    """The message, or the one error that there is for what is none."""
    try:
        return decode(*data), None
    except ApiError as error:
        refusal = error
    assert (refusal.status, refusal.view.code) == (400, "invalid_message")
    return None, refusal


@settings(max_examples=500)
@given(_frames)
def test_a_frame_is_a_message_or_refused_as_one_error(frame: str) -> None:
    for decode in (decode_client_message, decode_lobby_message):
        message, error = _outcome(decode, frame)
        if error is None:
            # What was taken is within its bounds: it comes through again.
            assert decode(msgspec.json.encode(message).decode()) == message
        else:
            # It can be told, and tells nothing of the inside.
            assert len(msgspec.json.encode(error.view)) < 2 * MOST_BYTES
            assert "Traceback" not in error.view.message


@settings(max_examples=300)
@given(st.binary(max_size=300) | _frames.map(lambda frame: frame.encode("utf-8", "replace")))
def test_a_body_is_a_message_or_refused_as_one_error(body: bytes) -> None:
    for kind in BODIES:
        _outcome(decode_body, body, kind)


@pytest.mark.parametrize("rng_seed", range(4))
def test_mutations_of_a_move_are_refused_or_are_moves(rng_seed: int) -> None:
    chance = random.Random(rng_seed)
    move = {"type": "sow", "id": "fuzz-0001", "seat": 0, "after": 1, "pit": 3}
    for _ in range(2_000):
        _, frame = mutated(move, chance, {"id": "another-1", "after": 7, "seat": 1})
        for text in (frame, junk(chance)):
            _outcome(decode_client_message, text)


@pytest.mark.parametrize("depth", [10, 1_000, 4_000])
@pytest.mark.parametrize("opening", ["[", '{"a":', '{"type":'])
def test_depth_ends_no_process(depth: int, opening: str) -> None:
    with pytest.raises(ApiError):
        decode_client_message(opening * depth)
    with pytest.raises(ApiError):
        decode_client_message('{"type":"pong","n":' + opening * depth + "0")


@pytest.mark.parametrize("ending", ["\n", "\r", "\0", " ", "\u2028"])
def test_an_id_or_clock_ends_with_its_last_letter(ending: str) -> None:
    with pytest.raises(ApiError):
        decode_client_message(dump({"type": "resign", "id": "abcdefgh" + ending, "seat": 0}))
    body = dump({"variant": "kalah", "clock": "3+2" + ending}).encode()
    with pytest.raises(ApiError):
        decode_body(body, protocol.NewRoom)


def test_thousands_of_hostile_frames_lose_no_game_and_cause_no_fault(tmp_path: Path) -> None:
    report = asyncio.run(fuzz(tmp_path, FRAMES, places=24, seed=7))
    assert report.faults == []
    assert report.frames >= FRAMES
    assert report.sent["mutated"] + report.sent["http"] > FRAMES / 2
    # It reached the games, and was refused in many ways.
    assert report.accepted > 50
    assert {"invalid_message", "stale", "not_your_turn", "no_session"} <= set(report.codes)
    assert report.finished == report.games > 10
