"""Exact search: whether a margin can be reached, by null windows down to the endgame databases.

Kalah has no cycles and its margins do not depend on the stores, so what is proven of the pits
holds for ever. A node asks one question, "is the margin at least `beta`?", and answers with bounds
that settle it.
"""

from naqala.engine.kernels.board import seeds_in
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.flags import read_flag
from naqala.engine.kernels.layout import EXTRA_TURN, GAME_OVER, NO_PIT, PITS, ROW, STORE_SHIFT
from naqala.engine.kernels.prefetch import prefetch
from naqala.engine.kernels.proofs import bucket_of, keep, look_up, mix
from naqala.engine.kernels.ranks import rank_row
from naqala.engine.kernels.sowing import sow_kalah

# The state of a search, int64[SOLVE_SIZE].
SOLVE_NODES = 0
SOLVE_PROBES = 1
SOLVE_STOPPED = 2
SOLVE_VARIETY = 3
"""Not 0: goes through moves that must all be searched in another order than others do."""
SOLVE_LIMIT = 4
"""The number of nodes at which the search gives up."""
SOLVE_SIZE = 8

# A child on the stack.
MINE = 0
RIVAL = 1
GAIN = 2
AGAIN = 3
PIT = 4
SOURCE = 5
PLACE = 6
LEFT = 7
ORDER = 8
SOLVE_FIELDS = 9

# Where a child's bounds come from.
_OVER = 0
_DATABASE = 1
_SEARCH = 2

_MOST_PITS = 6
_TABLE_MOVE = 1 << 20
_EXTRA_TURN = 1 << 16


@kernel
def promise(mine, rival, pits, weights):
    """What a position looks like for its mover, in parts of `ordering.py`."""
    worth = 0
    for pit in range(pits):
        worth += weights[0, pit, seeds_in(mine, pit)]
        worth += weights[1, pit, seeds_in(rival, pit)]
    return worth


@kernel
def expand(mine, rival, tables, numbers, endgames, values, proofs, stack, top):
    """Sows every pit onto the stack and begins to load what is known of where it leads.

    Returns the end of the children.
    """
    offsets, rows, choose, bits = numbers
    end = top
    for pit in range(tables[PITS] - 1, -1, -1):
        if not seeds_in(mine, pit):
            continue
        after, rival_after, follows = sow_kalah(mine, rival, pit, tables)
        gain = (after >> STORE_SHIFT) - (rival_after >> STORE_SHIFT)
        after &= ROW
        rival_after &= ROW
        again = follows == EXTRA_TURN
        if not again:
            after, rival_after = rival_after, after
        stack[end, MINE] = after
        stack[end, RIVAL] = rival_after
        stack[end, GAIN] = gain
        stack[end, AGAIN] = again
        stack[end, PIT] = pit
        if follows == GAME_OVER:
            stack[end, SOURCE] = _OVER
        else:
            rank, seeds = rank_row(after, choose)
            rival_rank, rival_seeds = rank_row(rival_after, choose)
            place = offsets[seeds, rival_seeds] + rank * rows[rival_seeds] + rival_rank
            stack[end, LEFT] = seeds + rival_seeds
            if seeds + rival_seeds <= endgames:
                stack[end, SOURCE] = _DATABASE
                stack[end, PLACE] = place
                prefetch(values, place)
            else:
                mixed_child = mix(place, bits)
                stack[end, SOURCE] = _SEARCH
                stack[end, PLACE] = mixed_child
                prefetch(proofs, bucket_of(mixed_child, proofs))
        end += 1
    return end


@kernel
def prove(
    mixed, left, beta, is_all, first, end, top, tables, numbers, weights, endgames, values, proofs,
    stack, state, stop,
):  # fmt: skip
    """Proves that the mover's margin is at least `beta`, or less; returns (lower, upper).

    The position is known by its number, `mixed` (`proofs.py`), the `left` seeds in its pits, and
    its children, which `expand` has put on the stack from `first` to `end`; the stack is free from
    `top` on. `is_all` says that beta will probably not be reached, so that all moves must be
    searched. `numbers` is (offsets, rows, choose, bits) of `endgames/ranks.py`, `weights` of
    `ordering.py`; positions with at most `endgames` seeds have their margin in `values`. `stack`
    is int64[children, SOLVE_FIELDS]. When `state` says SOLVE_STOPPED the bounds are true, but
    settle nothing.
    """
    # 1. Count the node; give up when somebody wants an end, or nothing is left to spend.
    state[SOLVE_NODES] += 1
    if state[SOLVE_NODES] & 1023 == 0 and read_flag(stop, 0):
        state[SOLVE_STOPPED] = 1
    if top + 2 * _MOST_PITS > stack.shape[0] or state[SOLVE_NODES] > state[SOLVE_LIMIT]:
        state[SOLVE_STOPPED] = 1

    # 2. What is known already.
    lower, upper, best_pit = look_up(mixed, left, proofs)
    if lower >= beta or upper < beta or state[SOLVE_STOPPED]:
        return lower, upper

    # 3. The bounds of the moves: one that reaches beta is enough; those that cannot are done with;
    #    the others are put in order.
    pits = tables[PITS]
    state[SOLVE_PROBES] += end - first
    known_lower = -128
    known_upper = -128
    known_pit = NO_PIT
    open_end = first
    for child in range(first, end):
        source = stack[child, SOURCE]
        if source == _OVER:
            child_lower = child_upper = 0
        elif source == _DATABASE:
            child_lower = child_upper = int(values[stack[child, PLACE]])
        else:
            child_lower, child_upper, _ = look_up(stack[child, PLACE], stack[child, LEFT], proofs)
        gain = stack[child, GAIN]
        again = stack[child, AGAIN]
        if again:
            move_lower = gain + child_lower
            move_upper = gain + child_upper
        else:
            move_lower = gain - child_upper
            move_upper = gain - child_lower
        if move_lower > known_lower:
            known_lower = move_lower
            known_pit = stack[child, PIT]
        if known_lower >= beta:
            lower = max(lower, known_lower)
            keep(mixed, lower, upper, known_pit, proofs)
            return lower, upper
        if move_upper < beta:
            known_upper = max(known_upper, move_upper)
            continue
        pit = stack[child, PIT]
        if again:
            order = _EXTRA_TURN + pit
        else:
            worth = promise(stack[child, MINE], stack[child, RIVAL], pits, weights)
            order = 2 * (move_lower + move_upper) + 9 * gain + pit - (worth >> 4)
        if pit == best_pit:
            order += _TABLE_MOVE
        elif is_all and not again and state[SOLVE_VARIETY]:
            # Where all must be searched their order costs nothing, so two threads part here and
            # find what the other one has proven. Elsewhere the likely best one is for both.
            order += (stack[child, PLACE] >> 8) & 7
        # Into the sorted ones in front.
        moved_mine = stack[child, MINE]
        moved_rival = stack[child, RIVAL]
        moved_place = stack[child, PLACE]
        moved_left = stack[child, LEFT]
        place = open_end
        while place > first and stack[place - 1, ORDER] < order:
            for field in range(SOLVE_FIELDS):
                stack[place, field] = stack[place - 1, field]
            place -= 1
        stack[place, MINE] = moved_mine
        stack[place, RIVAL] = moved_rival
        stack[place, GAIN] = gain
        stack[place, AGAIN] = again
        stack[place, PIT] = pit
        stack[place, PLACE] = moved_place
        stack[place, LEFT] = moved_left
        stack[place, ORDER] = order
        open_end += 1

    # 4. Search them. Where all must be searched, the next one is sown before the present one is
    #    searched: by the time it is looked at, what is known of its children has been loaded.
    slot = top
    slot_end = top
    for child in range(first, open_end):
        if slot_end == slot:
            slot_end = expand(
                stack[child, MINE], stack[child, RIVAL], tables, numbers, endgames, values, proofs,
                stack, slot,
            )  # fmt: skip
        next_slot = top + _MOST_PITS if slot == top else top
        next_end = next_slot
        if child + 1 < open_end and (is_all or child > first):
            next_end = expand(
                stack[child + 1, MINE], stack[child + 1, RIVAL], tables, numbers, endgames, values,
                proofs, stack, next_slot,
            )  # fmt: skip
        gain = stack[child, GAIN]
        again = stack[child, AGAIN]
        child_lower, child_upper = prove(
            stack[child, PLACE], stack[child, LEFT], beta - gain if again else gain - beta + 1,
            (is_all or child > first) == (again != 0), slot, slot_end, top + 2 * _MOST_PITS, tables,
            numbers, weights, endgames, values, proofs, stack, state, stop,
        )  # fmt: skip
        if again:
            move_lower = gain + child_lower
            move_upper = gain + child_upper
        else:
            move_lower = gain - child_upper
            move_upper = gain - child_lower
        if move_lower > known_lower:
            known_lower = move_lower
            known_pit = stack[child, PIT]
        if state[SOLVE_STOPPED]:
            return max(lower, known_lower), upper
        if move_lower >= beta:
            break
        known_upper = max(known_upper, move_upper)
        slot = next_slot
        slot_end = next_end

    # 5. Remember.
    lower = max(lower, known_lower)
    if lower < beta:
        upper = min(upper, known_upper)
    keep(mixed, lower, upper, known_pit, proofs)
    return lower, upper
