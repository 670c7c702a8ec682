"""What the counts add up to: sums by day and by kind; pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from naqala.site.statistics.choices import Band, Choice
from naqala.site.statistics.schema import (
    Board3dDrawn,
    Board3dFailed,
    Browser,
    Connected,
    Device,
    Ending,
    Event,
    Game,
    GameBegan,
    GameEnded,
    Kind,
    Level,
    Mode,
    Played,
    Reconnections,
    Rest,
    Seeds,
    System,
)
from naqala.site.storage.statistics import Count

_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


@dataclass(frozen=True, slots=True)
class Counted:
    """How often an event came on a day."""

    day: int
    event: Event
    times: int


def read_counts(counts: Iterable[Count]) -> tuple[list[Counted], int]:
    """The stored counts as events; and how many another version of the schema has written."""
    read, unread = [], 0
    for count in counts:
        try:
            read.append(Counted(count.day, _DECODER.decode(count.event), count.times))
        except msgspec.DecodeError:
            unread += 1
    return read, unread


@dataclass(slots=True)
class Games:
    """How many games of one kind began, ended somehow, and were played to their end."""

    begun: int = 0
    ended: int = 0
    played_out: int = 0

    @property
    def share(self) -> float | None:
        """The part that was played to the end; None when none began."""
        # Of a game that began before the first day only the end is counted.
        return min(1.0, self.played_out / self.begun) if self.begun else None

    def add(self, counted: Counted) -> None:
        """Counts an event, if it is about games."""
        match counted.event:
            case GameBegan():
                self.begun += counted.times
            case GameEnded(ending=ending):
                self.ended += counted.times
                if ending is Ending.PLAYED_OUT:
                    self.played_out += counted.times


@dataclass(slots=True)
class Reach:
    """How connections and the 3D board fared: on all devices, on one day or on one kind."""

    begun: int = 0
    connections: int = 0
    failed: int = 0
    reconnected: int = 0
    drawn: int = 0
    not_drawn: int = 0

    def add(self, counted: Counted) -> None:
        """Counts an event."""
        match counted.event:
            case GameBegan():
                self.begun += counted.times
            case Connected(came_about=came_about, reconnections=reconnections):
                self.connections += counted.times
                if not came_about:
                    self.failed += counted.times
                elif reconnections is not Reconnections.NONE:
                    self.reconnected += counted.times
            case Board3dDrawn():
                self.drawn += counted.times
            case Board3dFailed():
                self.not_drawn += counted.times


Value: TypeAlias = Choice | Band
Variant: TypeAlias = tuple[Game, Seeds, bool, bool, bool, Rest]
"""A game with its options: pie rule, empty capture, end by turns, and who gets the rest."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that the operator's page shows of some days."""

    days: range
    games: Games
    games_by_day: dict[int, Games]
    games_by_opponent: dict[tuple[Mode, Level], Games]
    """By mode and level."""
    games_by_variant: dict[Variant, Games]
    reach: Reach
    reach_by_day: dict[int, Reach]
    reach_by_device: dict[tuple[Kind, System, Browser], Reach]
    """By kind, system and browser."""
    sums: dict[str, Counter[Value]] = field(default_factory=dict)
    """How often each value came, by the name of the list that the page shows."""

    @classmethod
    def of(cls, counts: Sequence[Counted], days: range) -> "Figures":
        """The figures of some days."""
        figures = cls(
            days,
            Games(),
            {day: Games() for day in days},
            {},
            {},
            Reach(),
            {day: Reach() for day in days},
            {},
            {name: Counter() for name in _LISTS},
        )
        for counted in counts:
            figures._add(counted)
        return figures

    def _add(self, counted: Counted) -> None:
        event, device = counted.event, counted.event.device
        kind = (device.kind, device.system, device.browser)
        for reach in (
            self.reach,
            self.reach_by_day[counted.day],
            self.reach_by_device.setdefault(kind, Reach()),
        ):
            reach.add(counted)
        if isinstance(event, GameBegan | GameEnded):
            played = event.played
            for games in (
                self.games,
                self.games_by_day[counted.day],
                self.games_by_opponent.setdefault((played.mode, played.level), Games()),
                self.games_by_variant.setdefault(_variant_of(played), Games()),
            ):
                games.add(counted)
        for name, value_of in _LISTS.items():
            value = value_of(event)
            if value is not None:
                self.sums[name][value] += counted.times


def _variant_of(played: Played) -> Variant:
    return (
        played.game,
        played.seeds,
        played.pie,
        played.empty_capture,
        played.by_turns,
        played.rest,
    )


def _of_device(part: str) -> Callable[[Event], Value | None]:
    # Once a game, so that no device counts more for what fails on it.
    def value_of(event: Event) -> Value | None:
        return getattr(event.device, part) if isinstance(event, GameBegan) else None

    return value_of


def _of_end(part: str) -> Callable[[Event], Value | None]:
    return lambda event: getattr(event, part) if isinstance(event, GameEnded) else None


_LISTS: dict[str, Callable[[Event], Value | None]] = {
    "result": _of_end("result"),
    "ending": _of_end("ending"),
    "minutes": _of_end("minutes"),
    "moves": _of_end("moves"),
    "clock": lambda event: event.played.clock if isinstance(event, GameBegan) else None,
    **{part: _of_device(part) for part in Device.__struct_fields__},
    "reconnections": lambda event: (
        event.reconnections if isinstance(event, Connected) and event.came_about else None
    ),
    "trouble": lambda event: event.trouble if isinstance(event, Board3dFailed) else None,
    "speed": lambda event: event.speed if isinstance(event, Board3dDrawn) else None,
    "quality": lambda event: event.quality if isinstance(event, Board3dDrawn) else None,
}
