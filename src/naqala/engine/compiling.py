"""Compiling the kernels before anybody waits for a move."""

from collections.abc import Callable
from pathlib import Path

_MARK = "complete"


def is_compiled() -> bool:
    """Whether the kernels, as their files are now, are compiled and kept on this machine."""
    from naqala.engine.kernels import CACHE_FOLDER

    try:
        return (CACHE_FOLDER / _MARK).read_text(encoding="utf-8") == _stamp()
    except OSError:
        return False


def warm_up(announce: Callable[[], object] | None = None) -> bool:
    """Makes every kernel ready to run; returns whether any had to be compiled.

    Takes some seconds the first time, a fraction of one later. `announce` is called before the
    compiling begins, if it does.
    """
    from naqala.engine.engine import Engine
    from naqala.engine.kernels import CACHE_FOLDER
    from naqala.engine.levels import LEVELS
    from naqala.engine.limits import Limits
    from naqala.engine.perft import perft
    from naqala.rules import Position, Variant

    must_compile = not is_compiled()
    if must_compile and announce is not None:
        announce()
    # Kernels are compiled when they are first called; these calls reach all of them.
    engine = Engine(memory_bytes=1, proof_bytes=1)
    engine.choose(Position.start(Variant.parse("kalah(3,2)")), LEVELS["perfect"])
    for text in ("kalah(3,2)", "kalah(3,2)+pie", "wari"):
        start = Position.start(Variant.parse(text))
        engine.search(start, Limits(depth=3))
        perft(start, 2)
    if must_compile:
        (CACHE_FOLDER / _MARK).write_text(_stamp(), encoding="utf-8")
    return must_compile


def _stamp() -> str:
    """The times of the kernels' files: when one differs, Numba compiles it anew."""
    from naqala.engine import kernels

    assert kernels.__file__ is not None
    sources = sorted(Path(kernels.__file__).parent.glob("*.py"))
    return "".join(f"{source.name} {source.stat().st_mtime_ns}\n" for source in sources)
