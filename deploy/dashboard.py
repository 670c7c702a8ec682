"""Writes grafana-dashboard.json: .venv/bin/python deploy/dashboard.py"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent / "grafana-dashboard.json"

_SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
_COLUMNS: Final = 24
_SITE: Final = 'instance=~"$instance"'


@dataclass(frozen=True)
class Panel:
    """A plot over time, or with `is_figure` the present value; `queries` by the legend of each."""

    title: str
    unit: str
    queries: dict[str, str]
    about: str = ""
    is_figure: bool = False
    is_stacked: bool = False


def rate(metric: str, by: str = "", where: str = "") -> str:
    """How often a counter counts, in a second."""
    return f"sum by ({by}) (rate({metric}{{{_SITE}{where}}}[$__rate_interval]))"


def quantile(share: float, metric: str, by: str = "", where: str = "") -> str:
    """What so large a share of a histogram's values stays below."""
    labels = f"le, {by}" if by else "le"
    return f"histogram_quantile({share}, {rate(metric + '_bucket', labels, where)})"


def gauge(metric: str, how: str = "sum", by: str = "", where: str = "") -> str:
    """What a gauge shows."""
    return f"{how} by ({by}) ({metric}{{{_SITE}{where}}})"


PERSON: Final = ', by="person"'

ROWS: Final[dict[str, list[Panel]]] = {
    "Now": [
        Panel("Fit", "bool_yes_no", {"": gauge("naqala_check", "min")}, is_figure=True),
        Panel("Sockets", "short", {"": gauge("naqala_sockets")}, is_figure=True),
        Panel("Moves a second", "short", {"": rate("naqala_moves_total")}, is_figure=True),
        Panel(
            "A move takes (p99)",
            "s",
            {"": quantile(0.99, "naqala_command_seconds", where=PERSON)},
            is_figure=True,
        ),
        Panel(
            "Errors logged in a day",
            "short",
            {"": f'sum(increase(naqala_log_lines_total{{{_SITE}, level=~"error|critical"}}[1d]))'},
            is_figure=True,
        ),
        Panel("Room on the disk", "bytes", {"": gauge("naqala_data_free_bytes")}, is_figure=True),
    ],
    "Players": [
        Panel(
            "Sockets", "short", {"{{kind}}": gauge("naqala_sockets", by="kind")}, is_stacked=True
        ),
        Panel(
            "Games that begin, an hour",
            "short",
            {"{{mode}}": f"3600 * {rate('naqala_games_begun_total', 'mode')}"},
            is_stacked=True,
        ),
        Panel(
            "Games that end, an hour",
            "short",
            {"{{ending}}": f"3600 * {rate('naqala_games_finished_total', 'ending')}"},
            is_stacked=True,
        ),
        Panel("Moves a second", "short", {"{{by}}": rate("naqala_moves_total", "by")}),
        Panel(
            "Pages that come back, a minute",
            "short",
            {"{{missed}}": f"60 * {rate('naqala_reconnects_total', 'missed')}"},
            "By what was new to them.",
            is_stacked=True,
        ),
        Panel(
            "Games in memory, readers",
            "short",
            {"games": gauge("naqala_games_in_memory"), "readers": gauge("naqala_readers")},
        ),
    ],
    "How long it takes": [
        Panel(
            "A person's command",
            "s",
            {
                f"p{share * 100:g}": quantile(share, "naqala_command_seconds", where=PERSON)
                for share in (0.5, 0.95, 0.99)
            },
            "From its arrival until it is stored and told.",
        ),
        Panel(
            "The CPU's answer (p95)",
            "s",
            {"{{level}}": quantile(0.95, "naqala_cpu_answer_seconds", "level")},
        ),
        Panel(
            "Commit, event loop (p99)",
            "s",
            {
                "commit": quantile(0.99, "naqala_store_commit_seconds"),
                "loop is late by": quantile(0.99, "naqala_loop_lag_seconds"),
            },
        ),
        Panel(
            "Slowest routes (p95)",
            "s",
            {
                "{{route}}": "topk(5, "
                + quantile(0.95, "naqala_http_request_seconds", "route")
                + ")"
            },
        ),
    ],
    "Load": [
        Panel("Queues", "short", {"{{queue}}": gauge("naqala_queue_jobs", by="queue")}),
        Panel(
            "Cores in use",
            "short",
            {
                "all": rate("process_cpu_seconds_total"),
                "{{level}}": rate("naqala_engine_cpu_seconds_total", "level"),
            },
            "All, and of that the CPU players.",
        ),
        Panel("Memory", "bytes", {"": gauge("process_resident_memory_bytes")}),
        Panel(
            "Writes in a commit",
            "short",
            {
                "": f"{rate('naqala_store_group_operations_sum')} / "
                f"{rate('naqala_store_group_operations_count')}"
            },
        ),
        Panel(
            "Requests a second",
            "short",
            {"{{method}} {{status}}": rate("naqala_http_requests_total", "method, status")},
        ),
        Panel(
            "Open files",
            "short",
            {"open": gauge("process_open_fds"), "most": gauge("process_max_fds")},
        ),
    ],
    "What goes wrong": [
        Panel("Fit", "bool_yes_no", {"{{check}}": gauge("naqala_check", "min", "check")}),
        Panel(
            "Log, lines a minute",
            "short",
            {
                "{{level}}": "60 * "
                + rate("naqala_log_lines_total", "level", ', level=~"warning|error|critical"')
            },
        ),
        Panel(
            "Errors told to clients, a minute",
            "short",
            {"{{code}}": f"60 * {rate('naqala_errors_total', 'code')}"},
        ),
        Panel(
            "Refused by limits, a minute",
            "short",
            {"{{limit}}": f"60 * {rate('naqala_limited_total', 'limit')}"},
        ),
        Panel(
            "Sockets that end, a minute",
            "short",
            {"{{code}}": f"60 * {rate('naqala_sockets_closed_total', 'code')}"},
            "left: by their page. 1001: silent. 1008: broke the rules. 1012: restart. 1013: slow.",
        ),
        Panel(
            "Not stored, stuck, not logged",
            "short",
            {
                "commits that failed, a minute": f"60 * {rate('naqala_store_failures_total')}",
                "stuck threads": gauge("naqala_stuck_threads"),
                "lines of the access log that were dropped": gauge("naqala_access_log_dropped"),
            },
        ),
    ],
}


def dashboard() -> dict[str, Any]:
    """The dashboard as Grafana's JSON model."""
    panels: list[dict[str, Any]] = []
    top = 0
    for title, row in ROWS.items():
        panels.append(_placed({"type": "row", "title": title, "panels": []}, 0, top, 24, 1))
        top += 1
        in_line = len(row) if row[0].is_figure else 3
        width, height = _COLUMNS // in_line, 4 if row[0].is_figure else 8
        for number, panel in enumerate(row):
            left = number % in_line * width
            panels.append(_placed(_panel(panel), left, top, width, height))
            if number % in_line == in_line - 1 or number == len(row) - 1:
                top += height
    for number, described in enumerate(panels, 1):
        described["id"] = number
    return {
        "title": "Naqala",
        "uid": "naqala",
        "tags": ["naqala"],
        "schemaVersion": 39,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {
            "list": [
                {
                    "name": "source",
                    "label": "Prometheus",
                    "type": "datasource",
                    "query": "prometheus",
                },
                {
                    "name": "instance",
                    "label": "Site",
                    "type": "query",
                    "datasource": _SOURCE,
                    "query": "label_values(naqala_info, instance)",
                    "refresh": 2,
                    "includeAll": True,
                    "multi": True,
                    "current": {"text": "All", "value": "$__all"},
                },
            ]
        },
        "panels": panels,
    }


def _placed(panel: dict[str, Any], x: int, y: int, w: int, h: int) -> dict[str, Any]:
    return {**panel, "gridPos": {"x": x, "y": y, "w": w, "h": h}}


def _panel(panel: Panel) -> dict[str, Any]:
    custom: dict[str, Any] = {"fillOpacity": 10, "showPoints": "never"}
    if panel.is_stacked:
        custom |= {"stacking": {"mode": "normal"}, "fillOpacity": 40}
    return {
        "type": "stat" if panel.is_figure else "timeseries",
        "title": panel.title,
        "description": panel.about,
        "datasource": _SOURCE,
        "fieldConfig": {
            "defaults": {"unit": panel.unit, "min": 0, "custom": {} if panel.is_figure else custom},
            "overrides": [],
        },
        "options": {"graphMode": "area"} if panel.is_figure else {"tooltip": {"mode": "multi"}},
        "targets": [
            {
                "refId": "ABCDEFGH"[number],
                "datasource": _SOURCE,
                "expr": query,
                "legendFormat": legend or panel.title,
            }
            for number, (legend, query) in enumerate(panel.queries.items())
        ],
    }


def as_text() -> str:
    """What stands in the file."""
    return json.dumps(dashboard(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(as_text(), encoding="utf-8")
