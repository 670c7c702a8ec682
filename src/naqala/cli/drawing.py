"""A board as text, and sentences about what happened on it."""

from naqala.rules import (
    Bounds,
    Estimate,
    Exact,
    Outcome,
    Position,
    Reason,
    Score,
    Side,
    Sowing,
)

_CELL = 4
_REASONS = {
    Reason.PITS_EMPTY: "a row is empty",
    Reason.NO_MOVES: "there is no move left",
    Reason.REPETITION: "the position repeats",
    Reason.MAJORITY: "the seeds are decided",
}


def draw(position: Position, front: Side) -> str:
    """The board as the player in front sees it, his pits below from left to right.

    The far row is turned round, as on a table; each pit has its number beside it in a margin.
    """
    pits = position.variant.pits
    far = front.other
    numbers = range(1, pits + 1)
    indent = " " * 5
    near_mark, far_mark = (">", " ") if position.to_move is front else (" ", ">")
    if position.is_over:
        near_mark = far_mark = " "
    names = {Side.SOUTH: "South", Side.NORTH: "North"}
    rule = indent + "+" + "-" * (_CELL * pits + 1) + "+"
    return "\n".join(
        (
            indent + " " + "".join(f"{number:>{_CELL}}" for number in reversed(numbers)),
            rule,
            f"   {far_mark} |" + _row(position.pits(far)[::-1]) + f" |  {names[far]}",
            f"{position.store(far):>4} |" + " " * (_CELL * pits + 1) + f"| {position.store(front)}",
            f"   {near_mark} |" + _row(position.pits(front)) + f" |  {names[front]}",
            rule,
            indent + " " + "".join(f"{number:>{_CELL}}" for number in numbers),
        )
    )


def _row(seeds: tuple[int, ...]) -> str:
    return "".join(f"{number or '.':>{_CELL}}" for number in seeds)


def tell_sowing(who: str, pit: int, seeds: int, sowing: Sowing) -> str:
    """What a move did: `You sow pit 3 (4 seeds): extra turn.`"""
    verb = "sow" if who == "You" else "sows"
    told = f"{who} {verb} pit {pit} ({_count(seeds)})"
    if sowing.captured:
        told += f", capturing {_count(sowing.captured)}"
    if sowing.extra_turn:
        told += ": extra turn"
    swept = sum(transfer.seeds for transfer in sowing.sweep)
    if swept:
        told += f"; the {_count(swept)} left on the board are cleared"
    return told + "."


def tell_score(score: Score) -> str:
    """What the computer holds, so that nobody takes an estimate for a proof."""
    match score:
        case Exact():
            return f"With best play it ends {_ahead(score.margin)} (exact)."
        case Bounds():
            return f"With best play it ends between {score.lower:+d} and {score.upper:+d} (proven)."
        case Estimate():
            return f"It expects to end {_ahead(round(score.margin))} (an estimate)."


def _ahead(margin: int) -> str:
    if margin == 0:
        return "level"
    return f"{_count(abs(margin))} {'ahead' if margin > 0 else 'behind'}"


def tell_outcome(outcome: Outcome, you: Side) -> str:
    """How the game ended, from the player's view."""
    if outcome.reason is Reason.RESIGNATION:
        return "You resign: the computer wins."
    mine, rival = outcome.stores[you], outcome.stores[you.other]
    why = _REASONS[outcome.reason]
    if outcome.winner is None:
        return f"A draw, {mine} all ({why})."
    if outcome.winner is you:
        return f"You win, {mine} to {rival} ({why})."
    return f"The computer wins, {rival} to {mine} ({why})."


def _count(seeds: int) -> str:
    return "1 seed" if seeds == 1 else f"{seeds} seeds"
