"""The numbers that kernels and their callers agree on: fields of arrays, and small codes."""

from typing import Final

# One side of the board in an int64 (see the package's docstring).
PIT_BITS: Final = 8
STORE: Final = 6
STORE_SHIFT: Final = STORE * PIT_BITS
ROW: Final = (1 << STORE_SHIFT) - 1

# The tables of a variant, int64[TABLES_SIZE]: its rules; the weights of having the move and of the
# game's own features; for every pit and number of seeds what sowing them does (`tables.py`); for
# every pit of both sides and number of seeds what it is worth (`evaluation.py`).
GAME: Final = 0
PITS: Final = 1
EMPTY_CAPTURE: Final = 2
BY_TURNS: Final = 3
REMAINDER: Final = 4
HALF: Final = 5
WEIGHTS: Final = 8
SOWINGS: Final = 40
SOWING_FIELDS: Final = 4
MAX_SEEDS: Final = 128
WORTHS: Final = SOWINGS + 6 * MAX_SEEDS * SOWING_FIELDS
WORTH_COUNTS: Final = 32
TABLES_SIZE: Final = WORTHS + 12 * WORTH_COUNTS

# What sowing does, relative to SOWINGS + (pit * MAX_SEEDS + seeds) * SOWING_FIELDS.
ADD_MINE: Final = 0
ADD_RIVAL: Final = 1
LAST: Final = 2

# GAME
KALAH: Final = 0
WARI: Final = 1
OWARE: Final = 2

# REMAINDER
TO_OWNER: Final = 0
TO_NOBODY: Final = 1
TO_EMPTIER: Final = 2

# What follows a sowing.
TURN_PASSES: Final = 0
EXTRA_TURN: Final = 1
GAME_OVER: Final = 2

# Values inside the search are counted in this part of a seed: estimates are finer than seeds.
SEED: Final = 16

# How long a line the search looks at, in plies.
MAX_DEPTH: Final = 240

# The state of one search, int64[CONTROL_SIZE].
NODES: Final = 0
NODE_LIMIT: Final = 1
GIVEN_UP: Final = 2
TIME_IS_UP: Final = 3
GENERATION: Final = 4
CONTROL_SIZE: Final = 8

# The stack of a search, int64[plies, STACK_SIZE]: the position of each ply, then its children.
PATH_MINE: Final = 0
PATH_RIVAL: Final = 1
PATH_SINCE: Final = 2
CHILDREN: Final = 4
CHILD_MINE: Final = 0
CHILD_RIVAL: Final = 1
CHILD_NEXT: Final = 2
CHILD_FORCED: Final = 3
CHILD_GAIN: Final = 4
CHILD_PIT: Final = 5
CHILD_ORDER: Final = 6
CHILD_FIELDS: Final = 7
STACK_SIZE: Final = CHILDREN + 6 * CHILD_FIELDS

# The transposition table, int64[entries * ENTRY_SIZE] (`transposition.py`).
ENTRY_SIZE: Final = 4
ENTRY_MINE: Final = 0
ENTRY_RIVAL: Final = 1
ENTRY_PATH: Final = 2
ENTRY_DATA: Final = 3
BUCKET: Final = 2

# Bounds of a value. EXACT is both.
LOWER: Final = 1
UPPER: Final = 2
EXACT: Final = 3

# The depth of a result that no estimate entered into; no search is that deep.
COMPLETE: Final = 255
NO_PIT: Final = 7
