"""Sends hostile frames to the whole site in this process: python bench/fuzz.py [--frames N]

Pages play on one device, against the CPU, with friends, look on, wait before rooms and look for
opponents. Of their frames most are valid messages of just that game, room or lobby with one
mutation (`fuzzing/mutations.py`), some are valid, some never were messages, and some go over HTTP.
The application, its storage (SQLite), its limits of sockets and its engine are the real ones; only
limits by address are not counted. What must hold, or the run fails:

- nothing ends but as the protocol says: no exception, no `internal_error`, nothing logged as an
  error, every frame from the server is a `ServerMessage`;
- nothing that was accepted is lost: after a restart every game is there, folds to as many events
  as were acknowledged, with pits + stores + unscored = total;
- every game that is not over can be played to its end.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
from pathlib import Path

import uvloop
from fuzzing.attack import Report, fuzz


def _print(report: Report) -> None:
    messages = report.sent["mutated"] + report.sent["http"]
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{report.frames:,} frames in {report.seconds:.0f} s ({report.frames / report.seconds:,.0f}"
        f" a second), of them {messages:,} valid messages with one mutation; {report.games:,} games"
        f"; most memory {memory_mb:.0f} MB"
    )
    for name, counted in (
        ("sent", report.sent),
        ("mutations", report.mutations),
        ("answers", report.answers),
        ("rejected", report.codes),
        ("HTTP", report.statuses),
        ("sockets ended with", report.closes),
    ):
        print(f"{name}: " + ", ".join(f"{key} {n:,}" for key, n in counted.most_common()))
    print(f"faults: {len(report.faults)}", *report.faults, sep="\n  ")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--places", type=int, default=48, help="games and lobbies at once")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        report = runner.run(fuzz(Path(folder), wanted.frames, wanted.places, wanted.seed))
    _print(report)
    sys.exit(bool(report.faults))


if __name__ == "__main__":
    main()
