"""The transposition table: what the search has found out about a position.

An entry is four int64: the mover's row with the forced pit above it, the rival's row, the hash of
the path (0 where history does not matter), and the data: value, kind of bound, depth, best pit and
generation. Positions are compared in full, so no two are ever confused. An entry of another
generation counts as absent: a new search starts with an empty table without clearing it.
"""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import (
    BUCKET,
    COMPLETE,
    ENTRY_DATA,
    ENTRY_MINE,
    ENTRY_PATH,
    ENTRY_RIVAL,
    ENTRY_SIZE,
    STORE_SHIFT,
)

_VALUE_OFFSET = 1 << 15
_BOUND_SHIFT = 16
_DEPTH_SHIFT = 18
_PIT_SHIFT = 26
_GENERATION_SHIFT = 32


@kernel
def path_hash(mine, rival, forced, parity):
    """A hash of a position and of whose turn it is; a path's hash is the sum of its positions'."""
    mixed = (mine + (forced << STORE_SHIFT) + (parity << 52)) * -7046029254386353131
    mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    mixed += rival * -4417276706812531889
    mixed ^= (mixed >> 32) & 0xFFFFFFFF
    mixed *= -4658895280553007687
    return mixed ^ ((mixed >> 31) & 0x1FFFFFFFF)


@kernel
def bucket_of(mine, rival, forced, path, entries):
    """The index of the first entry of the bucket where a position belongs."""
    mixed = path_hash(mine, rival, forced, 0) ^ path
    buckets = entries.shape[0] // (ENTRY_SIZE * BUCKET)
    return (mixed & (buckets - 1)) * (ENTRY_SIZE * BUCKET)


@kernel
def probe(mine, rival, forced, path, generation, entries):
    """The index of a position's entry, or -1."""
    first = bucket_of(mine, rival, forced, path, entries)
    mine += forced << STORE_SHIFT
    for entry in range(first, first + ENTRY_SIZE * BUCKET, ENTRY_SIZE):
        if (
            entries[entry + ENTRY_MINE] == mine
            and entries[entry + ENTRY_RIVAL] == rival
            and entries[entry + ENTRY_PATH] == path
            and entries[entry + ENTRY_DATA] >> _GENERATION_SHIFT == generation
        ):
            return entry
    return -1


@kernel
def unpack(data):
    """Value, bound, depth and best pit of an entry's data."""
    return (
        (data & 0xFFFF) - _VALUE_OFFSET,
        (data >> _BOUND_SHIFT) & 3,
        (data >> _DEPTH_SHIFT) & 255,
        (data >> _PIT_SHIFT) & 7,
    )


@kernel
def replace(mine, rival, forced, path, value, bound, depth, pit, generation, entries):
    """Stores a result: over the same position's, else over the older or shallower of the bucket.

    A complete result is never replaced by an incomplete one of the same position.
    """
    first = bucket_of(mine, rival, forced, path, entries)
    mine += forced << STORE_SHIFT
    chosen = first
    lowest = 1 << 20
    for entry in range(first, first + ENTRY_SIZE * BUCKET, ENTRY_SIZE):
        data = entries[entry + ENTRY_DATA]
        worth = (data >> _DEPTH_SHIFT) & 255
        if data >> _GENERATION_SHIFT != generation:
            worth = -1
        elif (
            entries[entry + ENTRY_MINE] == mine
            and entries[entry + ENTRY_RIVAL] == rival
            and entries[entry + ENTRY_PATH] == path
        ):
            if worth == COMPLETE and depth != COMPLETE:
                return
            chosen = entry
            break
        if worth < lowest:
            lowest = worth
            chosen = entry
    entries[chosen + ENTRY_MINE] = mine
    entries[chosen + ENTRY_RIVAL] = rival
    entries[chosen + ENTRY_PATH] = path
    entries[chosen + ENTRY_DATA] = (
        (value + _VALUE_OFFSET)
        | (bound << _BOUND_SHIFT)
        | (depth << _DEPTH_SHIFT)
        | (pit << _PIT_SHIFT)
        | (generation << _GENERATION_SHIFT)
    )
