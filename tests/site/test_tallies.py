"""What is told with every move tells what the library's own metrics tell."""

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from naqala.site.tallies import CountTally, HistogramTally

BOUNDS = (0.001, 0.25, 1.0, 5.0)
SERIES = {1: ("person", "friend"), 2: ("cpu", "friend"), 3: ("cpu", "cpu")}
LABELS = ["by", "mode"]
amounts = st.one_of(st.sampled_from(BOUNDS), st.floats(0, 10))


def shown(registry: CollectorRegistry) -> list[bytes]:
    return [line for line in generate_latest(registry).splitlines() if b"_created" not in line]


@given(st.lists(st.sampled_from([*SERIES])))
def test_a_count_is_the_same_as_the_librarys(told: list[int]) -> None:
    own, theirs = CollectorRegistry(), CollectorRegistry()
    mine = CountTally("moves", "How many.", LABELS, SERIES, registry=own)
    librarys = Counter("moves", "How many.", LABELS, registry=theirs)
    for values in SERIES.values():
        librarys.labels(*values)
    for key in told:
        mine.count(key)
        librarys.labels(*SERIES[key]).inc()
    assert shown(own) == shown(theirs)


@given(st.lists(st.tuples(st.sampled_from([*SERIES]), amounts)))
def test_a_histogram_is_the_same_as_the_librarys(told: list[tuple[int, float]]) -> None:
    own, theirs = CollectorRegistry(), CollectorRegistry()
    mine = HistogramTally("size", "How large.", LABELS, SERIES, buckets=BOUNDS, registry=own)
    librarys = Histogram("size", "How large.", LABELS, buckets=BOUNDS, registry=theirs)
    for values in SERIES.values():
        librarys.labels(*values)
    for key, amount in told:
        mine.observe(key, amount)
        librarys.labels(*SERIES[key]).observe(amount)
    assert shown(own) == shown(theirs)


@given(st.lists(amounts))
def test_a_histogram_without_labels_is_the_same_as_the_librarys(told: list[float]) -> None:
    own, theirs = CollectorRegistry(), CollectorRegistry()
    mine = HistogramTally("size", "How large.", [], {None: ()}, buckets=BOUNDS, registry=own)
    librarys = Histogram("size", "How large.", buckets=BOUNDS, registry=theirs)
    for amount in told:
        mine.observe(None, amount)
        librarys.observe(amount)
    assert shown(own) == shown(theirs)
