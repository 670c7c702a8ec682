"""What is measured of the running site, for Prometheus: one object that the parts tell.

Every label has few values, whatever players do: modes, levels, templates of routes, codes of
errors; never an id, a name or an address.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    Metric,
    ProcessCollector,
)
from prometheus_client.metrics import MetricWrapperBase

from naqala import __version__
from naqala.play import Actor, Cpu, Ended, Event, GameState, Human, Mode, Played, Server, Started
from naqala.site.labels import SOCKETS, ending_label, variant_label
from naqala.site.tallies import CountTally, HistogramTally, Tally

_LATENCIES_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_REQUESTS_S: Final = (0.001, 0.005, 0.015, 0.05, 0.1, 0.25, 1.0, 5.0)
_ANSWERS_S: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 60.0)
_GROUPS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)

_BY: Final = {Human: ("person",), Cpu: ("cpu",), Server: ("server",)}
_ALONE: Final = {None: ()}
"""The one series of a metric without labels."""
_MISSED: Final = ("nothing", "events", "everything")


class _Registry(CollectorRegistry):
    """Leaves out when each counter was made: it doubles the series, and nobody asks for it."""

    def collect(self) -> Iterator[Metric]:
        for family in super().collect():
            family.samples = [
                sample for sample in family.samples if not sample.name.endswith("_created")
            ]
            yield family


class Metrics:
    """All that one site measures. What does not say otherwise may be told by any thread."""

    def __init__(self) -> None:
        registry = self.registry = _Registry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        Info("naqala", "Which Naqala this is.", registry=registry).info({"version": __version__})

        self._begun = Counter(
            "naqala_games_begun", "Games that began.", ["mode", "variant"], registry=registry
        )
        self._finished = Counter(
            "naqala_games_finished",
            "Games that ended: won or drawn by the rules, resigned, timed_out, abandoned, aborted.",
            ["mode", "variant", "ending"],
            registry=registry,
        )
        self._moves = CountTally(
            "naqala_moves",
            "Plies that were stored, by who made them.",
            ["mode", "by"],
            {(mode, who): (mode.value, *_BY[who]) for mode in Mode for who in (Human, Cpu)},
            registry=registry,
        )
        self._command_seconds = HistogramTally(
            "naqala_command_seconds",
            "From the arrival of a command that was accepted to its answer, after its commit.",
            ["by"],
            _BY,
            buckets=_LATENCIES_S,
            registry=registry,
        )

        self._requests = Counter(
            "naqala_http_requests", "Answered requests.", ["method", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "naqala_http_request_seconds",
            "From a request to the head of its answer.",
            ["route"],
            buckets=_REQUESTS_S,
            registry=registry,
        )
        self._answered: dict[tuple[str, int, str], tuple[Counter, Histogram]] = {}
        self._sockets = Gauge(
            "naqala_sockets", "Sockets that are open.", ["kind"], registry=registry
        )
        for kind in SOCKETS.values():  # shown from the start, with 0
            self._sockets.labels(kind)
        self._sockets_closed = Counter(
            "naqala_sockets_closed",
            "Sockets that ended, by the code with which the server closed them: or refused before "
            "they opened, or left by the page.",
            ["kind", "code"],
            registry=registry,
        )
        self._reconnects = Counter(
            "naqala_reconnects",
            "Pages that came back to a game: nothing, events or everything was new to them.",
            ["missed"],
            registry=registry,
        )
        for missed in _MISSED:
            self._reconnects.labels(missed)
        self._errors = Counter(
            "naqala_errors", "Errors that were told to clients.", ["code"], registry=registry
        )
        self._limited = Counter(
            "naqala_limited", "What a limit has refused or ended.", ["limit"], registry=registry
        )
        self._log_lines = Counter(
            "naqala_log_lines",
            "Lines of the log; an error is a fault of the site or of its disk.",
            ["level"],
            registry=registry,
        )
        for level in ("debug", "info", "warning", "error", "critical"):
            self._log_lines.labels(level)

        self._commit_seconds = HistogramTally(
            "naqala_store_commit_seconds",
            "From the begin of a transaction to its commit on the disk.",
            [],
            _ALONE,
            buckets=_LATENCIES_S,
            registry=registry,
        )
        self._group_sizes = HistogramTally(
            "naqala_store_group_operations",
            "Operations that shared a commit.",
            [],
            _ALONE,
            buckets=_GROUPS,
            registry=registry,
        )
        self._failed_commits = Counter(
            "naqala_store_failures", "Transactions that could not be stored.", registry=registry
        )
        self._engine_seconds = Counter(
            "naqala_engine_cpu_seconds",
            "Processor time of the CPU players' searches.",
            ["level"],
            registry=registry,
        )
        self._answers = Histogram(
            "naqala_cpu_answer_seconds",
            "From the CPU's turn to its stored move.",
            ["level"],
            buckets=_ANSWERS_S,
            registry=registry,
        )
        self._loop_lag = Histogram(
            "naqala_loop_lag_seconds",
            "How much later than asked for the event loop woke up.",
            buckets=_LATENCIES_S,
            registry=registry,
        )
        self._queues = Gauge(
            "naqala_queue_jobs", "Jobs that wait or run.", ["queue"], registry=registry
        )
        self._readings = {
            name: Gauge(name, meaning, registry=registry) for name, meaning in _READINGS.items()
        }
        self._checks = Gauge(
            "naqala_check", "1 while the site is fit in this respect, else 0.", ["check"],
            registry=registry,
        )  # fmt: skip

    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of every metric of the site's own, by its name: for who writes them down."""
        # The library tells the labels of samples only, and most metrics have none at first.
        metrics = [
            metric
            for metric in self.registry._collector_to_names
            if isinstance(metric, MetricWrapperBase)
        ]
        tallies = [
            metric for metric in self.registry._collector_to_names if isinstance(metric, Tally)
        ]
        return {
            **{tally.name: tuple(tally.labels) for tally in tallies},
            **{metric._name: tuple(metric._labelnames) for metric in metrics},
        }

    def begun(self, started: Started) -> None:
        """A new game was stored."""
        self._begun.labels(started.mode.value, variant_label(started.variant)).inc()

    def happened(self, before: GameState, event: Event) -> None:
        """An event of a game was stored; `before` is the game up to it, but for plies. To be told
        by the event loop's thread.
        """
        if isinstance(event, Played):
            self._moves.count((before.mode, type(before.sitters[event.seat])))
        elif isinstance(event, Ended):
            variant = variant_label(before.line.start.variant)
            self._finished.labels(before.mode.value, variant, ending_label(event.outcome)).inc()

    def accepted(self, actor: Actor, seconds: float) -> None:
        """A command was judged, stored and told; to be told by the event loop's thread."""
        self._command_seconds.observe(type(actor), seconds)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request got the head of its answer; all words come from `labels.py`."""
        key = method, status, route
        series = self._answered.get(key)
        if series is None:  # there are few, and to find them anew takes longer than to count
            series = self._answered[key] = (
                self._requests.labels(method, str(status)),
                self._request_seconds.labels(route),
            )
        series[0].inc()
        series[1].observe(seconds)

    def socket_opened(self, kind: str) -> None:
        """A socket was accepted."""
        self._sockets.labels(kind).inc()

    def socket_closed(self, kind: str, code: str, *, was_open: bool) -> None:
        """A socket has ended."""
        if was_open:
            self._sockets.labels(kind).dec()
        self._sockets_closed.labels(kind, code).inc()

    def reconnected(self, missed: Literal["nothing", "events", "everything"]) -> None:
        """A page has come back to a game that it had seen."""
        self._reconnects.labels(missed).inc()

    def refused(self, code: str) -> None:
        """A client was told of an error."""
        self._errors.labels(code).inc()

    def limited(self, limit: str) -> None:
        """A limit was reached; `limit` is one of a few words."""
        self._limited.labels(limit).inc()

    def logged(self, level: str) -> None:
        """A line was logged, by any thread."""
        self._log_lines.labels(level).inc()

    def committed(self, operations: int, seconds: float) -> None:
        """The store has kept a group of operations; to be told by the thread that writes."""
        self._commit_seconds.observe(None, seconds)
        self._group_sizes.observe(None, operations)

    def not_committed(self) -> None:
        """The store could not keep a group of operations."""
        self._failed_commits.inc()

    def searched(self, level: str, cpu_seconds: float) -> None:
        """An engine thread has looked for a move."""
        self._engine_seconds.labels(level).inc(cpu_seconds)

    def cpu_answered(self, level: str, seconds: float) -> None:
        """The CPU's move was stored."""
        self._answers.labels(level).observe(seconds)

    def lagged(self, seconds: float) -> None:
        """The event loop woke up late."""
        self._loop_lag.observe(seconds)

    def checked(self, check: str, is_fit: bool) -> None:
        """A part of the site was looked at."""
        self._checks.labels(check).set(is_fit)

    def watch_queue(self, queue: str, jobs: Callable[[], float]) -> None:
        """Asks for a queue's length each time that the figures are read."""
        self._queues.labels(queue).set_function(jobs)

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """Asks for one of `_READINGS` each time that the figures are read."""
        self._readings[name].set_function(read)


_READINGS: Final = {
    "naqala_games_in_memory": "Games that lie in memory.",
    "naqala_readers": "Sockets and streams that are told what happens.",
    "naqala_data_free_bytes": "Room that is left where the data folder lies.",
    "naqala_stuck_threads": "Engine and analyst threads that do not come back from a search.",
    "naqala_access_log_dropped": "Lines that the access log could not keep.",
}
