"""Alpha-beta search with null windows, in every game.

Values are the mover's margin from what is still in the pits, in SEED parts; stores play no part
in them. Beside its value a node returns whether it is *complete*: no estimate entered into it, so
it is true however deep one looks. Path-dependence (a repetition in wari and oware ends the game)
is dealt with exactly: complete results are kept under the position and the path since the last
capture, others, which are estimates anyway, under the position alone. An endgame database knows
positions of Kalah, and those of wari and oware that follow a capture; with a past they are worth
about as much.
"""

from naqala.engine.kernels.board import row_total
from naqala.engine.kernels.children import put_children, take_child
from naqala.engine.kernels.compiled import kernel
from naqala.engine.kernels.endgame_bounds import endgame_bounds
from naqala.engine.kernels.evaluation import evaluate
from naqala.engine.kernels.flags import read_flag
from naqala.engine.kernels.layout import (
    CHILD_FORCED,
    CHILD_GAIN,
    CHILD_MINE,
    CHILD_NEXT,
    CHILD_PIT,
    CHILD_RIVAL,
    COMPLETE,
    ENTRY_DATA,
    EXACT,
    EXTRA_TURN,
    GAME,
    GAME_OVER,
    GENERATION,
    GIVEN_UP,
    KALAH,
    LOWER,
    NO_PIT,
    NODE_LIMIT,
    NODES,
    PATH_MINE,
    PATH_RIVAL,
    PATH_SINCE,
    SEED,
    STORE_SHIFT,
    TIME_IS_UP,
    UPPER,
)
from naqala.engine.kernels.transposition import path_hash, probe, replace, unpack


@kernel
def search(
    mine, rival, forced, path, alpha, beta, depth, ply, tables, endgames, entries, stack, control,
    stop,
):  # fmt: skip
    """Searches a position that is not over, within a window, some plies deep.

    `mine` and `rival` are rows, `path` the sum of the hashes of the positions since the last
    capture (0 in Kalah), `stack[ply, PATH_SINCE]` the ply of the first of them; `endgames` are
    those of `endgame_bounds.py`, or have no position at all. Returns (value,
    complete): the value exactly if it lies inside the window, else a bound on it. When `control`
    says GIVEN_UP afterwards the result means nothing.
    """
    # 1. Count the node; give up at the limit, or when somebody wants an end.
    nodes = control[NODES] + 1
    control[NODES] = nodes
    if nodes >= control[NODE_LIMIT] or (
        nodes & 1023 == 0 and (read_flag(stop, 0) != 0 or read_flag(control, TIME_IS_UP) != 0)
    ):
        control[GIVEN_UP] = 1
    if control[GIVEN_UP]:
        return 0, 0

    # 2. A repetition since the last capture ends the game: each keeps his own row.
    my_seeds = row_total(mine)
    rival_seeds = row_total(rival)
    is_kalah = tables[GAME] == KALAH
    if not is_kalah:
        marked = rival + (forced << STORE_SHIFT)
        stack[ply, PATH_MINE] = mine
        stack[ply, PATH_RIVAL] = marked
        for earlier in range(ply - 2, stack[ply, PATH_SINCE] - 1, -2):
            if stack[earlier, PATH_MINE] == mine and stack[earlier, PATH_RIVAL] == marked:
                return (my_seeds - rival_seeds) * SEED, 1

    # 3. Nobody can win or lose more than what is left.
    left = (my_seeds + rival_seeds) * SEED
    if left <= alpha:
        return left, 1
    if -left >= beta:
        return -left, 1

    # 4. Look it up in the endgame database, which is right for a position without a past.
    is_endgame = my_seeds + rival_seeds <= endgames[0]
    least = -left
    most = left
    if is_endgame:
        least, most = endgame_bounds(mine, rival, forced, tables, endgames)
        least *= SEED
        most *= SEED
        if is_kalah or stack[ply, PATH_SINCE] == ply:
            if least >= beta or least == most:
                return least, 1
            if most <= alpha:
                return most, 1

    # 5. Look it up in the table: first what is proven for this very path, then anything.
    generation = control[GENERATION]
    best_pit = NO_PIT
    if path:
        entry = probe(mine, rival, forced, path, generation, entries)
        if entry >= 0:
            value, bound, known_depth, best_pit = unpack(entries[entry + ENTRY_DATA])
            if (bound & LOWER and value >= beta) or (bound & UPPER and value <= alpha):
                return value, 1
            if bound == EXACT:
                return value, 1
    entry = probe(mine, rival, forced, 0, generation, entries)
    if entry >= 0:
        value, bound, known_depth, best_pit = unpack(entries[entry + ENTRY_DATA])
        if known_depth >= depth and (
            bound == EXACT
            or (bound & LOWER and value >= beta)
            or (bound & UPPER and value <= alpha)
        ):
            # Proven for a path that starts here is an estimate on another one.
            return value, 1 if known_depth == COMPLETE and path == 0 else 0

    # 6. At the horizon: estimate.
    if depth <= 0:
        value = min(max(evaluate(mine, rival, tables), least), most)
        if is_endgame and not is_kalah:
            # What is only promised counts a little less than what is in the store: else a player
            # who may take it at any time never would.
            value -= (value - (my_seeds - rival_seeds) * SEED) // 16
        return value, 0

    # 7. Sow every legal pit.
    count = put_children(mine, rival, forced, best_pit, tables, stack, ply)
    since = stack[ply, PATH_SINCE]
    if not is_kalah:
        path += path_hash(mine, rival, forced, ply & 1)

    # 8. Search them, best first: the first with the whole window, the others with a null window
    #    that asks whether they are better, and again if they are.
    best = -left
    best_pit = NO_PIT
    low = alpha
    all_complete = 1
    for number in range(count):
        child = take_child(count, stack, ply)
        gain = stack[ply, child + CHILD_GAIN]
        follows = stack[ply, child + CHILD_NEXT]
        value = gain
        complete = 1
        if follows != GAME_OVER:
            child_mine = stack[ply, child + CHILD_MINE]
            child_rival = stack[ply, child + CHILD_RIVAL]
            child_forced = stack[ply, child + CHILD_FORCED]
            child_path = 0 if is_kalah or gain else path
            stack[ply + 1, PATH_SINCE] = ply + 1 if is_kalah or gain else since
            high = beta if number == 0 else low + 1
            while True:
                if follows == EXTRA_TURN:
                    value, complete = search(
                        child_mine, child_rival, child_forced, child_path, low - gain, high - gain,
                        depth - 1, ply + 1, tables, endgames, entries, stack, control, stop,
                    )  # fmt: skip
                    value = gain + value
                else:
                    value, complete = search(
                        child_mine, child_rival, child_forced, child_path, gain - high, gain - low,
                        depth - 1, ply + 1, tables, endgames, entries, stack, control, stop,
                    )  # fmt: skip
                    value = gain - value
                if control[GIVEN_UP]:
                    return 0, 0
                if value < high or high >= beta:
                    break
                high = beta
        if value > best or best_pit == NO_PIT:
            best = value
            best_pit = stack[ply, child + CHILD_PIT]
        if value >= beta:
            # One refutation is enough, so its own completeness is what counts.
            all_complete = complete
            break
        low = max(low, value)
        all_complete &= complete

    # 9. Remember.
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    if all_complete:
        own_path = 0 if is_kalah else path - path_hash(mine, rival, forced, ply & 1)
        replace(mine, rival, forced, own_path, best, bound, COMPLETE, best_pit, generation, entries)
    else:
        replace(mine, rival, forced, 0, best, bound, depth, best_pit, generation, entries)
    return best, all_complete
