"""How a server with hundreds of games gets over every fault, and 1,000 pages over its restart.

    python bench/faults.py                       200 games, every fault three times, 1,000 pages
    python bench/faults.py --games 500 --rounds 5
    python bench/faults.py --rounds 0            the restart alone

Everything is real (server, sockets, SQLite, kills, signals) but for what would need privileges:
disk, clock and engine fail on demand in a server that is started for this alone. Prints for each
fault how many moves were acknowledged in its round, and the seconds from its end until *every*
game had gone on, with the time in which players think (0.3 to 1.5 s) and pages wait in it.
Then all games are compared with the database, event by event; what does not hold is an error.
"""

import argparse
import asyncio
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.faults import invariants, rounds
from tests.faults.crowd import Crowd
from tests.faults.http import ask
from tests.faults.page import FIRST_DELAY_S, JITTER_S, LAST_DELAY_S
from tests.faults.report import totals
from tests.faults.site import FaultySite

_PAGES_A_GAME = 4

_BREAKS = (OSError, WebSocketException, TimeoutError)


def main() -> None:
    """Runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", type=int, default=1_000)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.rounds:
        _play(options.games, options.rounds)
    if options.pages:
        _restart(options.pages)


def _play(games: int, times: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = FaultySite(Path(folder) / "data")
        site.start()
        crowd = Crowd(site.address, random.Random(games))

        async def play() -> list[rounds.Row]:
            crowd.begin(games)
            await crowd.all_play()
            rows = []
            for one in [*rounds.SHORT] * times:
                rows += await rounds.run(site, crowd, [one])
                print(f"{one.name}: {rows[-1].recovery_s:.2f} s", file=sys.stderr, flush=True)
            await crowd.rest()
            return rows

        try:
            rows = asyncio.run(play())
        finally:
            status = site.stop()
        assert status == 0, f"it ended with {status}"
        checked = invariants.check(site, crowd.pages)
    head = f"{'fault':32} {'lasts':>7} {'acks':>6} {'refused':>8}"
    print(f"{head} {'recovery: median':>17} {'worst':>9}")
    for name in dict.fromkeys(row.name for row in rows):
        mine = [row for row in rows if row.name == name]
        seconds = [row.recovery_s for row in mine]
        print(
            f"{name:32} {statistics.median(row.seconds for row in mine):5.1f} s "
            f"{statistics.median(row.acks for row in mine):6.0f} "
            f"{statistics.median(row.refused for row in mine):8.0f} "
            f"{statistics.median(seconds):15.2f} s {max(seconds):7.2f} s"
        )
    worst_s = max(row.recovery_s for row in rows)
    print(f"every game went on within {worst_s:.1f} s ({'' if worst_s <= 5 else 'not '}within 5 s)")
    print(totals(crowd.figures, checked))


def _restart(pages: int) -> None:
    """Restarts a server that so many pages watch, by SIGTERM and by SIGKILL."""
    with tempfile.TemporaryDirectory() as folder:
        site = FaultySite(Path(folder) / "data")
        site.start()
        try:
            asyncio.run(_watch_restarts(site, pages))
        finally:
            site.stop()


async def _watch_restarts(site: FaultySite, pages: int) -> None:
    wish = {"variant": "kalah", "mode": "local"}
    games = [
        (
            await ask(
                site.address,
                "POST",
                "/api/games",
                {"x-forwarded-for": f"10.8.0.{game % 250}"},
                wish,
            )
        ).body["id"]
        for game in range(pages // _PAGES_A_GAME + 1)
    ]
    server = site.address.replace("http", "ws", 1)
    greeted_s = [0.0] * pages
    attempts = 0

    async def watch(number: int) -> None:
        nonlocal attempts
        failures, wait_s = 0, 0.0
        address = f"10.9.{number >> 8}.{number & 255}"
        url = f"{server}/api/games/{games[number // _PAGES_A_GAME]}/socket?seen=0"
        while True:
            await asyncio.sleep(wait_s)
            most_s = min(LAST_DELAY_S, FIRST_DELAY_S * 2**failures)
            failures, wait_s = failures + 1, most_s * random.uniform(0.5, 1.0)
            attempts += 1
            try:
                async with connect(
                    url,
                    additional_headers={"x-forwarded-for": address},
                    compression=None,
                    ping_interval=None,
                ) as socket:
                    while True:
                        frame = str(await socket.recv())
                        if '"hello"' in frame:
                            greeted_s[number], failures = time.monotonic(), 0
                        elif '"ping"' in frame:
                            await socket.send(frame.replace("ping", "pong"))
                        elif '"goodbye"' in frame:
                            wait_s = 1.0 + random.random() * JITTER_S
                            break
            except _BREAKS:
                continue

    watching = [asyncio.create_task(watch(number)) for number in range(pages)]
    while not all(greeted_s):
        await asyncio.sleep(0.05)
    for name, stop in (("SIGTERM", site.stop), ("kill -9", site.kill)):
        attempts = 0
        asked_s = time.monotonic()
        await asyncio.to_thread(stop)
        gone_s = time.monotonic()
        await asyncio.to_thread(site.start)
        back_s = time.monotonic()
        while min(greeted_s) < gone_s:
            await asyncio.sleep(0.02)
        waits_s = sorted(max(0.0, moment - back_s) for moment in greeted_s)
        print(
            f"{pages} pages, {name}: ended in {gone_s - asked_s:.2f} s, started in "
            f"{back_s - gone_s:.2f} s; back after that: median {statistics.median(waits_s):.2f} s, "
            f"p99 {waits_s[int(pages * 0.99)]:.2f} s, last {waits_s[-1]:.2f} s; "
            f"{attempts} attempts"
        )
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


if __name__ == "__main__":
    main()
