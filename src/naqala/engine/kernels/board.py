"""Counting on one side of the board held in an int64."""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import PIT_BITS, ROW, STORE_SHIFT


@kernel
def seeds_in(side, pit):
    """The seeds in a pit (0 to 5) or the store (6) of a side."""
    return (side >> (PIT_BITS * pit)) & 255


@kernel
def row_total(side):
    """All seeds in the pits of a side, at most 255."""
    # Multiplying by 1 in every byte adds all lower bytes into byte 5.
    return (((side & ROW) * 0x010101010101) >> (STORE_SHIFT - PIT_BITS)) & 255


@kernel
def filled_pits(side):
    """A bit for every pit of a side that holds seeds, bit 0 for pit 0."""
    pits = 0
    for pit in range(6):
        if seeds_in(side, pit):
            pits |= 1 << pit
    return pits
