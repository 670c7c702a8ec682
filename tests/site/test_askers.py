"""Who waits for the analyst: once each, and no address in all places of the queue."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naqala.site.analysts import Askers
from naqala.site.errors import ApiError
from naqala.site.running import MOST_HINTS


def waiting(askers: Askers, group: str | None, tries: int) -> int:
    """How many of so many of an address are let in."""
    count = 0
    for number in range(tries):
        try:
            askers.begin(f"{group} {number}", group)
        except ApiError:
            continue
        count += 1
    return count


def test_an_address_takes_half_of_what_is_free_and_the_next_half_of_the_rest() -> None:
    askers = Askers(64)
    assert [waiting(askers, name, 100) for name in "abcd"] == [32, 16, 8, 4]
    with pytest.raises(ApiError) as refused:
        askers.begin("one more", "a")
    assert refused.value.view.code == "busy"


def test_a_class_gets_its_hints_at_once() -> None:
    assert waiting(Askers(MOST_HINTS), "school", 30) == 30


def test_whoever_is_exempted_may_take_all() -> None:
    assert waiting(Askers(4), None, 20) == 20


def test_nobody_waits_twice() -> None:
    askers = Askers(64)
    with askers.alone("ana", "home"), pytest.raises(ApiError) as refused:
        askers.begin("ana", "elsewhere")
    assert refused.value.view.code == "one_at_a_time"
    askers.begin("ana", "home")


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), max_size=60))
def test_whoever_has_gone_leaves_nothing_behind(steps: list[tuple[int, str]]) -> None:
    askers = Askers(8)
    here: set[str] = set()
    for number, group in steps:
        asker = f"{group} {number}"
        if asker in here:
            askers.end(asker)
            here.discard(asker)
            continue
        try:
            askers.begin(asker, group)
        except ApiError:
            continue
        here.add(asker)
    for asker in here:
        askers.end(asker)
    assert not askers._waiting
    assert not askers._of_group
