"""Worked examples: a position and moves, written in a fenced block of a page.

    game: kalah
    start: 4,4,4,4,4,4/4,4,4,4,4,4 0,0 S
    moves: 3 6
    after: 4,4,0,5,5,0/5,5,5,5,4,4 2,0 N
    legal: 1 2 3 4 5 6
    caption: Two moves in one turn.

Without `game` it is kalah, without `start` the game's first position. `after` is where the moves
lead, `legal` what may then be played.
`after` belongs to every block with `moves`, `legal` to those that show what is allowed. Both are
checked against the rules whenever the page is made.
"""

from dataclasses import dataclass

from naqala.rules import (
    InvalidPosition,
    InvalidVariant,
    Line,
    Position,
    Variant,
    format_move,
    parse_move,
    parse_position,
)
from naqala.site.languages import Language
from naqala.site.pictures import words
from naqala.site.pictures.board_svg import board_svg
from naqala.site.pictures.marks import NO_MARKS, Marks

_KEYS = ("game", "start", "moves", "after", "legal", "caption")


class InvalidExample(ValueError):
    """An example that says what the rules do not; the message tells what they say."""


@dataclass(frozen=True, slots=True)
class Example:
    """A line of play to show. `lines` are the start and the line after each move."""

    lines: tuple[Line, ...]
    caption: str

    @classmethod
    def parse(cls, text: str) -> "Example":
        """Reads an example and plays it.

        Raises:
            InvalidExample: if it cannot be read, or leads elsewhere than it says.

        """
        fields = _fields(text)
        try:
            variant = Variant.parse(fields.get("game", "kalah"))
            start = (
                parse_position(fields["start"], variant)
                if "start" in fields
                else Position.start(variant)
            )
            lines = [Line.begin(start)]
            for word in fields.get("moves", "").split():
                lines.append(lines[-1].play(parse_move(word)))
        except (InvalidVariant, InvalidPosition, ValueError) as error:
            raise InvalidExample(str(error)) from error
        end = lines[-1].position
        if fields.get("start", str(start)) != str(start):
            raise InvalidExample(f"the position becomes {start}, for {fields['start']} cannot be")
        if ("moves" in fields) is not ("after" in fields):
            raise InvalidExample(f"moves and after belong together; the board is then {end}")
        if fields.get("after", str(end)) != str(end):
            raise InvalidExample(f"the moves lead to {end}, not to {fields['after']}")
        legal = " ".join(map(format_move, end.legal_moves()))
        if fields.get("legal", legal) != legal:
            raise InvalidExample(f"legal are {legal or 'no moves'}, not {fields['legal']}")
        return cls(tuple(lines), fields.get("caption", ""))

    def pictures(self, language: Language, identity: str) -> list[tuple[str, str]]:
        """The boards as SVG, each with the sentence below it."""
        first = self.lines[0]
        if len(self.lines) == 1:
            return [
                (self._draw(first, NO_MARKS, words.board_title(language), language, identity), "")
            ]
        moved = self.lines[1].last
        drawn = self._draw(
            first,
            NO_MARKS if moved is None else Marks.before(moved),
            words.title_of(language, is_after=False),
            language,
            f"{identity}-0",
        )
        pictures = [(drawn, words.before(language))]
        for number, (line, after) in enumerate(zip(self.lines, self.lines[1:], strict=False), 1):
            marks = NO_MARKS if after.last is None else Marks.after(after.last)
            title = words.title_of(language, is_after=True)
            drawn = self._draw(after, marks, title, language, f"{identity}-{number}")
            pictures.append((drawn, words.tell(line, after.moves[-1], language)))
        return pictures

    @staticmethod
    def _draw(line: Line, marks: Marks, title: str, language: Language, identity: str) -> str:
        description = words.describe(line.position, language)
        return board_svg(
            line.position, marks, identity=identity, title=title, description=description
        )


def _fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for row in text.strip().splitlines():
        key, separator, value = row.partition(":")
        if not separator or key not in _KEYS or key in fields:
            raise InvalidExample(f"{row[:80]!r} is not one of {', '.join(_KEYS)}, each once")
        fields[key] = value.strip()
    return fields
