"""What a restart gives back of the time, however the machine's clock was set meanwhile."""

import pytest

from naqala.play import (
    FIRST,
    SECOND,
    SERVER,
    Clock,
    Context,
    Ended,
    Flag,
    GameState,
    GiveBack,
    Granted,
    Human,
    Mode,
    Played,
    PlayerId,
    Refusal,
    Rejection,
    Sow,
    Started,
    TimeControl,
    decide,
    evolve,
    fold,
)
from naqala.play.decide import NO_START_MS
from naqala.rules import Variant

ANA, BETO = Human(PlayerId("ana")), Human(PlayerId("beto"))
HOUR_MS = 3_600_000
BEGAN_MS = 1_700_000_000_000


def blitz(mode: Mode = Mode.FRIEND) -> GameState:
    clock = Clock.begin(TimeControl(3, 2), BEGAN_MS)
    return fold([Started(Variant(), mode, (ANA, BETO), clock)])


def after_one_ply() -> GameState:
    state = blitz()
    [played] = decided(state, Sow(FIRST, 1, 1), BEGAN_MS)
    assert isinstance(played, Played)
    return evolve(state, played)


def decided(state: GameState, command: Sow | Flag | GiveBack, now_ms: int) -> list[object]:
    actor = SERVER if not isinstance(command, Sow) else state.sitters[command.seat]
    decision = decide(state, command, Context(actor, now_ms))
    assert not isinstance(decision, Rejection), decision
    return list(decision)


def restarted(state: GameState, alive_ms: int, now_ms: int) -> GameState:
    [granted] = decided(state, GiveBack(alive_ms), now_ms)
    assert isinstance(granted, Granted)
    return evolve(state, granted)


def left_ms(state: GameState, now_ms: int) -> int:
    assert state.clock is not None
    return state.clock.left_ms(SECOND, now_ms)


@pytest.mark.parametrize("down_ms", [5_000, HOUR_MS, 9 * HOUR_MS])
def test_the_downtime_is_nobodys_also_if_the_clock_was_set_forwards_in_it(down_ms: int) -> None:
    alive_ms = BEGAN_MS + 30_000
    now_ms = alive_ms + down_ms
    assert left_ms(restarted(after_one_ply(), alive_ms, now_ms), now_ms) == 150_000


@pytest.mark.parametrize("back_ms", [20_000, HOUR_MS, 9 * HOUR_MS])
def test_after_a_clock_was_set_back_the_time_since_the_last_event_is_nobodys(back_ms: int) -> None:
    alive_ms = BEGAN_MS + 30_000
    now_ms = alive_ms - back_ms
    state = restarted(after_one_ply(), alive_ms, now_ms)
    assert left_ms(state, now_ms) == 180_000
    # It runs again, and its flag falls in its time and not hours later.
    assert left_ms(state, now_ms + 180_000) == 0
    [ended] = decided(state, Flag(), now_ms + 180_000)
    assert isinstance(ended, Ended)


def test_a_crash_while_time_is_given_back_gives_none_twice_and_takes_none() -> None:
    alive_ms = BEGAN_MS + 30_000
    first_ms = alive_ms - 3 * HOUR_MS
    state = restarted(after_one_ply(), alive_ms, first_ms)
    # The crash came before the time was written down: it still says what the first process wrote.
    again_ms = first_ms + 4_000
    state = restarted(state, alive_ms, again_ms)
    assert left_ms(state, again_ms) == 180_000


def test_whoever_was_matched_is_waited_for_as_long_whatever_happened_in_between() -> None:
    state, alive_ms = blitz(Mode.CASUAL), BEGAN_MS + 10_000
    now_ms = alive_ms + HOUR_MS
    state = restarted(state, alive_ms, now_ms)
    still_ms = NO_START_MS - 10_000
    early = decide(state, Flag(), Context(SERVER, now_ms + still_ms - 1))
    assert isinstance(early, Rejection)
    assert early.refusal is Refusal.TIME_IS_LEFT
    [ended] = decided(state, Flag(), now_ms + still_ms)
    assert isinstance(ended, Ended)


def test_where_nobody_is_waited_for_nothing_is_given_back() -> None:
    refused = decide(blitz(), GiveBack(BEGAN_MS), Context(SERVER, BEGAN_MS + HOUR_MS))
    assert isinstance(refused, Rejection)
