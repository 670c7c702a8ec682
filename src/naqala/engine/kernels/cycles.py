"""What a position of wari or oware is worth at least and at most, whatever repeats.

All positions with one number of seeds are a *layer*. A capture leads to a smaller layer, where the
values are known; any other sowing stays, and a sowing back to a position that has been since the
last capture ends the game: each keeps his own row. Three kernels find the bounds of a layer from
those below; `endgames/cyclic.py` calls them, and docs/engine.md proves them right.

A position is named by its number in the layer; `successors[position, :]` are those its sowings
lead to inside the layer, -1 after the last. `rests` is what the mover has more than the rival
in his row: his margin when the game ends there.
"""

from naqala.engine.kernels.board import row_total
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.endgame_bounds import endgame_bounds
from naqala.engine.kernels.layout import GAME_OVER, PIT_BITS, ROW, STORE_SHIFT
from naqala.engine.kernels.legality import legal_pits
from naqala.engine.kernels.ranks import rank_row
from naqala.engine.kernels.sowing import sow

NOTHING = -127
"""What a player without such a sowing gets by it: less than any margin."""


@kernel
def list_rows(seeds, choose, rows):
    """Writes the rows (int64, a byte a pit) of six pits with so many seeds, by rank."""
    row = seeds
    while True:
        rank, _ = rank_row(row, choose)
        rows[rank] = row
        # The next one: a seed of the first filled pit moves on, the rest goes back to the first.
        pit = 0
        while pit < 5 and (row >> (PIT_BITS * pit)) & 255 == 0:
            pit += 1
        if pit == 5:
            return
        count = (row >> (PIT_BITS * pit)) & 255
        row += (1 << (PIT_BITS * (pit + 1))) - (count << (PIT_BITS * pit)) + count - 1


@kernel
def sow_block(
    mine_rows, rival_rows, first, layer, tables, endgames, successors, exit_lower, exit_upper, rests
):
    """Sows all positions of two lists of rows; they begin at number `first` of the layer.

    `layer` is the database's number of the first position of the layer. `exit_lower` and
    `exit_upper` become what the best sowing out of the layer is worth at least and at most.
    """
    _, offsets, widths, choose, _, _ = endgames
    position = first
    for mine in mine_rows:
        for rival in rival_rows:
            seeds = row_total(mine) + row_total(rival)
            least = NOTHING
            most = NOTHING
            count = 0
            pits = legal_pits(mine, rival, 0, tables)
            for pit in range(6):
                if not pits >> pit & 1:
                    continue
                after, rival_after, follows, forced = sow(mine, rival, pit, tables)
                gain = (after >> STORE_SHIFT) - (rival_after >> STORE_SHIFT)
                after &= ROW
                rival_after &= ROW
                if follows == GAME_OVER:
                    least = max(least, gain)
                    most = max(most, gain)
                elif row_total(after) + row_total(rival_after) < seeds:
                    lower, upper = endgame_bounds(rival_after, after, forced, tables, endgames)
                    least = max(least, gain - upper)
                    most = max(most, gain - lower)
                else:
                    rank, mine_seeds = rank_row(rival_after, choose)
                    rival_rank, rival_seeds = rank_row(after, choose)
                    place = offsets[mine_seeds, rival_seeds] + rank * widths[rival_seeds]
                    successors[position, count] = place + rival_rank - layer
                    count += 1
            rests[position] = row_total(mine) - row_total(rival)
            if pits == 0:
                # Only set-up positions have no sowing: each keeps his own row.
                least = most = row_total(mine) - row_total(rival)
            for rest in range(count, 6):
                successors[position, rest] = -1
            exit_lower[position] = least
            exit_upper[position] = most
            position += 1


@kernel
def count_predecessors(successors, first):
    """Writes into `first[position + 1]` how many predecessors a position has; `first` is zero."""
    for position in range(successors.shape[0]):
        for number in range(6):
            successor = successors[position, number]
            if successor < 0:
                break
            first[successor + 1] += 1


@kernel
def list_predecessors(successors, first, predecessors):
    """Lists the predecessors of every position, and tells every position which it owns.

    `first[position]` is where its predecessors begin, and becomes where they end. The predecessor
    with the highest number is the owner. The successors become codes: twice the number of the
    position, and one more for who owns it.
    """
    for position in range(successors.shape[0]):
        for number in range(6):
            successor = successors[position, number]
            if successor < 0:
                break
            predecessors[first[successor]] = position
            first[successor] += 1
    for position in range(successors.shape[0]):
        for number in range(6):
            successor = successors[position, number]
            if successor < 0:
                break
            is_owner = predecessors[first[successor] - 1] == position
            successors[position, number] = 2 * successor + is_owner


@kernel
def hold(
    begin, end, successors, exit_lower, exit_upper, rests, first, predecessors, stale, base_lower,
    base_upper, may_own, lower, upper,
):  # fmt: skip
    """Lowers `lower` and raises `upper` to what can be held; returns how many have changed.

    A player holds what is proven outside the layer or by the base; and what a sowing of his
    brings, if the rest of where it leads is as good for him, or if he owns it and `may_own`. His
    rival may sow where the rest is bad for him. Only `stale` positions are looked at; what changes
    makes its predecessors stale.
    """
    changed = 0
    for position in range(begin, end):
        if not stale[position]:
            continue
        stale[position] = 0
        least = max(exit_lower[position], base_lower[position])
        most = exit_upper[position]
        for number in range(6):
            code = successors[position, number]
            if code < 0:
                break
            successor = code >> 1
            rest = rests[successor]
            held = -upper[successor]
            if not (may_own and code & 1):
                held = max(min(held, -rest), -base_upper[successor])
            least = max(least, held)
            most = max(most, -max(base_lower[successor], min(rest, lower[successor])))
        most = min(most, base_upper[position])
        if least < lower[position] or most > upper[position]:
            lower[position] = min(least, lower[position])
            upper[position] = max(most, upper[position])
            changed += 1
            for place in range(first[position], first[position + 1]):
                stale[predecessors[place]] = 1
    return changed


@kernel
def reach(
    begin, end, successors, exit_lower, exit_upper, rests, first, predecessors, stale, barrier,
    lower, upper,
):  # fmt: skip
    """Raises `lower` and lowers `upper` to what can be reached; returns how many have changed.

    `upper` is only lowered where it gets below `barrier`. As in `hold` only `stale` positions are
    looked at.
    """
    changed = 0
    for position in range(begin, end):
        if not stale[position]:
            continue
        stale[position] = 0
        least = exit_lower[position]
        most = exit_upper[position]
        for number in range(6):
            code = successors[position, number]
            if code < 0:
                break
            successor = code >> 1
            least = max(least, -upper[successor])
            most = max(most, -lower[successor])
        if most >= barrier[position]:
            most = upper[position]
        if least > lower[position] or most < upper[position]:
            lower[position] = max(least, lower[position])
            upper[position] = min(most, upper[position])
            changed += 1
            for place in range(first[position], first[position + 1]):
                stale[predecessors[place]] = 1
    return changed
