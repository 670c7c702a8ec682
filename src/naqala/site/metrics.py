"""What is measured of the running site, for Prometheus."""

from prometheus_client import CollectorRegistry, GCCollector, Info, ProcessCollector

from naqala import __version__


class Metrics:
    """All that one site measures."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        Info("naqala", "Which Naqala this is.", registry=self.registry).info(
            {"version": __version__}
        )
