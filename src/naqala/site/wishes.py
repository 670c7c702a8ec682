"""What people ask for when they begin a game, judged."""

from http import HTTPStatus
from typing import get_args

from naqala.play import (
    Clock,
    Cpu,
    Human,
    InvalidTimeControl,
    Mode,
    PlayerId,
    Started,
    TimeControl,
)
from naqala.rules import InvalidVariant, Variant
from naqala.site import errors, protocol


def clock_of(text: str | None, now_ms: int) -> Clock | None:
    """Full clocks of a time control; None without one.

    Raises:
        ApiError: `invalid_clock`.

    """
    if text is None:
        return None
    try:
        return Clock.begin(TimeControl.parse(text), now_ms)
    except InvalidTimeControl as error:
        raise errors.ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_clock", str(error)
        ) from None


def variant_of(text: str) -> Variant:
    """A variant from its text.

    Raises:
        ApiError: `unknown_variant`.

    """
    try:
        return Variant.parse(text)
    except InvalidVariant as error:
        raise errors.ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY, "unknown_variant", str(error)
        ) from None


def started_of(player_id: PlayerId, wish: protocol.NewGame, now_ms: int) -> Started:
    """The beginning of a game that one person wishes for.

    Raises:
        ApiError: if the wish makes no sense.

    """
    variant = variant_of(wish.variant)
    clock = clock_of(wish.clock, now_ms)
    me = Human(player_id)
    if wish.mode == "local":
        if wish.level is not None or wish.seat != 0:
            raise errors.ApiError(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "no_cpu",
                "mode local has no CPU: leave out level and seat",
            )
        return Started(variant, Mode.LOCAL, (me, me), clock)
    if wish.level is None:
        raise errors.ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "level_missing",
            f"mode cpu needs a level: {', '.join(get_args(protocol.LevelName))}",
        )
    cpu = Cpu(wish.level)
    return Started(variant, Mode.CPU, (me, cpu) if wish.seat == 0 else (cpu, me), clock)
