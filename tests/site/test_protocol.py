"""The wire: what is generated from the protocol is up to date, and documented."""

import importlib.util
from pathlib import Path
from types import ModuleType

from naqala.site import protocol

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "client" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_clients_types_are_those_of_the_protocol() -> None:
    generate = generator()
    assert generate.TARGET.read_text(encoding="utf-8") == generate.typescript(), (
        "run: python client/generate.py"
    )


def test_the_clients_statistics_are_those_of_the_schema() -> None:
    generate = generator()
    assert generate.STATISTICS.read_text(encoding="utf-8") == generate.statistics_typescript(), (
        "run: python client/generate.py"
    )


def test_every_message_is_described_in_the_protocols_page() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    tags = [
        struct.__struct_config__.tag
        for struct in generator().structs()
        if struct.__struct_config__.tag
    ]
    assert len(tags) >= 15
    assert [tag for tag in tags if f"`{tag}`" not in text] == []
    assert f"version {protocol.PROTOCOL_VERSION}" in text
