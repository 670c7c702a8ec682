"""The histogram of what happens with every move tells what the library's own tells."""

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram, generate_latest

from naqala.site.histogram import ThreadsHistogram

BOUNDS = (0.001, 0.25, 1.0, 5.0)
amounts = st.one_of(st.sampled_from(BOUNDS), st.floats(0, 10))


@given(st.lists(st.tuples(st.sampled_from(["person", "cpu"]), amounts)))
def test_it_tells_the_same_as_the_librarys(told: list[tuple[str, float]]) -> None:
    own, theirs = CollectorRegistry(), CollectorRegistry()
    values = ["person", "cpu"]
    mine = ThreadsHistogram(
        "latency_seconds", "How long.", "by", values, buckets=BOUNDS, registry=own
    )
    librarys = Histogram("latency_seconds", "How long.", ["by"], buckets=BOUNDS, registry=theirs)
    for value in values:
        librarys.labels(value)
    for value, amount in told:
        mine.observe(value, amount)
        librarys.labels(value).observe(amount)
    created = b"_created"
    expected = [line for line in generate_latest(theirs).splitlines() if created not in line]
    assert generate_latest(own).splitlines() == expected
