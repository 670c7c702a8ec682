"""Every limit by address, named, with its values and why they are such.

One address may be a whole school: thirty children with two pages each who all come at the same
moment, and again after a restart of the server. What an address may do at once is enough for
several classes; what it may go on doing is a few hundredths of what one core serves. Counted are
addresses of IPv4 and /64 networks of IPv6, the least that one subscriber gets; who has a /56 or /48
has several (SECURITY.md).

Limits of a socket's messages, of a game, a name and of queues stand where they are kept; all of
them are listed in docs/protocol.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias


class Limit(StrEnum):
    """What is counted; errors and metrics name it."""

    REQUESTS = "requests"
    HANDSHAKES = "handshakes"
    NEW_GUESTS = "new_guests"
    NEW_GAMES = "new_games"
    INVITATIONS = "invitations"
    COMMANDS = "commands"
    SEEKS = "seeks"
    SIGN_UPS = "sign_ups"
    PASSWORDS = "passwords"
    EXPORTS = "exports"
    ANALYSES = "analyses"
    HINTS = "hints"
    REVIEWS = "reviews"
    CARDS = "cards"
    STATISTICS = "statistics"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many again for each further `within_s` seconds."""

    most: int
    within_s: float


MINUTE_S: Final = 60.0
HOUR_S: Final = 60 * MINUTE_S
DAY_S: Final = 24 * HOUR_S

Rates: TypeAlias = Mapping[Limit, tuple[Rate, ...]]

RATES: Final[Rates] = {
    # A page asks for about 15 things when it is first seen, then for little. Each leaves a line in
    # the access log for a month.
    Limit.REQUESTS: (Rate(3_000, MINUTE_S), Rate(300_000, DAY_S)),
    # 80 in 30 s; all open sockets of an address may come back at once.
    Limit.HANDSHAKES: (Rate(320, 2 * MINUTE_S),),
    # Each leaves a row for good.
    Limit.NEW_GUESTS: (Rate(120, 10 * MINUTE_S), Rate(1_000, DAY_S)),
    Limit.NEW_GAMES: (Rate(300, 10 * MINUTE_S), Rate(5_000, DAY_S)),
    Limit.INVITATIONS: (Rate(120, 10 * MINUTE_S), Rate(1_000, DAY_S)),
    # Each move is a row for good. Sixty pages that all move every second.
    Limit.COMMANDS: (Rate(4_000, MINUTE_S), Rate(500_000, DAY_S)),
    # Two of them are a game.
    Limit.SEEKS: (Rate(240, MINUTE_S), Rate(5_000, DAY_S)),
    # A class that signs up in one lesson.
    Limit.SIGN_UPS: (Rate(40, HOUR_S), Rate(100, DAY_S)),
    # Each takes 64 MiB and a tenth of a second of a core; how many may be wrong for one name is
    # counted elsewhere (accounts/attempts.py).
    Limit.PASSWORDS: (Rate(60, 10 * MINUTE_S), Rate(500, DAY_S)),
    Limit.EXPORTS: (Rate(20, 10 * MINUTE_S),),
    # Beside the queue and the one at a time for each asker.
    Limit.ANALYSES: (Rate(120, MINUTE_S),),
    Limit.HINTS: (Rate(240, MINUTE_S),),
    # Pages ask again every three seconds until a review is complete.
    Limit.REVIEWS: (Rate(600, MINUTE_S),),
    # Pictures of games, drawn when they are asked for: for programs that show links.
    Limit.CARDS: (Rate(120, MINUTE_S),),
    # A page sends a handful for each game: a school's day of 400 games. A day has 20,000 different
    # events (storage/statistics.py), so no address may end one alone; beyond, a school's games are
    # not counted, and that is all.
    Limit.STATISTICS: (Rate(600, MINUTE_S), Rate(2_000, DAY_S)),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """All values together."""

    rates: Rates = field(default_factory=lambda: RATES)
    connections: int = 600
    """All connections of an address, among them those that send nothing."""
    open_sockets: int = 300
    """Ten classes with a page each; 24 MB if each takes 80 kB."""
    open_requests: int = 300
    """Requests that have begun and not ended: slow bodies, streams of events, waiting analyses."""
