"""Text for positions, moves and games. `parse_*` and `format_*` round-trip.

A position reads `4,4,4,4,4,4/4,4,4,4,4,4 0,0 S`: South's pits left to right as South sees them,
North's left to right as North sees them, the stores South,North, the side to move; then, where
they apply, ` !N4` (the forced pit of wari), ` ?swap` (the swap is on offer) or ` +swap` (it will
be, when the first turn passes) and ` x5` (seeds left unscored). Moves are pit numbers counted from
the mover's left, and `swap`. A game is tagged text in the manner of PGN.
"""

import re
from dataclasses import dataclass, field

from naqala.rules.line import Line
from naqala.rules.outcome import Outcome
from naqala.rules.position import SWAP, InvalidPosition, Move, Position
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.swap import Swap
from naqala.rules.variant import InvalidVariant, Variant

_NUMBERS = r"[0-9]{1,3}(?:,[0-9]{1,3})*"
_POSITION = re.compile(
    rf"(?P<south>{_NUMBERS})/(?P<north>{_NUMBERS}) "
    r"(?P<stores>[0-9]{1,3},[0-9]{1,3}) (?P<side>[SN])"
    r"(?: !(?P<forced>[SN][0-9]))?(?: (?P<swap>[?+]swap))?(?: x(?P<unscored>[0-9]{1,3}))?"
)
_SWAP_MARKS = {Swap.NONE: "", Swap.LATER: " +swap", Swap.OFFERED: " ?swap"}
_TAG = re.compile(r'\[(?P<name>[A-Z][A-Za-z]{0,30}) "(?P<value>[^"\\\r\n]*)"\]')
_RESULTS = {SOUTH: "1-0", NORTH: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
_RESULT_WORDS = (UNFINISHED, *_RESULTS.values())
_OWN_TAGS = ("Variant", "Position", "Result")


class InvalidGame(ValueError):
    """A game record that cannot be read; the message names the line or the move."""


def format_position(position: Position) -> str:
    """Writes a position as one line of text."""
    rows = "/".join(",".join(map(str, position.pits(side))) for side in (SOUTH, NORTH))
    text = f"{rows} {position.store(SOUTH)},{position.store(NORTH)} {position.to_move.letter}"
    if position.forced_pit is not None:
        text += f" !{position.to_move.letter}{position.forced_pit}"
    text += _SWAP_MARKS[position.swap]
    return text + f" x{position.unscored}" if position.unscored else text


def parse_position(text: str, variant: Variant) -> Position:
    """Reads a position; an impossible one is made possible as `Position.set_up` says.

    Raises:
        InvalidPosition: with what is wrong and what would be right.

    """
    match = _POSITION.fullmatch(text)
    if match is None:
        example = format_position(Position.start(variant))
        raise InvalidPosition(f"malformed position {text[:80]!r}: write it like {example!r}")
    to_move = SOUTH if match["side"] == "S" else NORTH
    forced = match["forced"]
    if forced and forced[0] != to_move.letter:
        raise InvalidPosition(f"{forced} is forced but {to_move.letter} is to move")
    south_store, north_store = _numbers(match["stores"])
    return Position.set_up(
        variant,
        (_numbers(match["south"]), _numbers(match["north"])),
        (south_store, north_store),
        to_move,
        forced_pit=int(forced[1:]) if forced else None,
        swap={None: Swap.NONE, "+swap": Swap.LATER, "?swap": Swap.OFFERED}[match["swap"]],
        unscored=int(match["unscored"] or 0),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def format_move(move: Move) -> str:
    """Writes a move: a pit number or `swap`."""
    return "swap" if move == SWAP else str(move)


def parse_move(text: str) -> Move:
    """Reads a move; whether it is legal is the position's to say.

    Raises:
        ValueError: if it is neither a pit number nor `swap`.

    """
    if text == "swap":
        return SWAP
    if not re.fullmatch(r"[1-9]", text):
        raise ValueError(f"not a move: {text[:20]!r}; write a pit number such as 3, or swap")
    return int(text)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as text: its line, what else is known of it (tags), and its result.

    `result` is kept apart from the line: a resignation, say, is not to be seen on the board.
    """

    line: Line
    tags: dict[str, str] = field(default_factory=dict)
    result: str = UNFINISHED

    def __post_init__(self) -> None:
        for name, value in self.tags.items():
            if name in _OWN_TAGS:
                raise InvalidGame(f"the tag {name} is written from the line, not from the tags")
            if not _TAG.fullmatch(f'[{name} "{value}"]'):
                raise InvalidGame(f"not a tag: {name[:40]!r} with {value[:40]!r}")
        decided = result_of(self.line.outcome)
        if self.result not in _RESULT_WORDS or (
            UNFINISHED not in (decided, self.result) and decided != self.result
        ):
            raise InvalidGame(f"the result is {decided}, not {self.result[:20]!r}")


def result_of(outcome: Outcome | None) -> str:
    """`1-0` when South won, `0-1` when North won, `1/2-1/2`, or `*` while it is not decided."""
    return UNFINISHED if outcome is None else _RESULTS[outcome.winner]


def format_game(record: GameRecord) -> str:
    """Writes a game: tags, then the moves turn by turn, each turn with its side.

    A turn's moves stand together: `S 3 6 N 2 S 1 *`.
    """
    line = record.line
    tags = {"Variant": str(line.start.variant), **record.tags}
    if line.start != Position.start(line.start.variant):
        tags["Position"] = format_position(line.start)
    tags["Result"] = record.result
    words = []
    side: Side | None = None
    position = line.start
    for move in line.moves:
        if position.to_move is not side:
            side = position.to_move
            words.append(side.letter)
        words.append(format_move(move))
        position = position.play(move)
    words.append(record.result)
    return (
        "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{' '.join(words)}\n"
    )


def parse_game(text: str) -> GameRecord:
    """Reads a game.

    Raises:
        InvalidGame: with the line or the move that cannot be.

    """
    tags: dict[str, str] = {}
    words: list[str] = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.startswith("["):
            words += row.split()
        elif match := _TAG.fullmatch(row.strip()):
            tags[match["name"]] = match["value"]
        else:
            raise InvalidGame(f'line {number}: not a tag: {row[:80]!r}; write [Name "value"]')
    try:
        variant = Variant.parse(tags.pop("Variant", "kalah"))
        start_text = tags.pop("Position", None)
        start = parse_position(start_text, variant) if start_text else Position.start(variant)
    except (InvalidVariant, InvalidPosition) as error:
        raise InvalidGame(str(error)) from error
    line = Line.begin(start)
    result = tags.pop("Result", UNFINISHED)
    if words and words[-1] in _RESULT_WORDS:
        result = words.pop()
    for word in words:
        if word in ("S", "N"):
            if line.position.to_move.letter != word:
                raise InvalidGame(
                    f"after {len(line.moves)} moves {line.position.to_move.letter} is to move, "
                    f"not {word}"
                )
        else:
            try:
                line = line.play(parse_move(word))
            except ValueError as error:
                raise InvalidGame(f"move {len(line.moves) + 1}: {error}") from error
    return GameRecord(line, tags, result)
