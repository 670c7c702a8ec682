"""The search visits exactly the nodes that the last commit which changed it says."""

import subprocess
import sys
from pathlib import Path

SIGNATURE = 371776


def test_the_signature_is_that_of_the_last_commit_that_changed_the_search() -> None:
    bench = Path(__file__).parents[2] / "bench" / "engine.py"
    done = subprocess.run(
        [sys.executable, str(bench), "--signature"], check=True, capture_output=True, text=True
    )
    assert done.stdout == f"Bench: {SIGNATURE}\n"
