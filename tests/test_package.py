"""What an installed package has."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_has_the_pages_the_letters_and_the_templates(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    built = subprocess.run(
        command,
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "NAQALA_SKIP_CLIENT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    pages = {
        f"naqala/site/content/{path.relative_to(ROOT / 'content').as_posix()}"
        for path in (ROOT / "content").rglob("*.md")
    }
    assert len(pages) >= 24
    assert pages <= names
    fonts = "naqala/site/pictures/fonts"
    assert {f"{fonts}/alegreya-bold.woff", f"{fonts}/OFL.txt"} <= names
    assert "naqala/site/templates/article.html" in names
