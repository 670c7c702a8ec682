"""What operators are given agrees with the site: settings, metrics, flags, files."""

import argparse
import json
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.operator import operator_app
from naqala.site.pages import Bundle
from naqala.site.settings import Settings, add_flags, read_settings
from naqala.site.storage import migrate

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SUFFIXES = {
    "counter": ("_total",),
    "gauge": ("",),
    "histogram": ("_bucket", "_sum", "_count"),
    "info": ("_info",),
    "unknown": ("",),
}


@pytest.fixture(scope="module")
def metrics(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The labels of every name that `/metrics` has; of those without samples from the registry."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), engine_threads=1, endgames=0)
    migrate(settings.database_url)
    bundle = Bundle("/a.js", ("/a.css",), "/b.css", "/b.js")
    app = create_app(settings, bundle)
    with TestClient(app) as client:
        text = TestClient(operator_app(app, None), "http://localhost").get("/metrics").text
        labels = client.app.state.services.metrics.labels()  # type: ignore[attr-defined]
    found = {}
    for family in text_string_to_metric_families(text):
        for suffix in SUFFIXES[family.type]:
            own = {"le"} if suffix == "_bucket" else set()
            found[family.name + suffix] = set(labels.get(family.name, ())) | own
    return found


def _queries() -> list[tuple[str, str]]:
    """Every query of the dashboard and the alerts."""
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    shown = [
        ("dashboard", target["expr"])
        for panel in board["panels"]
        for target in panel.get("targets", [])
    ]
    alerts = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    return shown + [("alerts", query) for query in re.findall(r"^\s+expr: (.+)$", alerts, re.M)]


def _family(name: str) -> str:
    return re.sub("_(bucket|sum|count)$", "", name)


def test_every_metric_and_label_of_dashboard_and_alerts_is_one_that_the_site_has(
    metrics: dict[str, set[str]],
) -> None:
    queries = _queries()
    assert len([place for place, _ in queries if place == "dashboard"]) >= 25
    assert len([place for place, _ in queries if place == "alerts"]) >= 12
    used = set()
    for _, query in queries:
        for name, selector in re.findall(r"\b((?:naqala|process)_\w+)(?:\{(.*?)\})?", query):
            assert name in metrics, f"{name} in {query}"
            used.add(name)
            asked = set(re.findall(r"(\w+)\s*[=!]", selector or "")) - {"instance", "job"}
            assert asked <= metrics[name], f"{asked} of {name} in {query}"
        known = {"instance", "le", "job"}.union(
            *(metrics[name] for name in re.findall(r"\b(?:naqala|process)_\w+", query))
        )
        for group in re.findall(r"by \(([\w, ]*)\)", query):
            assert {label.strip() for label in group.split(",") if label.strip()} <= known, query
    # The other way round: nothing is measured that nobody would see.
    unseen = {
        name
        for name in metrics
        if name.startswith("naqala_") and not name.endswith("_info")
        if not any(_family(name) == _family(other) for other in used)
    }
    assert unseen == set()


def test_the_dashboard_is_the_one_that_its_script_writes() -> None:
    script = runpy.run_path(str(DEPLOY / "dashboard.py"))
    assert (DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8") == script["as_text"]()


def test_the_tables_of_the_page_are_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "generate.py"))
    assert script["filled"](PAGE) == PAGE, "run .venv/bin/python docs/generate.py"
    assert PAGE.count("`, `--") == len(Settings.__slots__)


def test_every_alert_is_explained_and_no_other() -> None:
    alerts = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"^\s+- alert: (\w+)$", alerts, re.M))
    explained = set(re.findall(r"`(Naqala\w+)`", PAGE))
    assert len(named) >= 12
    assert explained == named


def _variables(text: str) -> dict[str, str]:
    return dict(re.findall(r"\b(NAQALA_[A-Z_]+)=(\S+)", text))


@pytest.mark.parametrize("file", ["naqala.service", "Containerfile"])
def test_what_the_files_set_are_settings_with_right_values(file: str) -> None:
    variables = _variables((DEPLOY / file).read_text(encoding="utf-8"))
    assert len(variables) >= 2
    settings = read_settings({}, variables)
    assert str(settings.data) == variables["NAQALA_DATA"]
    assert settings.log_format == "json"


def test_the_service_starts_the_command_with_flags_that_it_has() -> None:
    unit = (DEPLOY / "naqala.service").read_text(encoding="utf-8")
    [command] = re.findall(r"^ExecStart=(.+)$", unit, re.M)
    program, *arguments = shlex.split(command)
    assert program.endswith("/naqala")
    assert arguments[0] == "serve"
    parser = argparse.ArgumentParser()
    add_flags(parser)
    parser.parse_args(arguments[1:])
    # The engine writes machine code into memory and runs it.
    assert not re.search(r"^MemoryDenyWriteExecute=", unit, re.M)


def test_the_manual_of_the_service_is_a_file_that_the_installation_makes() -> None:
    unit = (DEPLOY / "naqala.service").read_text(encoding="utf-8")
    [manual] = re.findall(r"^Documentation=file:(.+)$", unit, re.M)
    folder, _, name = manual.rpartition("/")
    assert f"sudo cp docs/{name} {folder}/\n" in PAGE
    assert (ROOT / "docs" / name).is_file()


def test_the_image_says_how_to_run_it_as_the_page_does() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    [said] = re.findall(r"podman run -d (?:.*\\\n)*.*", image.replace("\n#", "\n"))
    [told] = re.findall(r"podman run -d (?:.*\\\n)*.*", PAGE)
    assert said.replace("\\\n", "").split() == told.replace("\\\n", "").split()


def test_no_proxy_keeps_a_log_of_whole_addresses_and_links() -> None:
    """Nor of errors: nginx writes the request into each, Caddy the address besides."""
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    servers = re.split(r"^server \{$", nginx, flags=re.M)[1:]
    assert len(servers) == 2
    for server in servers:
        assert re.findall(r"^    (access_log|error_log) +(\S.*);$", server, re.M) == [
            ("access_log", "off"),
            ("error_log", "/dev/null crit"),
        ]
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "\n\tlog default {\n\t\texclude http.log.error http.handlers.reverse_proxy\n" in caddy
    assert "output" not in caddy


def test_the_service_is_tried_again_for_ever() -> None:
    unit = (DEPLOY / "naqala.service").read_text(encoding="utf-8")
    head = unit.partition("[Service]")[0]
    assert re.search(r"^StartLimitIntervalSec=0$", head, re.M)
    assert re.search(r"^Restart=always$", unit, re.M)


def test_dashboard_and_alerts_count_the_same_lines_of_the_log_as_errors() -> None:
    selectors = {
        (place, level)
        for place, query in _queries()
        for level in re.findall(r'increase\(naqala_log_lines_total\{.*?level(=~?"[^"]+")', query)
    }
    assert selectors == {("dashboard", '=~"error|critical"'), ("alerts", '=~"error|critical"')}


def test_the_image_runs_as_nobody_keeps_its_data_and_is_asked_whether_it_is_ready() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    last_stage = image.rpartition("\nFROM ")[2]
    [user] = re.findall(r"^USER (\d+):\d+$", last_stage, re.M)
    assert int(user) > 0
    assert json.loads(re.findall(r"^VOLUME (.+)$", last_stage, re.M)[0])[0] == "/data"
    [check] = re.findall(r"^  CMD (\[.+\])$", last_stage, re.M)
    compile(json.loads(check)[2], "healthcheck", "exec")
    assert "/readyz" in check
    for source in re.findall(r"requirements/\w+\.txt", image):
        assert (ROOT / source).exists()


def test_what_is_installed_in_an_image_is_what_was_tested() -> None:
    def pins(name: str) -> dict[str, Any]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        return dict.fromkeys(re.findall(r"^(\S+==\S+)", text, re.M))

    assert len(pins("serve")) >= 25
    assert pins("serve").keys() <= pins("test").keys()


def test_the_page_names_flags_variables_and_metrics_that_exist(
    metrics: dict[str, set[str]],
) -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    flags = set(re.findall(r"--[a-z-]+", parser.format_help()))
    others = set(
        [
            "--no-deps",
            "--wheel-dir",
            "--require-hashes",
            "--upgrade",
            "--force-reinstall",
            "--force",
            "--retry",
            "--retry-delay",
            "--retry-connrefused",
            "--time",
            "--read-only",
            "--tmpfs",
            "--name",
            "--now",
            "--system",
            "--no-create-home",
            "--shell",
            "--help",
            "--rm",
            "--format",
            "--games",
            "--rounds",
            "--paces",
            "--servers",
        ]
    )
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) - others <= flags
    known = set(re.findall(r"NAQALA_[A-Z_]+", parser.format_help()))
    assert set(re.findall(r"NAQALA_[A-Z_]+[A-Z]", PAGE)) <= known
    families = set(map(_family, metrics))
    assert {_family(name) for name in re.findall(r"\bnaqala_[a-z_]+", PAGE)} <= families
