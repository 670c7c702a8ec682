"""A histogram of times that costs next to nothing to fill, for what every move tells."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from prometheus_client import CollectorRegistry
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

L = TypeVar("L", bound=str)


class Latencies(Collector, Generic[L]):
    """Seconds by one label, all of whose values are known; one thread alone fills it.

    A `Histogram` of the library takes ten times as long, for it may be filled by any thread.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        label: str,
        values: Sequence[L],
        buckets: Sequence[float],
        registry: CollectorRegistry,
    ) -> None:
        self.name = name
        self.label = label
        self._meaning = meaning
        self._buckets = buckets
        # How many fell into each bucket, the last beyond all; and the sum of all.
        self._counts: dict[L, list[int]] = {value: [0] * (len(buckets) + 1) for value in values}
        self._sums_s: dict[L, float] = dict.fromkeys(values, 0.0)
        registry.register(self)

    def observe(self, value: L, seconds: float) -> None:
        """Takes in one time."""
        self._counts[value][bisect_left(self._buckets, seconds)] += 1
        self._sums_s[value] += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What has come so far, for the library."""
        family = HistogramMetricFamily(self.name, self._meaning, labels=[self.label])
        for value, counts in self._counts.items():
            so_far = 0
            buckets: list[tuple[str, float]] = []
            for bucket, count in zip((*map(str, self._buckets), "+Inf"), counts, strict=True):
                so_far += count
                buckets.append((bucket, so_far))
            family.add_metric([value], buckets, self._sums_s[value])
        yield family
