"""Compiling the kernels before anybody waits for a move."""

from collections.abc import Callable

_MARK = "complete"


def is_compiled() -> bool:
    """Whether the kernels of these sources are compiled and kept on this machine."""
    from naqala.engine.kernels import CACHE_FOLDER

    return (CACHE_FOLDER / _MARK).exists()


def warm_up(announce: Callable[[], object] | None = None) -> bool:
    """Makes every kernel ready to run; returns whether any had to be compiled.

    Takes some seconds the first time, a fraction of one later. `announce` is called before the
    compiling begins, if it does.
    """
    from naqala.engine.engine import Engine
    from naqala.engine.kernels import CACHE_FOLDER
    from naqala.engine.limits import Limits
    from naqala.engine.perft import perft
    from naqala.rules import Position, Variant

    must_compile = not is_compiled()
    if must_compile and announce is not None:
        announce()
    # Kernels are compiled when they are first called; these calls reach all of them.
    engine = Engine(memory_bytes=1)
    for text in ("kalah(3,2)", "kalah(3,2)+pie", "wari"):
        start = Position.start(Variant.parse(text))
        engine.search(start, Limits(depth=3))
        perft(start, 2)
    if must_compile:
        (CACHE_FOLDER / _MARK).touch()
    return must_compile
