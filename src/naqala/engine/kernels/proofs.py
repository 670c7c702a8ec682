"""The memory of the exact search: what has been proven of a position's margin.

A position is known by its number in the order of the endgame databases (`endgames/ranks.py`),
mixed by a bijection of as many bits. The low bits say where its bucket is, the others stand in
the entry: together they are the whole number, so no two positions are ever confused. An entry is
one int64, written at once: two threads may share the table without a lock.
"""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import NO_PIT

BUCKET = 4
"""Entries side by side that a position may be in; half a cache line."""

LEAST_ENTRIES = 1 << 16
"""The smallest table: so many bits of a number its places tell."""

_LEAST_BITS = 16
_BOUND_OFFSET = 128
_USED = 1
_PIT_SHIFT = 1
_UPPER_SHIFT = 4
_LOWER_SHIFT = 12
_TAG_SHIFT = 20


@kernel
def mix(number, bits):
    """Spreads a number of so many bits over all of them; no two get the same."""
    mask = (1 << bits) - 1
    half = (bits + 1) >> 1
    number = (number * -7046029254386353131) & mask
    number ^= number >> half
    number = (number * -4658895280553007687) & mask
    number ^= number >> half
    return number


@kernel
def bucket_of(mixed, proofs):
    """The first entry of a position's bucket."""
    return mixed & (proofs.shape[0] - BUCKET)


@kernel
def look_up(mixed, most, proofs):
    """What is proven of a position: (lower, upper, pit), at worst (-most, most, NO_PIT)."""
    first = bucket_of(mixed, proofs)
    tag = tag_of(mixed)
    for place in range(first, first + BUCKET):
        entry = proofs[place]
        if entry >> _TAG_SHIFT == tag and entry & _USED:
            return (
                ((entry >> _LOWER_SHIFT) & 255) - _BOUND_OFFSET,
                ((entry >> _UPPER_SHIFT) & 255) - _BOUND_OFFSET,
                (entry >> _PIT_SHIFT) & 7,
            )
    return -most, most, NO_PIT


@kernel
def keep(mixed, lower, upper, pit, proofs):
    """Keeps what is proven; the entry of the bucket that was written longest ago makes room."""
    first = bucket_of(mixed, proofs)
    tag = tag_of(mixed)
    entry = (
        (tag << _TAG_SHIFT)
        | ((lower + _BOUND_OFFSET) << _LOWER_SHIFT)
        | ((upper + _BOUND_OFFSET) << _UPPER_SHIFT)
        | (pit << _PIT_SHIFT)
        | _USED
    )
    last = first + BUCKET - 1
    for place in range(first, first + BUCKET):
        if proofs[place] == 0 or (proofs[place] >> _TAG_SHIFT) == tag:
            last = place
            break
    while last > first:
        proofs[last] = proofs[last - 1]
        last -= 1
    proofs[first] = entry


@kernel
def tag_of(mixed):
    """What an entry says of its position: all bits but those that every table's places tell."""
    # The two lowest bits choose nothing inside a bucket, so they belong to the tag.
    return ((mixed >> _LEAST_BITS) << 2) | (mixed & (BUCKET - 1))
