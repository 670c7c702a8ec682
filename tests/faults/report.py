"""The figures of a run as text."""

from tests.faults.crowd import Figures
from tests.faults.rounds import Row


def table(rows: list[Row], figures: Figures, checked: dict[str, int]) -> str:
    """One line for each fault, then what was counted in all."""
    lines = ["", f"{'fault':32} {'lasts':>7} {'acks':>6} {'refused':>8} {'breaks':>7} recovery"]
    lines += [
        f"{row.name:32} {row.seconds:5.1f} s {row.acks:6} {row.refused:8} {row.breaks:7} "
        f"{row.recovery_s:6.2f} s"
        for row in rows
    ]
    return "\n".join([*lines, totals(figures, checked)])


def totals(figures: Figures, checked: dict[str, int]) -> str:
    """What was counted in all."""
    return (
        f"{checked['games']} games, {checked['plies']} plies, {figures.commands} commands, "
        f"{figures.acks} acknowledged, {figures.retries} sent again, {figures.refused} refused, "
        f"{figures.breaks} lost connections, {figures.goodbyes} goodbyes, {figures.gaps} gaps, "
        f"{figures.twisted} frames late or twice"
    )
