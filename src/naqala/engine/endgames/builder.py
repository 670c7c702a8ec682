"""Builds an endgame database, on all cores.

Wari and oware are built layer by layer (`cyclic.py`), Kalah block by block. All blocks with one
number of seeds are independent of each other, so threads take them from a list, the largest first,
and meet at the end of each level. The kernels release the GIL; progress and cancelling are dealt
with between blocks.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from naqala.engine.endgames.build_errors import BuildCancelled, BuildError
from naqala.engine.endgames.cyclic import build_cyclic, bytes_to_build_cyclic
from naqala.engine.endgames.database import EndgameDatabase, endgame_rules
from naqala.engine.endgames.ranks import positions_up_to, rows_of, rows_up_to
from naqala.rules import End, Game, Remainder, Variant

MOST_SEEDS = 48
"""Values are bytes, but nobody has the memory for as many."""

MOST_CYCLIC_SEEDS = 22
"""In wari and oware: positions of a layer are told by 30 bits."""

_REST = {Remainder.OWNER: 1, Remainder.NOBODY: 0, Remainder.EMPTIER: -1}


def bytes_to_build(variant: Variant, seeds: int) -> int:
    """The memory that building takes: two bytes a position, and the tables."""
    if variant.game is not Game.KALAH:
        return bytes_to_build_cyclic(seeds)
    pits = variant.pits
    return 2 * positions_up_to(pits, seeds) + rows_up_to(pits, seeds) * (32 * pits + 16)


def build_endgames(
    variant: Variant,
    seeds: int,
    *,
    threads: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> EndgameDatabase:
    """Computes the margins of all positions with at most so many seeds; bounds where they repeat.

    `threads` is by default one for each core; `on_progress` is called from time to time with the
    positions done and their total.

    Raises:
        BuildError: for an impossible size, or more than the memory holds.
        BuildCancelled: when `is_cancelled` has become true.

    """
    # Imported when it is needed: this brings Numba.
    from naqala.engine.kernels import endgame_tables, fill_block, scratch_bytes

    rules = endgame_rules(variant)
    check_size(variant, seeds)
    if rules.game is not Game.KALAH:
        return build_cyclic(rules, seeds, threads, on_progress, is_cancelled)
    total = positions_up_to(rules.pits, seeds)
    tables = endgame_tables(rules.pits, seeds)
    first_moves = np.empty(total, np.int8)
    second_moves = np.empty(total, np.int8)
    by_turns = rules.end is End.MOVER_STUCK
    rest = _REST[rules.remainder]
    of_thread = threading.local()
    scratch_size = scratch_bytes(tables)

    def fill(a: int, b: int) -> int:
        if is_cancelled():
            raise BuildCancelled
        scratch = getattr(of_thread, "scratch", None)
        if scratch is None:
            scratch = of_thread.scratch = np.empty(scratch_size, np.int8)
        fill_block(
            a, b, first_moves, second_moves, tables, rules.empty_capture, by_turns, rest, scratch
        )
        return rows_of(rules.pits, a) * rows_of(rules.pits, b)

    done = 0
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "endgames")
    try:
        for level in range(seeds + 1):
            # The blocks in the middle are the largest.
            firsts = sorted(range(level + 1), key=lambda a: abs(2 * a - level))
            for filled in pool.map(fill, firsts, [level - a for a in firsts]):
                done += filled
                if on_progress is not None:
                    on_progress(done, total)
    finally:
        # After a fault or Ctrl-C only the blocks that are being filled are waited for.
        pool.shutdown(cancel_futures=True)
    return EndgameDatabase(rules, seeds, first_moves)


@contextmanager
def hold_build(path: Path) -> Iterator[None]:
    """Keeps other processes from building the same file, while the context lasts.

    Raises:
        BuildError: if another one does.

    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BuildError(f"another process is building {path.name} just now") from None
        yield


def check_size(variant: Variant, seeds: int) -> None:
    """Refuses what cannot be built here.

    Raises:
        BuildError: with what is possible.

    """
    most = MOST_SEEDS if variant.game is Game.KALAH else MOST_CYCLIC_SEEDS
    if not 1 <= seeds <= most:
        raise BuildError(f"a database of {variant.game.value} has 1 to {most} seeds, not {seeds}")
    available = available_memory_bytes()
    if available is not None and bytes_to_build(variant, seeds) > available:
        fits = (n for n in range(seeds) if n == 0 or bytes_to_build(variant, n) <= available)
        raise BuildError(
            f"building {seeds} seeds takes {megabytes(bytes_to_build(variant, seeds))}, and "
            f"{megabytes(available)} of memory are free: at most {max(fits)} seeds fit"
        )


def available_memory_bytes() -> int | None:
    """The memory that can be had without swapping, or None where nobody tells."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in lines)
    return int(fields["MemAvailable"].split()[0]) * 1024 if "MemAvailable" in fields else None


def megabytes(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / 1e9:.2f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
