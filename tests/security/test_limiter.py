"""Points 7 and 8: how limits are counted by address, in bounded memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naqala.site.client_address import parse_networks
from naqala.site.errors import ApiError
from naqala.site.limiter import MOST_GROUPS, Limiter
from naqala.site.limits import RATES, Limit, Limits, Rate
from naqala.site.storage.statistics import MOST_ROWS_A_DAY


class Now:
    def __init__(self) -> None:
        self.s = 1_000.0

    def __call__(self) -> float:
        return self.s


def limiter(*rates: Rate, now: Now | None = None, unlimited: str = "") -> Limiter:
    networks = parse_networks(unlimited) if unlimited else ()
    return Limiter(Limits({Limit.REQUESTS: rates}, 3, 3, 3), networks, now_s=now or Now())


def taken(one: Limiter, address: str, tries: int) -> int:
    count = 0
    for _ in range(tries):
        try:
            one.take(Limit.REQUESTS, address)
        except ApiError:
            continue
        count += 1
    return count


def test_so_many_at_once_and_then_as_time_goes_by() -> None:
    now = Now()
    one = limiter(Rate(10, 60.0), now=now)
    assert taken(one, "198.51.100.1", 30) == 10
    now.s += 6
    assert taken(one, "198.51.100.1", 30) == 1
    now.s += 30
    assert taken(one, "198.51.100.1", 30) == 5
    now.s += 3_600
    assert taken(one, "198.51.100.1", 30) == 10


def test_a_slow_window_holds_where_the_fast_one_would_not() -> None:
    now = Now()
    one = limiter(Rate(10, 60.0), Rate(15, 3_600.0), now=now)
    assert taken(one, "198.51.100.1", 30) == 10
    now.s += 60
    assert taken(one, "198.51.100.1", 30) == 5


def test_a_refusal_says_how_long_to_wait_and_that_is_enough() -> None:
    now = Now()
    one = limiter(Rate(10, 60.0), Rate(20, 7_200.0), now=now)
    for times in (10, 1, 1, 1):
        assert taken(one, "198.51.100.1", times) == times
        with pytest.raises(ApiError) as refused:
            one.take(Limit.REQUESTS, "198.51.100.1")
        view = refused.value.view
        assert (view.code, view.detail["limit"]) == ("too_many_requests", "requests")
        now.s += view.detail["retry_s"]


@given(st.lists(st.tuples(st.floats(0, 20), st.integers(0, 30)), max_size=30))
def test_no_window_ever_has_more_than_twice_its_number(steps: list[tuple[float, int]]) -> None:
    """A full bucket at once and what flows in after it: never more, whatever one does when."""
    now = Now()
    one = limiter(Rate(10, 60.0), now=now)
    when: list[float] = []
    for pause_s, tries in steps:
        now.s += pause_s
        when += [now.s] * taken(one, "198.51.100.1", tries)
    for begin in when:
        assert sum(begin <= moment < begin + 60 for moment in when) <= 20


def test_addresses_are_counted_apart_and_networks_of_ipv6_together() -> None:
    one = limiter(Rate(4, 60.0))
    assert taken(one, "198.51.100.1", 9) == 4
    assert taken(one, "198.51.100.2", 9) == 4
    assert taken(one, "2001:db8:0:1::1", 3) == 3
    assert taken(one, "2001:db8:0:1:ffff::2", 9) == 1
    assert taken(one, "2001:db8:0:2::1", 9) == 4
    # IPv4 inside IPv6 is IPv4, not one /64 of everybody.
    assert taken(one, "::ffff:198.51.100.1", 9) == 0
    assert taken(one, "::ffff:198.51.100.3", 9) == 4


def test_what_an_operator_has_exempted_is_not_counted() -> None:
    one = limiter(Rate(1, 60.0), unlimited="203.0.113.0/24,2001:db8::/32")
    assert taken(one, "203.0.113.77", 50) == 50
    assert taken(one, "2001:db8::77", 50) == 50
    assert taken(one, "203.0.114.77", 50) == 1


def test_many_addresses_take_bounded_memory_and_the_latest_are_remembered() -> None:
    one = limiter(Rate(1, 3_600.0))
    for number in range(MOST_GROUPS + 500):
        one.take(Limit.REQUESTS, f"client {number}")
    (buckets,) = one._buckets[Limit.REQUESTS]
    assert len(buckets._empty_at_s) == MOST_GROUPS
    assert taken(one, f"client {MOST_GROUPS + 499}", 1) == 0


def test_who_has_not_come_for_long_is_forgotten() -> None:
    now = Now()
    one = limiter(Rate(1, 60.0), now=now)
    for number in range(100):
        one.take(Limit.REQUESTS, f"client {number}")
    now.s += 61
    for number in range(200, 301):
        one.take(Limit.REQUESTS, f"client {number}")
    (buckets,) = one._buckets[Limit.REQUESTS]
    assert len(buckets._empty_at_s) == 101


@pytest.mark.parametrize("kind", ["connection", "socket", "request"])
def test_what_is_open_is_counted_until_it_ends(kind: str) -> None:
    one = limiter(Rate(1, 60.0))
    enter = getattr(one, kind)
    first, second, third = (enter("198.51.100.1") for _ in range(3))
    with first, second:
        with third, pytest.raises(ApiError), enter("198.51.100.1"):
            pass
        with enter("198.51.100.1"), enter("198.51.100.2"):
            pass
    assert not one._connections
    assert not one._sockets
    assert not one._requests


def test_no_address_ends_a_days_statistics_alone() -> None:
    assert max(rate.most for rate in RATES[Limit.STATISTICS]) * 10 <= MOST_ROWS_A_DAY


def test_every_limit_has_its_rates_and_a_classroom_fits_into_each() -> None:
    """Thirty children who do the same at the same moment, each with two pages."""
    at_once = {
        Limit.REQUESTS: 60 * 15,
        Limit.HANDSHAKES: 60,
        Limit.NEW_GUESTS: 60,
        Limit.NEW_GAMES: 60,
        Limit.INVITATIONS: 30,
        Limit.COMMANDS: 600,
        Limit.SEEKS: 60,
        Limit.CARDS: 30,
        Limit.SIGN_UPS: 30,
        Limit.PASSWORDS: 45,
        Limit.EXPORTS: 5,
        Limit.ANALYSES: 60,
        Limit.HINTS: 60,
        Limit.REVIEWS: 120,
        Limit.STATISTICS: 300,
    }
    assert set(RATES) == set(Limit) == set(at_once)
    one = Limiter(Limits(), now_s=Now())
    for limit, times in at_once.items():
        for _ in range(times):
            one.take(limit, "198.51.100.1")
    assert min(Limits().open_sockets, Limits().open_requests) >= 4 * 60
