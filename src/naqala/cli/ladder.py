"""`naqala ladder`: lets all players play each other, and rates them."""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from naqala.cli import BadInput
from naqala.cli.arguments import (
    add_even,
    add_variant,
    endgame_shelf,
    opener_of,
    positive,
    read_variant,
)
from naqala.engine import LEVELS, Ladder, Player, Tally
from naqala.engine.match import NoEvenOpening
from naqala.rules import Variant

_MCTS = "mcts-"
_PLAYERS = ("random", "greedy", *LEVELS, "mcts-1000", "mcts-10000")
_MOST_SIMULATIONS = 10_000_000
_INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_variant(parser)
    parser.add_argument(
        "--players",
        metavar="A,B,...",
        help="who plays (default: all that can): random, greedy, the levels "
        f"{', '.join(LEVELS)}, and mcts-N, which is OpenSpiel's tree search with N simulations",
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help="of every pair; every opening is played from both sides (default: 100)",
    )
    add_even(parser)
    parser.add_argument(
        "--seed", type=positive, default=1, metavar="N", help="which openings (default: 1)"
    )
    parser.add_argument(
        "--threads", type=positive, metavar="T", help="games at the same time (default: one a core)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="also draw the ratings, as SVG"
    )


def run(options: argparse.Namespace) -> int:
    """Plays, tells how it goes on a terminal, and prints the table; also after Ctrl-C."""
    variant = read_variant(options.variant)
    ladder = Ladder(variant, _players(options.players, variant), opener_of(options.even))
    from naqala.engine import warm_up

    warm_up(lambda: print("Compiling the engine (once, a few seconds) ...", file=sys.stderr))
    is_whole = _play(ladder, options)
    if ladder.games == 0:
        print("no game has ended yet", file=sys.stderr)
        return _INTERRUPTED
    if options.json:
        print(json.dumps(_as_data(ladder, options, is_whole), indent=1))
    else:
        print(_as_table(ladder, options, is_whole))
    if options.picture is not None:
        from naqala.cli.ladder_picture import draw_ratings

        options.picture.write_text(draw_ratings(ladder), encoding="utf-8")
    return 0 if is_whole else _INTERRUPTED


def _players(names: str | None, variant: Variant) -> dict[str, Player]:
    """The players by name; of those that nobody asked for, only the ones that can play here."""
    from naqala.engine.openspiel import OpenSpielMissing

    wanted = _PLAYERS if names is None else tuple(filter(None, map(str.strip, names.split(","))))
    players: dict[str, Player] = {}
    for name in wanted:
        try:
            players[name] = _player(name, variant)
        except OpenSpielMissing as error:
            if names is not None:
                raise BadInput(f"{name} cannot play: {error}") from error
            print(f"naqala ladder: left out {name}: {error}", file=sys.stderr)
    if len(players) < 2:
        raise BadInput(f"a ladder needs two players at least: {', '.join(_PLAYERS)}")
    return players


def _player(name: str, variant: Variant) -> Player:
    from naqala.engine import player_of
    from naqala.engine.openspiel import mcts_player
    from naqala.engine.plain_players import play_greedily, play_randomly

    if name in LEVELS:
        return player_of(LEVELS[name], endgame_shelf())
    simulations = name.removeprefix(_MCTS)
    if name.startswith(_MCTS) and simulations.isascii() and simulations.isdecimal():
        if len(simulations) < 9 and 1 <= int(simulations) <= _MOST_SIMULATIONS:
            return mcts_player(variant, int(simulations))
        raise BadInput(f"mcts-N has 1 to {_MOST_SIMULATIONS:,} simulations, not {simulations[:20]}")
    plain: Mapping[str, Player] = {"random": play_randomly, "greedy": play_greedily}
    if name not in plain:
        raise BadInput(f"unknown player {name[:40]!r}: the players are {', '.join(_PLAYERS)}")
    return plain[name]


def _play(ladder: Ladder, options: argparse.Namespace) -> bool:
    """Plays all games; returns whether nobody stopped it."""
    total = options.games * len(ladder.tallies)
    is_terminal = sys.stderr.isatty()
    began = time.perf_counter()
    playing = ladder.play(options.games, options.seed, options.threads)
    try:
        for done in playing:
            if is_terminal:
                left_s = (time.perf_counter() - began) * (total - done) / done
                print(f"\r{done}/{total} games, {left_s:.0f} s left   ", end="", file=sys.stderr,
                      flush=True)  # fmt: skip
    except KeyboardInterrupt:
        return False
    except NoEvenOpening as error:
        raise BadInput(str(error)) from error
    finally:
        playing.close()
        if is_terminal:
            print(file=sys.stderr)
    return True


def _time_of(ladder: Ladder, name: str) -> tuple[float, float] | None:
    """Median and 99th percentile of the milliseconds of a move."""
    times_ms = sorted(ladder.times_ms[name])
    if not times_ms:
        return None
    return statistics.median(times_ms), times_ms[int(0.99 * (len(times_ms) - 1))]


def _as_table(ladder: Ladder, options: argparse.Namespace, is_whole: bool) -> str:
    ratings = ladder.ratings()
    most = max(tally.games for tally in ladder.tallies.values())
    lines = [
        f"{ladder.variant}, {most} games a pair, openings {options.seed}"
        + ("" if options.even is None else f" within {options.even} seeds of even")
        + ("" if is_whole else " (interrupted)"),
        "Elo with 95 % intervals (the mean is 0), milliseconds of one core a move, scores",
        "",
    ]
    name_width = max(map(len, ladder.names))
    columns = "".join(f"{name:>{max(7, len(name) + 1)}}" for name in ratings)
    lines.append(f"{'':{name_width}}{'Elo':>7}{'':>7}{'median':>9}{'99 %':>9} {columns}")
    for name, rating in ratings.items():
        times = _time_of(ladder, name)
        shown = "".join(f"{'-' if times is None else format(times[i], '.2f'):>9}" for i in (0, 1))
        cells = "".join(
            f"{_cell(ladder, name, rival):>{max(7, len(rival) + 1)}}" for rival in ratings
        )
        lines.append(
            f"{name:{name_width}}{rating.elo:>+7.0f}{f'±{rating.width:.0f}':>7}{shown} {cells}"
        )
    lines.append("")
    order = list(ratings)
    for number, name in enumerate(order):
        for rival in order[number + 1 :]:
            lines.append(f"{name} against {rival}: {_told(ladder.score(name, rival))}")
    return "\n".join(lines)


def _cell(ladder: Ladder, name: str, rival: str) -> str:
    if name == rival:
        return ""
    tally = ladder.score(name, rival)
    return f"{tally.score:.1%}" if tally.games else "-"


def _told(tally: Tally) -> str:
    if not tally.games:
        return "no game"
    low, high = tally.interval
    decided = tally.wins + tally.losses
    return (
        f"+{tally.wins} ={tally.draws} -{tally.losses}, score {tally.score:.1%} "
        f"({low:.1%} to {high:.1%})"
        + (f", won {tally.wins / decided:.1%} of the decided" if decided else "")
    )


def _as_data(ladder: Ladder, options: argparse.Namespace, is_whole: bool) -> dict[str, Any]:
    players = []
    for name, rating in ladder.ratings().items():
        times = _time_of(ladder, name)
        players.append(
            {
                "name": name,
                "elo": round(rating.elo, 1),
                "elo_low": round(rating.elo - rating.width, 1),
                "elo_high": round(rating.elo + rating.width, 1),
                "median_ms": None if times is None else round(times[0], 3),
                "percentile_99_ms": None if times is None else round(times[1], 3),
            }
        )
    return {
        "variant": str(ladder.variant),
        "seed": options.seed,
        "even": options.even,
        "is_whole": is_whole,
        "players": players,
        "pairs": [
            {
                "first": first,
                "second": second,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
            }
            for (first, second), tally in ladder.tallies.items()
        ],
    }
