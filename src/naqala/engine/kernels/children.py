"""The moves of a node, sown and put in a promising order."""

from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.layout import (
    CHILD_FIELDS,
    CHILD_FORCED,
    CHILD_GAIN,
    CHILD_MINE,
    CHILD_NEXT,
    CHILD_ORDER,
    CHILD_PIT,
    CHILD_RIVAL,
    CHILDREN,
    EXTRA_TURN,
    ROW,
    SEED,
    STORE_SHIFT,
)
from naqala.engine.kernels.legality import legal_pits
from naqala.engine.kernels.sowing import sow

_TABLE_MOVE = 1 << 30
_EXTRA_TURN = 1 << 20


@kernel
def put_children(mine, rival, forced, best_pit, tables, stack, ply):
    """Writes every legal move into `stack[ply]`; returns how many there are.

    A child's rows are those of the player to move there. Its gain, in SEED parts, is what the
    mover's store gets more than the rival's. The order: the table's move, extra turns from the pit
    nearest the store outwards, then by gain, nearest first.
    """
    count = 0
    pits = legal_pits(mine, rival, forced, tables)
    for pit in range(5, -1, -1):
        if not pits >> pit & 1:
            continue
        after, rival_after, follows, next_forced = sow(mine, rival, pit, tables)
        gain = ((after >> STORE_SHIFT) - (rival_after >> STORE_SHIFT)) * SEED
        order = gain * 8 + pit
        if pit == best_pit:
            order += _TABLE_MOVE
        if follows == EXTRA_TURN:
            order = order - gain * 8 + _EXTRA_TURN
        else:
            after, rival_after = rival_after, after
        child = CHILDREN + count * CHILD_FIELDS
        stack[ply, child + CHILD_MINE] = after & ROW
        stack[ply, child + CHILD_RIVAL] = rival_after & ROW
        stack[ply, child + CHILD_NEXT] = follows
        stack[ply, child + CHILD_FORCED] = next_forced
        stack[ply, child + CHILD_GAIN] = gain
        stack[ply, child + CHILD_PIT] = pit
        stack[ply, child + CHILD_ORDER] = order
        count += 1
    return count


@kernel
def take_child(count, stack, ply):
    """The offset in `stack[ply]` of the most promising child not taken yet; marks it as taken."""
    chosen = CHILDREN
    highest = -(1 << 40)
    for other in range(count):
        child = CHILDREN + other * CHILD_FIELDS
        if stack[ply, child + CHILD_ORDER] > highest:
            highest = stack[ply, child + CHILD_ORDER]
            chosen = child
    stack[ply, chosen + CHILD_ORDER] = -(1 << 50)
    return chosen
