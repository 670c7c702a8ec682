"""The light histogram says what the library's own would."""

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram

from naqala.site.latencies import Latencies

BUCKETS = (0.001, 0.025, 0.5, 1.0, 5.0)
times_s = st.one_of(st.sampled_from(BUCKETS), st.floats(0, 10))


@given(st.lists(st.tuples(st.sampled_from(["person", "cpu"]), times_s)))
def test_whatever_comes_is_shown_as_the_library_shows_it(seen: list[tuple[str, float]]) -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    light = Latencies("took_seconds", "What it is.", "by", ["person", "cpu"], BUCKETS, ours)
    heavy = Histogram("took_seconds", "What it is.", ["by"], buckets=BUCKETS, registry=theirs)
    for by in ("person", "cpu"):
        heavy.labels(by)
    for by, seconds in seen:
        light.observe(by, seconds)
        heavy.labels(by).observe(seconds)
    [shown], [expected] = ours.collect(), theirs.collect()
    assert (shown.name, shown.documentation, shown.type) == (
        expected.name,
        expected.documentation,
        expected.type,
    )
    made = [sample for sample in expected.samples if not sample.name.endswith("_created")]
    assert shown.samples == made
