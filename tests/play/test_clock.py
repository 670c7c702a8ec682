"""Fischer clocks, and what network delay can and cannot win."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naqala.play import FIRST, SECOND, Clock, InvalidTimeControl, Speed, TimeControl
from naqala.play.clock import FIRST_QUOTA_MS, MOST_QUOTA_MS, QUOTA_GAIN_MS

BEGAN_MS = 1_700_000_000_000
BLITZ = TimeControl(3, 2)


def running(control: TimeControl = BLITZ, quota_ms: int = 0) -> Clock:
    full_ms = control.minutes * 60_000
    return Clock(control, (full_ms, full_ms), (quota_ms, quota_ms), BEGAN_MS, is_running=True)


@pytest.mark.parametrize(
    ("text", "speed"),
    [("3+2", Speed.BLITZ), ("5+5", Speed.RAPID), ("1+0", Speed.BLITZ), ("60+60", Speed.RAPID)],
)
def test_a_time_control_is_written_as_minutes_plus_seconds(text: str, speed: Speed) -> None:
    assert str(TimeControl.parse(text)) == text
    assert TimeControl.parse(text).speed is speed


@pytest.mark.parametrize(
    "text", ["", "3", "3+", "+2", "0+5", "61+0", "3+61", "3 + 2", "03+2", "٣+2"]
)
def test_what_is_no_time_control_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(InvalidTimeControl, match=r"minutes"):
        TimeControl.parse(text)


def test_before_the_first_ply_no_time_runs_and_no_flag_falls() -> None:
    clock = Clock.begin(BLITZ, BEGAN_MS)
    assert clock.left_ms(FIRST, BEGAN_MS + 10**9) == 180_000
    assert clock.falls_ms(FIRST) is None


def test_the_increment_comes_after_every_ply_the_first_included() -> None:
    clock = Clock.begin(BLITZ, BEGAN_MS).plied(FIRST, BEGAN_MS + 9_000, 0)
    assert clock.remaining_ms == (182_000, 180_000)
    clock = clock.plied(SECOND, BEGAN_MS + 14_000, 0)
    assert clock.remaining_ms == (182_000, 177_000)


def test_an_extra_turn_is_timed_like_any_other_ply() -> None:
    clock = running().plied(FIRST, BEGAN_MS + 4_000, 0).plied(FIRST, BEGAN_MS + 9_000, 0)
    assert clock.remaining_ms == (175_000, 180_000)


def test_a_flag_falls_to_the_millisecond_when_nobody_is_connected() -> None:
    assert running().falls_ms(FIRST, round_trip_ms=0) == BEGAN_MS + 180_000
    assert running().left_ms(FIRST, BEGAN_MS + 179_999) == 1
    assert running().left_ms(FIRST, BEGAN_MS + 180_000) == 0


def test_a_clock_of_the_server_that_goes_backwards_takes_and_gives_nothing() -> None:
    clock = running().plied(FIRST, BEGAN_MS - 60_000, 0)
    assert clock.remaining_ms == (182_000, 180_000)
    assert clock.at_ms == BEGAN_MS


@given(
    st.lists(st.tuples(st.integers(0, 20_000), st.integers(-1_000, 60_000)), max_size=80),
)
def test_a_forged_delay_wins_no_more_than_the_quota(plies: list[tuple[int, int]]) -> None:
    """Whatever round trips are measured: what is forgiven stays within quota and elapsed time."""
    clock, now_ms, spent_ms = running(TimeControl(60, 0), FIRST_QUOTA_MS), BEGAN_MS, 0
    for think_ms, round_trip_ms in plies:
        now_ms += think_ms
        spent_ms += think_ms
        before = clock
        clock = clock.plied(FIRST, now_ms, round_trip_ms)
        taken_ms = before.remaining_ms[FIRST] - clock.remaining_ms[FIRST]
        assert max(0, think_ms - max(0, round_trip_ms)) <= taken_ms <= think_ms
        assert 0 <= clock.quota_ms[FIRST] <= MOST_QUOTA_MS
    forgiven_ms = clock.remaining_ms[FIRST] - (3_600_000 - spent_ms)
    assert 0 <= forgiven_ms <= FIRST_QUOTA_MS + QUOTA_GAIN_MS * len(plies)


@given(st.integers(0, 5_000), st.integers(0, 3_000), st.integers(0, MOST_QUOTA_MS))
def test_a_flag_falls_just_when_no_move_could_be_in_time_any_more(
    late_ms: int, round_trip_ms: int, quota_ms: int
) -> None:
    clock = running(TimeControl(1, 0), quota_ms)
    falls_ms = clock.falls_ms(FIRST, round_trip_ms)
    assert falls_ms is not None
    now_ms = BEGAN_MS + 60_000 + late_ms
    assert (clock.left_ms(FIRST, now_ms, round_trip_ms) > 0) is (now_ms < falls_ms)
