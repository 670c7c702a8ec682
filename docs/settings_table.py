"""Writes the table of all settings into operations.md: .venv/bin/python docs/settings_table.py"""

from dataclasses import fields
from pathlib import Path

from naqala.site.settings import Settings, default_of, variable_of

PAGE = Path(__file__).parent / "operations.md"

_BEGIN = "<!-- settings: written by docs/settings_table.py -->\n"
_END = "<!-- end of the settings -->\n"


def settings_table() -> str:
    """The table as Markdown."""
    lines = ["| variable, flag | default | what it is |", "|---|---|---|"]
    for setting in fields(Settings):
        flag = "--" + setting.name.replace("_", "-")
        text = setting.metadata["help"].replace("|", "\\|")
        lines.append(
            f"| `{variable_of(setting.name)}`, `{flag}` | {default_of(setting)} | {text} |"
        )
    return "\n".join(lines) + "\n"


def filled(page: str) -> str:
    """A page with the table between its marks."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return before + _BEGIN + settings_table() + _END + after


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
