"""Events of statistics for tests: one of each, and all that there can be."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from naqala.site.statistics.choices import Band, Choice
from naqala.site.statistics.fields import Field, Group, fields_of
from naqala.site.statistics.schema import (
    Board3dDrawn,
    Board3dFailed,
    Browser,
    Clock,
    Connected,
    Cores,
    Device,
    Ending,
    Event,
    FramesPerSecond,
    Game,
    GameBegan,
    GameEnded,
    Kind,
    Level,
    Memory,
    Minutes,
    Mode,
    Moves,
    Part,
    People,
    Played,
    Quality,
    Reconnections,
    Rest,
    Result,
    Seeds,
    System,
    Trouble,
)

DEVICE = Device(Kind.OTHER, Memory.MORE, Cores.UP_TO_8, Browser.FIREFOX, System.LINUX)
PHONE = Device(Kind.MOBILE, Memory.UNKNOWN, Cores.UNKNOWN, Browser.SAFARI, System.IOS)
USUAL = Played(
    Game.KALAH, Mode.CPU, Level.MEDIUM, Seeds.FOUR, False, False, False, Rest.OWNER, Clock.NONE
)
BEGAN = GameBegan(USUAL, DEVICE)
WON = GameEnded(USUAL, Result.WON, Ending.PLAYED_OUT, Moves.UNDER_50, Minutes.UNDER_5, DEVICE)
CONNECTED = Connected(People.FRIEND, True, Reconnections.FEW, PHONE)
FAILED = Board3dFailed(Trouble.LOST, PHONE)
DRAWN = Board3dDrawn(Quality.LOW, FramesPerSecond.UNDER_15, PHONE)
ONE_OF_EACH: list[Event] = [BEGAN, WON, CONNECTED, FAILED, DRAWN]


def as_json(event: Event) -> dict[str, Any]:
    """What a page sends for it."""
    sent: dict[str, Any] = msgspec.to_builtins(event)
    return sent


def all_fields(part: type[Part]) -> list[Field]:
    """The fields of an event, those of its parts, too."""
    found: list[Field] = []
    for field in fields_of(part):
        found += all_fields(field.part) if isinstance(field, Group) else [field]
    return found


def values_of(field: Field) -> list[str | bool]:
    """What may stand in a field."""
    if field.values is bool:
        return [True, False]
    assert issubclass(field.values, Choice | Band)
    return [value.value for value in field.values]


_any_of = st.sampled_from


@st.composite
def _played(draw: st.DrawFn) -> Played:
    game = draw(_any_of(Game))
    mode = draw(_any_of(Mode))
    levels = [level for level in Level if (level is Level.NONE) == (mode is not Mode.CPU)]
    level, clock = draw(_any_of(levels)), draw(_any_of(Clock))
    if game is not Game.KALAH:
        return Played(game, mode, level, Seeds.FOUR, False, False, False, Rest.OWNER, clock)
    switches = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    return Played(game, mode, level, draw(_any_of(Seeds)), *switches, draw(_any_of(Rest)), clock)


@st.composite
def _ended(draw: st.DrawFn) -> GameEnded:
    played, ending = draw(_played()), draw(_any_of(Ending))
    if ending is Ending.ABORTED:
        results = [Result.NONE]
    elif played.mode is Mode.LOCAL:
        results = [Result.FIRST_WON, Result.SECOND_WON, Result.DRAWN]
    else:
        results = [Result.WON, Result.LOST, Result.DRAWN]
    return GameEnded(
        played,
        draw(_any_of(results)),
        ending,
        draw(_any_of(Moves)),
        draw(_any_of(Minutes)),
        draw(_device),
    )


@st.composite
def _connected(draw: st.DrawFn) -> Connected:
    came_about = draw(st.booleans())
    often = draw(_any_of(Reconnections)) if came_about else Reconnections.NONE
    return Connected(draw(_any_of(People)), came_about, often, draw(_device))


_device = st.builds(
    Device, _any_of(Kind), _any_of(Memory), _any_of(Cores), _any_of(Browser), _any_of(System)
)
EVENTS_THERE_CAN_BE: st.SearchStrategy[Event] = st.one_of(
    st.builds(GameBegan, _played(), _device),
    _ended(),
    _connected(),
    st.builds(Board3dFailed, _any_of(Trouble), _device),
    st.builds(Board3dDrawn, _any_of(Quality), _any_of(FramesPerSecond), _device),
)
