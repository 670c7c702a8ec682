"""What databases of every former schema held, as those versions wrote it: literally, for the code
of today might write something else.
"""

import json
from typing import Any, TypeAlias

from argon2 import PasswordHasher

from naqala.rules import Line, Position, Variant
from naqala.site.storage import hash_token

Row: TypeAlias = tuple[str, dict[str, Any]]

DAY_MS = 86_400_000
BEGAN_MS = 1_750_000_000_000
PASSWORD = "mancala de olivo"

RUNNING, TAKEN_BACK, RESIGNED, WHOLE = "running-game", "taken-back", "resigned", "whole-game"
FRIENDS, WAITING = "friends-game", "waiting-room"


def rows(revision: str) -> list[Row]:
    """What is added once a database has come to this schema."""
    return _ROWS[revision]()


def cookie(name: str) -> dict[str, str]:
    """The session of a person, which he has had since the first version."""
    return {"naqala": f"token-of-{name}"}


def whole_game() -> tuple[list[int], Line]:
    """The moves of a game that is played to its end by always taking the first pit."""
    line, moves = Line.begin(Position.start(Variant.parse("kalah(4,3)"))), []
    while line.outcome is None:
        moves.append(line.position.legal_moves()[0])
        line = line.play(moves[-1])
    return moves, line


def _first() -> list[Row]:
    """Guests, and games against the CPU and on one device."""
    people: list[Row] = []
    for name in ("ana", "beto"):
        people += [
            ("player", {"id": name, "created_ms": BEGAN_MS}),
            (
                "session",
                {
                    "token_hash": hash_token(cookie(name)["naqala"]),
                    "player_id": name,
                    "created_ms": BEGAN_MS,
                },
            ),
        ]
    cpu = [{"human": "ana"}, {"cpu": "easy"}]
    here = [{"human": "ana"}, {"human": "ana"}]
    moves, line = whole_game()
    assert line.outcome is not None
    winner = None if line.outcome.winner is None else int(line.outcome.winner)
    seat, position, played = 0, line.start, []
    for move in moves:
        played.append(("played", {"seat": seat, "move": move}))
        position = position.play(move)
        seat = int(position.to_move)
    end = {
        "winner": winner,
        "reason": "pits_empty",
        "margin": line.outcome.margin,
        "stores": list(line.outcome.stores),
    }
    resigned = {"winner": 1, "reason": "resignation", "margin": 0, "stores": [0, 0]}
    return [
        *people,
        *_game(TAKEN_BACK, "ana", "kalah(6,4)+pie", "local", here, [
            ("played", {"seat": 0, "move": 1}),
            ("undone", {"seat": 0, "plies": 1}),
            ("played", {"seat": 0, "move": 2}),
            ("played", {"seat": 1, "move": 0}),
        ]),
        *_game(RESIGNED, "ana", "oware", "cpu", cpu, [
            ("played", {"seat": 0, "move": 3}),
            ("played", {"seat": 1, "move": 2}),
            ("ended", resigned),
        ], ended="resignation"),
        *_game(WHOLE, "ana", "kalah(4,3)", "local", here, [*played, ("ended", end)],
               ended="pits_empty"),
        *_game(RUNNING, "ana", "kalah", "cpu", cpu, [
            ("played", {"seat": 0, "move": 3}),
            ("played", {"seat": 0, "move": 1}),
            ("played", {"seat": 1, "move": 1}),
        ], at_ms=BEGAN_MS + DAY_MS),
    ]  # fmt: skip


def _second() -> list[Row]:
    """Friends with clocks, and a link that nobody has followed yet."""
    clock = {
        "control": "5+5",
        "remaining_ms": [300_000, 300_000],
        "quota_ms": [300, 300],
        "at_ms": BEGAN_MS,
        "is_running": False,
    }
    runs = {**clock, "remaining_ms": [305_000, 300_000], "is_running": True}
    friends = [{"human": "ana"}, {"human": "beto"}]
    game = _game(
        FRIENDS, "ana", "kalah(6,3)", "friend", friends, [("played", {"seat": 0, "move": 1})]
    )
    for table, row in game:
        if table == "game":
            row.update(clock="5+5", first_id="ana", second_id="beto")
        elif table == "game_event":
            body = {**json.loads(row["body"]), "clock": runs if row["seq"] > 1 else clock}
            row["body"] = json.dumps(body)
    link = {"creator_id": "ana", "variant": "wari", "clock": None, "created_ms": BEGAN_MS}
    return [
        *game,
        ("invitation", {**link, "token_hash": hash_token(WAITING), "room_id": None}),
        ("invitation", {**link, "token_hash": b"taken", "room_id": f"room-of-{FRIENDS}"}),
    ]


def _third() -> list[Row]:
    """A rating, and what a game has done to it."""
    of = {"player_id": "ana", "game": "kalah", "speed": "blitz", "at_ms": BEGAN_MS}
    change = {"before": 1500.0, "after": 1520.5, "deviation": 190.0, "seat": 0}
    counts = {"wins": 3, "draws": 1, "losses": 0}
    return [
        (
            "rating",
            {**of, "rating": 1520.5, "deviation": 90.0, "volatility": 0.06, **counts},
        ),
        ("rating_change", {**of, **change, "game_id": RESIGNED}),
    ]


def _fourth() -> list[Row]:
    """A review."""
    moves, _ = whole_game()
    ply = {"best": 1, "loss": 0.0, "is_exact": True}
    body = json.dumps([ply] * len(moves))
    return [("game_review", {"game_id": WHOLE, "seq": len(moves) + 2, "body": body})]


def _fifth() -> list[Row]:
    """An account with recovery codes and a former name."""
    hashed = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    return [
        (
            "account",
            {
                "player_id": "ana",
                "name": "Anacleta",
                "skeleton": "anacieta",
                "password_hash": hashed,
                "created_ms": BEGAN_MS,
                "renamed_ms": BEGAN_MS + DAY_MS,
            },
        ),
        ("former_name", {"skeleton": "anita", "player_id": "ana"}),
        ("recovery_code", {"code_hash": b"a code", "player_id": "ana"}),
    ]


def _sixth() -> list[Row]:
    """Statistics of a day."""
    return [("statistics_event", {"day": BEGAN_MS // DAY_MS, "event": "{}", "times": 7})]


_ROWS = {
    "0001": _first,
    "0002": _second,
    "0003": _third,
    "0004": _fourth,
    "0005": _fifth,
    "0006": _sixth,
    "0007": list,  # it only takes a key away
}


def _game(
    game_id: str,
    creator: str,
    variant: str,
    mode: str,
    sitters: list[dict[str, str]],
    events: list[tuple[str, dict[str, Any]]],
    *,
    ended: str | None = None,
    at_ms: int = BEGAN_MS,
) -> list[Row]:
    """The rows of a game in a room of its own; its commands are those of the creator."""
    room = {"id": f"room-of-{game_id}", "creator_id": creator}
    started = {"variant": variant, "mode": mode, "sitters": sitters}
    made: list[Row] = [
        ("room", {**room, "game_id": game_id, "renewed_ms": at_ms}),
        (
            "game",
            {
                "id": game_id,
                "room_id": room["id"],
                "variant": variant,
                "mode": mode,
                "created_ms": at_ms,
                "ended_ms": at_ms if ended else None,
                "reason": ended,
            },
        ),
    ]
    for seq, (kind, body) in enumerate([("started", started), *events], 1):
        is_command = kind in ("played", "undone")
        made.append(
            (
                "game_event",
                {
                    "game_id": game_id,
                    "seq": seq,
                    "at_ms": at_ms,
                    "kind": kind,
                    "body": json.dumps(body),
                    "player_id": creator if is_command else None,
                    "command_id": f"command-{seq:04}" if is_command else None,
                },
            )
        )
    return made
