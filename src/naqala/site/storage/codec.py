"""Events as text, for the `kind` and `body` of a stored event."""

import json
from typing import Any

from naqala.play import Cpu, Ended, Event, Human, Mode, Played, PlayerId, Sitter, Started, Undone
from naqala.rules import Outcome, Reason, Side, Variant


def encode(event: Event) -> tuple[str, str]:
    """The kind and the body (JSON) of an event."""
    match event:
        case Started():
            body: dict[str, Any] = {
                "variant": str(event.variant),
                "mode": event.mode.value,
                "sitters": [_encode_sitter(sitter) for sitter in event.sitters],
            }
        case Played():
            body = {"seat": event.seat, "move": event.move}
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
    return type(event).__name__.lower(), json.dumps(body, separators=(",", ":"))


def decode(kind: str, text: str) -> Event:
    """The event that `encode` wrote.

    Raises:
        ValueError: if the kind is unknown.

    """
    body = json.loads(text)
    match kind:
        case "started":
            first, second = map(_decode_sitter, body["sitters"])
            return Started(Variant.parse(body["variant"]), Mode(body["mode"]), (first, second))
        case "played":
            return Played(body["seat"], body["move"])
        case "undone":
            return Undone(body["seat"], body["plies"])
        case "ended":
            winner = None if body["winner"] is None else Side(body["winner"])
            south, north = body["stores"]
            outcome = Outcome(winner, Reason(body["reason"]), body["margin"], (south, north))
            return Ended(outcome)
        case _:
            raise ValueError(f"unknown kind of event {kind!r}")


def _encode_sitter(sitter: Sitter) -> dict[str, str]:
    if isinstance(sitter, Human):
        return {"human": sitter.player_id}
    return {"cpu": sitter.level}


def _decode_sitter(body: dict[str, str]) -> Sitter:
    return Human(PlayerId(body["human"])) if "human" in body else Cpu(body["cpu"])
