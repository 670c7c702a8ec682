"""Events as text, for the `kind` and `body` of a stored event."""

from functools import cache
from typing import Any

import msgspec

from naqala.play import (
    Clock,
    Cpu,
    Ended,
    Event,
    Granted,
    Human,
    Mode,
    Played,
    PlayerId,
    Replaced,
    Seat,
    Sitter,
    Started,
    TimeControl,
    Undone,
)
from naqala.rules import Bounds, Estimate, Exact, Move, Outcome, Reason, Score, Side, Variant

_ENCODER = msgspec.json.Encoder()


def encode(event: Event) -> tuple[str, str]:
    """The kind and the body (JSON) of an event."""
    match event:
        case Started():
            body: dict[str, Any] = {
                "variant": str(event.variant),
                "mode": event.mode.value,
                "sitters": [_encode_sitter(sitter) for sitter in event.sitters],
            }
        case Played(clock=None, score=None):
            return _bare_ply(event.seat, event.move)
        case Played():
            body = {"seat": event.seat, "move": event.move}
            if event.score is not None:
                body["score"] = _encode_score(event.score)
        case Undone():
            body = {"seat": event.seat, "plies": event.plies}
        case Ended():
            outcome = event.outcome
            body = {
                "winner": outcome.winner,
                "reason": outcome.reason.value,
                "margin": outcome.margin,
                "stores": outcome.stores,
            }
        case Replaced():
            body = {"seat": event.seat, "sitter": _encode_sitter(event.sitter)}
        case Granted():
            body = {}
    if not isinstance(event, Replaced) and event.clock is not None:
        body["clock"] = _encode_clock(event.clock)
    return type(event).__name__.lower(), _ENCODER.encode(body).decode()


@cache
def _bare_ply(seat: Seat, move: Move) -> tuple[str, str]:
    """What most events are; there are few of them."""
    return "played", _ENCODER.encode({"seat": seat, "move": move}).decode()


def decode(kind: str, text: str) -> Event:
    """The event that `encode` wrote.

    Raises:
        ValueError: if the kind is unknown.

    """
    body = msgspec.json.decode(text)
    clock = _decode_clock(body["clock"]) if "clock" in body else None
    match kind:
        case "started":
            first, second = map(_decode_sitter, body["sitters"])
            variant = Variant.parse(body["variant"])
            return Started(variant, Mode(body["mode"]), (first, second), clock)
        case "played":
            return Played(body["seat"], body["move"], clock, _decode_score(body.get("score")))
        case "undone":
            return Undone(body["seat"], body["plies"], clock)
        case "ended":
            winner = None if body["winner"] is None else Side(body["winner"])
            south, north = body["stores"]
            outcome = Outcome(winner, Reason(body["reason"]), body["margin"], (south, north))
            return Ended(outcome, clock)
        case "replaced":
            return Replaced(body["seat"], _decode_sitter(body["sitter"]))
        case "granted" if clock is not None:
            return Granted(clock)
        case _:
            raise ValueError(f"unknown kind of event {kind!r}")


def _encode_sitter(sitter: Sitter) -> dict[str, str]:
    if isinstance(sitter, Human):
        return {"human": sitter.player_id}
    return {"cpu": sitter.level}


def _decode_sitter(body: dict[str, str]) -> Sitter:
    return Human(PlayerId(body["human"])) if "human" in body else Cpu(body["cpu"])


def _encode_clock(clock: Clock) -> dict[str, Any]:
    return {
        "control": str(clock.control),
        "remaining_ms": clock.remaining_ms,
        "quota_ms": clock.quota_ms,
        "at_ms": clock.at_ms,
        "is_running": clock.is_running,
    }


def _decode_clock(body: dict[str, Any]) -> Clock:
    first_ms, second_ms = body["remaining_ms"]
    first_quota_ms, second_quota_ms = body["quota_ms"]
    return Clock(
        TimeControl.parse(body["control"]),
        (first_ms, second_ms),
        (first_quota_ms, second_quota_ms),
        body["at_ms"],
        body["is_running"],
    )


def _encode_score(score: Score) -> dict[str, Any]:
    match score:
        case Exact():
            return {"exact": score.margin}
        case Bounds():
            return {"bounds": [score.lower, score.upper]}
        case Estimate():
            return {"estimate": round(score.margin, 1)}


def _decode_score(body: dict[str, Any] | None) -> Score | None:
    """The score of a ply; most have none, and those of earlier versions never."""
    if body is None:
        return None
    if "exact" in body:
        return Exact(body["exact"])
    return Bounds(*body["bounds"]) if "bounds" in body else Estimate(body["estimate"])
