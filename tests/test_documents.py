"""What the documents show is true."""

import contextlib
import io
import re
from pathlib import Path

import naqala

ROOT = Path(__file__).parents[1]


def test_the_readmes_example_prints_what_it_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"  ```python\n(.*?)  ```", text, re.DOTALL)
    code = "".join(line[2:] + "\n" for line in block.splitlines())
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    promised = re.findall(r"^print\(.*\)\s+# (.*?)(?:: .*)?$", code, re.MULTILINE)
    assert len(promised) == 2
    assert printed.getvalue().splitlines() == promised


def test_the_readme_shows_the_two_commands_first() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    (\S+)", text, re.MULTILINE)
    assert commands[:2] == ["scripts/run", "scripts/test"]


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == naqala.__version__


def test_every_link_of_a_document_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    assert len(documents) >= 8
    links = [
        (document.name, target)
        for document in documents
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
        if not (document.parent / target).exists()
    ]
    assert links == []


def test_the_tests_that_the_protocol_names_exist() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:site|play|e2e)/test_\w+)`", text))
    assert len(named) >= 15
    missing = [name for name in sorted(named) if not (ROOT / "tests" / f"{name}.py").exists()]
    assert missing == []
