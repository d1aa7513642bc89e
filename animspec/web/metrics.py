"""What the service counts, as Prometheus reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MEDIA_TYPE: Final = "text/plain; version=0.0.4"

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""Bounds of the buckets that requests are counted in by how long they take."""

BYTES: Final = tuple(4**power for power in range(4, 14))
"""Bounds of the buckets that bodies are counted in: 256 bytes to 64 MiB."""


class Metrics:
    """The counts of one service."""

    def __init__(self) -> None:
        """Start counting from nothing."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "animspec_requests", "Requests answered.", ("route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "animspec_request_seconds", "How long requests took.", ("route",),
            buckets=SECONDS, registry=self._registry,
        )  # fmt: skip
        self._bytes = Histogram(
            "animspec_body_bytes", "Bytes of bodies as they came.", buckets=BYTES,
            registry=self._registry,
        )  # fmt: skip
        self._findings = Counter(
            "animspec_findings", "Findings reported.", ("severity",), registry=self._registry
        )
        self._replaced = Counter(
            "animspec_workers_replaced", "Workers replaced.", ("reason",), registry=self._registry
        )

    def watch(self, gauges: Mapping[str, tuple[str, Callable[[], float]]]) -> None:
        """Show numbers that are asked for when they are read, by name, each with what it says."""
        for name, (meaning, ask) in gauges.items():
            Gauge(name, meaning, registry=self._registry).set_function(ask)

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def took(self, size: int) -> None:
        """Count a body."""
        self._bytes.observe(size)

    def found(self, by_severity: Mapping[str, int]) -> None:
        """Count findings."""
        for severity, count in by_severity.items():
            self._findings.labels(severity).inc(count)

    def replaced(self, reason: str) -> None:
        """Count a worker that made way for another."""
        self._replaced.labels(reason.partition(":")[0]).inc()

    def text(self) -> bytes:
        """Return all counts as Prometheus reads them."""
        return generate_latest(self._registry)
