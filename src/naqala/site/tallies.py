"""Metrics of what happens with every move, each told by one thread alone.

The library's, which any thread may tell, take three or four times as long: a thirtieth of what a
move takes.
"""

from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry
from prometheus_client.utils import floatToGoString

K = TypeVar("K", bound=Hashable)


class Tally(Collector, Generic[K]):
    """A metric whose series are all known: each has a key, and the values of its labels."""

    def __init__(
        self, name: str, meaning: str, labels: Sequence[str], series: Mapping[K, Sequence[str]]
    ) -> None:
        self.name = name
        self.labels = labels
        self._meaning = meaning
        self._series = series


class CountTally(Tally[K]):
    """How often something has happened."""

    def __init__(
        self,
        name: str,
        meaning: str,
        labels: Sequence[str],
        series: Mapping[K, Sequence[str]],
        *,
        registry: CollectorRegistry,
    ) -> None:
        super().__init__(name, meaning, labels, series)
        self._counts = dict.fromkeys(series, 0)
        registry.register(self)

    def count(self, key: K) -> None:
        """Counts one more of a series."""
        self._counts[key] += 1

    def collect(self) -> Iterator[Metric]:
        """What was counted until now, as Prometheus reads it."""
        family = CounterMetricFamily(self.name, self._meaning, labels=self.labels)
        for key, values in self._series.items():
            family.add_metric(values, self._counts[key])
        yield family


class HistogramTally(Tally[K]):
    """How many amounts were how large."""

    def __init__(
        self,
        name: str,
        meaning: str,
        labels: Sequence[str],
        series: Mapping[K, Sequence[str]],
        *,
        buckets: Collection[float],
        registry: CollectorRegistry,
    ) -> None:
        super().__init__(name, meaning, labels, series)
        self._bounds = tuple(buckets)
        # The last bucket has what is above all bounds.
        self._counts = {key: [0] * (len(buckets) + 1) for key in series}
        self._sums = dict.fromkeys(series, 0.0)
        registry.register(self)

    def observe(self, key: K, amount: float) -> None:
        """Counts an amount in the first bucket whose bound is not below it."""
        self._counts[key][bisect_left(self._bounds, amount)] += 1
        self._sums[key] += amount

    def collect(self) -> Iterator[Metric]:
        """What was counted until now, as Prometheus reads it: each bucket with those below it."""
        family = HistogramMetricFamily(self.name, self._meaning, labels=self.labels)
        bounds = [*map(floatToGoString, self._bounds), "+Inf"]
        for key, values in self._series.items():
            buckets = list(zip(bounds, accumulate(self._counts[key]), strict=True))
            family.add_metric(values, buckets, self._sums[key])
        yield family
