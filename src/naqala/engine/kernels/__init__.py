"""The compiled part of the engine: functions over plain integers and arrays.

Importing this package imports Numba and points its cache at a folder of our own
(`cache_folder.py`). The kernels see no objects; whatever depends on the variant is passed in as
the array of `tables.py`. The numbers in `layout.py` are frozen into the machine code, which the
name of the cache folder covers.

One side of the board is an int64: seven bytes, the pits from the mover's left (0 to 5), then his
store (6). A *row* is such an integer with an empty store. Everything is seen from the player to
move: `mine` before `rival`, pits counted from 0. A forced pit is given as 1 to 6, 0 when free.
"""

import sys
from pathlib import Path

import llvmlite
import numba
from llvmlite import binding

from naqala.engine import cache_folder

_folder = Path(__file__).parent
_surroundings = (
    str(_folder),
    sys.version,
    numba.__version__,
    llvmlite.__version__,
    binding.get_host_cpu_name(),
    binding.get_host_cpu_features().flatten(),
)
CACHE_FOLDER = cache_folder.prepare(_folder, _surroundings)
"""Where the machine code of these sources is kept."""

# Numba decides where to cache a function when it decorates it, so the setting is needed while the
# modules of this package are imported and given back afterwards: other users of Numba in this
# process keep their own folder.
_previous = numba.config.CACHE_DIR  # type: ignore[attr-defined]
numba.config.CACHE_DIR = str(CACHE_FOLDER)  # type: ignore[attr-defined]
try:
    from naqala.engine.kernels.cycles import (
        count_predecessors,
        hold,
        list_predecessors,
        list_rows,
        reach,
        sow_block,
    )
    from naqala.engine.kernels.endgame_block import fill_block
    from naqala.engine.kernels.endgame_bounds import endgame_bounds
    from naqala.engine.kernels.endgame_tables import endgame_tables, scratch_bytes
    from naqala.engine.kernels.evaluation import evaluate
    from naqala.engine.kernels.legality import legal_pits
    from naqala.engine.kernels.perft import perft
    from naqala.engine.kernels.proofs import look_up, mix
    from naqala.engine.kernels.search import search
    from naqala.engine.kernels.solve import expand, prove
    from naqala.engine.kernels.sowing import sow
    from naqala.engine.kernels.tables import tables_of
    from naqala.engine.kernels.transposition import path_hash, probe, unpack
finally:
    numba.config.CACHE_DIR = _previous  # type: ignore[attr-defined]

__all__ = [
    "CACHE_FOLDER",
    "count_predecessors",
    "endgame_bounds",
    "endgame_tables",
    "evaluate",
    "expand",
    "fill_block",
    "hold",
    "legal_pits",
    "list_predecessors",
    "list_rows",
    "look_up",
    "mix",
    "path_hash",
    "perft",
    "probe",
    "prove",
    "reach",
    "scratch_bytes",
    "search",
    "sow",
    "sow_block",
    "tables_of",
    "unpack",
]
