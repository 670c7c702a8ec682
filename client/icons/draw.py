"""Draws the icons of the installed page from `picture.svg` into client/public/icons.

`python client/icons/draw.py` needs Playwright and a Chromium (`NAQALA_BROWSER` names another). The
maskable icon and the one for home screens fill the square to its edges, with the board inside the
circle that every mask leaves.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

SOURCE = Path(__file__).parent / "picture.svg"
TARGET = Path(__file__).parents[1] / "public" / "icons"

_ROUND = 'rx="112"'
_BOARD = '<g id="board">'
# A mask may cut all but a circle of 40 % of the breadth: the board is 392 of 512 broad.
_SMALLER = '<g id="board" transform="translate(256 256) scale(0.82) translate(-256 -256)">'


def pictures() -> dict[str, tuple[str, int]]:
    """The SVG text and the breadth in pixels of every icon, by file name."""
    rounded = SOURCE.read_text(encoding="utf-8")
    full = rounded.replace(_ROUND, "").replace(_BOARD, _SMALLER)
    assert rounded != full
    return {
        "icon-192.png": (rounded, 192),
        "icon-512.png": (rounded, 512),
        "maskable-512.png": (full, 512),
        "apple-180.png": (full, 180),
    }


def draw(browser: Browser, svg: str, breadth_px: int) -> bytes:
    """A picture as PNG, with a clear ground."""
    viewport = {"width": breadth_px, "height": breadth_px}
    page = browser.new_page(viewport=viewport)  # type: ignore[arg-type]
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def main() -> None:
    """Writes every icon."""
    executable = os.environ.get("NAQALA_BROWSER") or shutil.which("chromium")
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for name, (svg, breadth_px) in pictures().items():
            (TARGET / name).write_bytes(draw(browser, svg, breadth_px))
        browser.close()


if __name__ == "__main__":
    main()
