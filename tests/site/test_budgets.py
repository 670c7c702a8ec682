"""The page stays as light as it promises (docs/design.md, section 7)."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def scales() -> ModuleType:
    spec = importlib.util.spec_from_file_location("weigh", ROOT / "client" / "weigh.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_part_of_the_page_keeps_its_budget(capsys: pytest.CaptureFixture[str]) -> None:
    weigh = scales()
    if not weigh.MANIFEST.exists():
        pytest.fail("the client has not been built: scripts/build")
    assert weigh.main() == 0, capsys.readouterr().out
    budgets = {budget.name: budget.weight for budget in weigh.budgets()}
    assert len(budgets) == 5
    assert min(budgets.values()) > 1000, "a part that weighs nothing has not been found"
