"""The few words by which metrics tell games and requests apart, whatever players do."""

from typing import Final

from starlette.types import Scope

from naqala.rules import Game, Outcome, Reason, Variant

PROBES: Final = ("/healthz", "/readyz")

SOCKETS: Final = {
    "/api/games/{game_id}/socket": "game",
    "/api/rooms/{token}/socket": "room",
    "/api/lobby/socket": "lobby",
}
"""What each route of sockets is called."""

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_KALAH_SEEDS: Final = (3, 4, 5, 6)
_ENDINGS: Final = {
    Reason.RESIGNATION: "resigned",
    Reason.TIME: "timed_out",
    Reason.ABANDONMENT: "abandoned",
    Reason.ABORTED: "aborted",
}


def variant_label(variant: Variant) -> str:
    """One of a few words for any variant: options count as what they are added to."""
    if variant.game is not Game.KALAH:
        return str(variant.game.value)
    is_usual = variant.pits == 6 and variant.seeds in _KALAH_SEEDS
    return f"kalah(6,{variant.seeds})" if is_usual else "kalah(other)"


def ending_label(outcome: Outcome) -> str:
    """How a game ended, in one of six words."""
    by_rules = "drawn" if outcome.winner is None else "won"
    return _ENDINGS.get(outcome.reason, by_rules)


def method_label(scope: Scope) -> str:
    """The method of a request; anybody may invent one."""
    method: str = scope["method"]
    return method if method in _METHODS else "other"


def route_label(scope: Scope) -> str:
    """The template of a route of the API, or a kind of page."""
    path = _template(scope)
    if path.startswith("/api/") or path in PROBES:
        return path
    if not path:
        return "none"
    return "assets" if path.startswith("/assets") else "page"


def socket_label(scope: Scope) -> str:
    """What a socket is for."""
    return SOCKETS.get(_template(scope), "other")


def _template(scope: Scope) -> str:
    path: str = getattr(scope.get("route"), "path", "")
    return path
