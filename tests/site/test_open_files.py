"""The limit of open files, which is that of sockets."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

PROGRAM = """
import resource, sys
from naqala.site.open_files import allow_many_files
soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
allow_many_files()
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(("soft", "hard"), [(256, 1_024), (1_024, 1_024)])
def test_as_many_files_may_be_open_as_the_system_allows(soft: int, hard: int) -> None:
    command = [sys.executable, "-c", PROGRAM, str(soft), str(hard)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert said.split() == ["1024", "1024"]
