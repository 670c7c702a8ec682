"""Writes the tables of operations.md: .venv/bin/python docs/generate.py"""

from dataclasses import fields
from pathlib import Path
from typing import Final

from naqala.site.metrics import Metrics
from naqala.site.settings import Settings, default_of, variable_of

PAGE: Final = Path(__file__).parent / "operations.md"

_SUFFIXES: Final = {"counter": "_total", "info": "_info"}


def settings_table() -> str:
    """Every setting, as Markdown."""
    lines = ["| variable, flag | default | what it is |", "|---|---|---|"]
    for setting in fields(Settings):
        flag = "--" + setting.name.replace("_", "-")
        text = setting.metadata["help"].replace("|", "\\|")
        lines.append(
            f"| `{variable_of(setting.name)}`, `{flag}` | {default_of(setting)} | {text} |"
        )
    return "\n".join(lines) + "\n"


def metrics_table() -> str:
    """Every metric of the site's own, as Markdown."""
    metrics = Metrics()
    labels = metrics.labels()
    lines = ["| metric | kind | labels | what it is |", "|---|---|---|---|"]
    for family in sorted(metrics.registry.collect(), key=lambda family: family.name):
        if family.name.startswith("naqala"):
            name = family.name + _SUFFIXES.get(family.type, "")
            shown = ", ".join(f"`{label}`" for label in labels[family.name])
            lines.append(f"| `{name}` | {family.type} | {shown} | {family.documentation} |")
    return "\n".join(lines) + "\n"


def filled(page: str) -> str:
    """A page with the tables between their marks."""
    for name, table in (("settings", settings_table()), ("metrics", metrics_table())):
        begin, end = f"<!-- {name}: written by docs/generate.py -->\n", f"<!-- end of {name} -->\n"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = before + begin + table + end + after
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
