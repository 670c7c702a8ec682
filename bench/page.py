"""What the page costs a browser: bytes, the first move, frames at rest, memory, blocked times.

    python bench/page.py                all of it
    python bench/page.py --games 5      fewer games for the memory

A real server and a headless Chromium on this machine (`NAQALA_BROWSER` names another). Frames and
blocked times are those of a browser that draws on the processor: they say what a slow device bears.
"""

import argparse
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

_ROOT = Path(__file__).parents[1]
_FLAGS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--js-flags=--expose-gc"]
_VIEWPORT: Any = {"width": 800, "height": 450}
_PLAYABLE = ".pit[data-playable]"
_FIRST_RUNS = 5
_IDLE_S = 5.0

# Counts frames that somebody asks for, and tasks that block the page.
_WATCH = """
window.frames_asked = 0;
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = draw => { window.frames_asked += 1; return ask(draw); };
window.blocked_ms = [];
new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.blocked_ms.push(task.duration);
}).observe({ type: "longtask", buffered: true });
"""


def scales() -> ModuleType:
    """The module that weighs the built client."""
    spec = importlib.util.spec_from_file_location("weigh", _ROOT / "client" / "weigh.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def site() -> Iterator[str]:
    """A server of our own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "naqala.cli", "serve", "--no-open", "--port", "0"]
        command += ["--data", folder, "--log-level", "warning", "--endgames", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://" in line)
        try:
            yield line.split()[-1]
        finally:
            process.terminate()
            process.wait()


def open_page(browser: Browser, address: str, path: str, **options: Any) -> Page:
    """A page of a new guest with an empty cache."""
    context = browser.new_context(
        base_url=address, viewport=_VIEWPORT, service_workers="block", locale="es-ES", **options
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(_WATCH)
    page.goto(path, wait_until="commit")
    return page


def first_move_ms(browser: Browser, address: str) -> float:
    """From navigation to a move that the server has taken, with three.js held back."""
    held: list[Route] = []
    context = browser.new_context(
        base_url=address, viewport=_VIEWPORT, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    page.route("**/assets/three-*", lambda route: held.append(route))
    started = time.perf_counter()
    page.goto("/es/", wait_until="commit")
    page.locator(f".row-front {_PLAYABLE}").nth(2).press("Enter")
    page.locator(".moves .ply").first.wait_for()
    elapsed_ms = 1000 * (time.perf_counter() - started)
    for route in held:
        route.abort()
    context.close()
    return elapsed_ms


def idle_frames(browser: Browser, address: str) -> int:
    """Frames that a page asks for while nothing moves."""
    page = open_page(browser, address, "/es/?quality=low")
    page.locator(_PLAYABLE).first.wait_for()
    page.locator("canvas").first.wait_for()
    page.wait_for_timeout(6000)
    before: int = page.evaluate("window.frames_asked")
    page.wait_for_timeout(1000 * _IDLE_S)
    after: int = page.evaluate("window.frames_asked")
    page.context.close()
    return after - before


def blocked_ms(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """How long tasks block the page while it loads, and while three moves are made."""
    page = open_page(browser, address, "/es/?quality=low")
    page.locator(_PLAYABLE).first.wait_for()
    page.wait_for_timeout(6000)
    loading: list[float] = page.evaluate("window.blocked_ms")
    page.evaluate("window.blocked_ms = []")
    for _ in range(3):
        page.locator(_PLAYABLE).first.press("Enter")
        page.wait_for_timeout(1500)
        page.locator(_PLAYABLE).first.wait_for()
    playing: list[float] = page.evaluate("window.blocked_ms")
    page.context.close()
    return loading, playing


def memory_growth(browser: Browser, address: str, games: int) -> tuple[float, float]:
    """Megabytes of the script's heap after one game and after all of them, in one page."""
    page = open_page(browser, address, "/es/?quality=low", reduced_motion="reduce")
    session = page.context.new_cdp_session(page)

    def heap_mb() -> float:
        session.send("HeapProfiler.collectGarbage")
        used = session.send("Runtime.getHeapUsage")["usedSize"]
        return float(used) / 1e6

    page.locator(_PLAYABLE).first.wait_for()
    page.get_by_role("button", name="Fácil", exact=True).click()
    first = 0.0
    for game in range(games):
        while True:
            page.locator(f"{_PLAYABLE}, .result").first.wait_for()
            if page.locator(".result").count() > 0:
                break
            page.locator(_PLAYABLE).last.press("Enter")
        if game == 0:
            first = heap_mb()
        page.get_by_role("button", name="Nueva partida", exact=True).click()
        page.locator(".result").wait_for(state="detached")
    last = heap_mb()
    page.context.close()
    return first, last


def main() -> None:
    """Prints everything that is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20, help="games for the memory (20)")
    games = parser.parse_args().games
    scales().main()
    browser_path = os.environ.get("NAQALA_BROWSER") or shutil.which("chromium")
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=_FLAGS)
        times = [first_move_ms(browser, address) for _ in range(_FIRST_RUNS)]
        print(
            f"\nfirst move, cold cache, three.js held back: {statistics.median(times):.0f} ms, "
            f"median of {_FIRST_RUNS} (least {min(times):.0f}, most {max(times):.0f})"
        )
        print(f"frames in {_IDLE_S:.0f} s at rest: {idle_frames(browser, address)}")
        for name, tasks in zip(
            ("loading", "three moves"), blocked_ms(browser, address), strict=True
        ):
            print(
                f"blocked while {name}: {len(tasks)} tasks over 50 ms, {sum(tasks):.0f} ms "
                f"together, longest {max(tasks, default=0):.0f} ms"
            )
        first, last = memory_growth(browser, address, games)
        print(
            f"script heap after 1 game {first:.1f} MB, after {games} games {last:.1f} MB, "
            f"ratio {last / first:.2f}"
        )
        browser.close()


if __name__ == "__main__":
    main()
