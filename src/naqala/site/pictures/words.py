"""What a picture shows, in words: for those who do not see it, and below it for everybody."""

from dataclasses import dataclass

from naqala.rules import NORTH, SOUTH, SWAP, Line, Move, Position, Sowing
from naqala.site.languages import Language


@dataclass(frozen=True, slots=True)
class _Words:
    sides: tuple[str, str]
    row: str
    to_move: str
    forced: str
    swap_offered: str
    over: str
    draw: str
    unscored: tuple[str, str]
    sows: str
    seeds: tuple[str, str]
    in_store: str
    extra: str
    captures: str
    sweeps: str
    swaps: str
    board: str
    before: str
    after: str


_WORDS: dict[Language, _Words] = {
    "es": _Words(
        sides=("Sur", "Norte"),
        row="{side}, hoyos del 1 al {last}: {pits}; almacén: {store}.",
        to_move="Le toca a {side}.",
        forced="Tiene que sembrar el hoyo {pit}.",
        swap_offered="Puede quedarse con el otro lado.",
        over="Fin de la partida: gana {side}, {more} a {less}.",
        draw="Fin de la partida: empate a {more}.",
        unscored=("{n} semilla queda sin puntuar.", "{n} semillas quedan sin puntuar."),
        sows="{side} siembra el hoyo {pit}",
        seeds=("{n} semilla", "{n} semillas"),
        in_store="acaba en su almacén",
        extra="turno extra",
        captures="captura {n}",
        sweeps="se barren las {n} que quedan",
        swaps="{side} cambia de lado: se queda con los hoyos de su rival.",
        board="Tablero",
        before="Antes",
        after="Después",
    ),
    "en": _Words(
        sides=("South", "North"),
        row="{side}, pits 1 to {last}: {pits}; store: {store}.",
        to_move="{side} to move.",
        forced="Pit {pit} must be sown.",
        swap_offered="The sides may be swapped.",
        over="The game is over: {side} wins {more} to {less}.",
        draw="The game is over: a draw, {more} all.",
        unscored=("{n} seed stays unscored.", "{n} seeds stay unscored."),
        sows="{side} sows pit {pit}",
        seeds=("{n} seed", "{n} seeds"),
        in_store="ends in the store",
        extra="extra turn",
        captures="captures {n}",
        sweeps="the {n} left are swept",
        swaps="{side} swaps: the rival's pits are now {side}'s.",
        board="Board",
        before="Before",
        after="After",
    ),
}


def title_of(language: Language, *, is_after: bool) -> str:
    """The name of a picture: before a move, or after it."""
    words = _WORDS[language]
    return f"{words.board}. {words.after if is_after else words.before}."


def board_title(language: Language) -> str:
    """The name of a picture of a board on which nothing moves."""
    return _WORDS[language].board


def before(language: Language) -> str:
    """What stands below the picture of a position that is about to change."""
    return _WORDS[language].before


def describe(position: Position, language: Language) -> str:
    """All that a board shows, row by row, then whose turn it is or who has won."""
    words = _WORDS[language]
    parts = [
        words.row.format(
            side=words.sides[side],
            last=position.variant.pits,
            pits=", ".join(map(str, position.pits(side))),
            store=position.store(side),
        )
        for side in (SOUTH, NORTH)
    ]
    return " ".join([*parts, *_standing(position, language)])


def _standing(position: Position, language: Language) -> list[str]:
    words = _WORDS[language]
    parts = []
    if position.unscored:
        text = words.unscored[position.unscored != 1]
        parts.append(text.format(n=position.unscored))
    outcome = position.outcome()
    if outcome is not None:
        more, less = max(outcome.stores), min(outcome.stores)
        if outcome.winner is None:
            parts.append(words.draw.format(more=more))
        else:
            parts.append(words.over.format(side=words.sides[outcome.winner], more=more, less=less))
        return parts
    parts.append(words.to_move.format(side=words.sides[position.to_move]))
    if position.forced_pit is not None:
        parts.append(words.forced.format(pit=position.forced_pit))
    if position.is_swap_offered:
        parts.append(words.swap_offered)
    return parts


def tell(line: Line, move: Move, language: Language) -> str:
    """What a move does from where a line stands, in a sentence or two."""
    words = _WORDS[language]
    side = words.sides[line.position.to_move]
    if move == SWAP:
        return words.swaps.format(side=side)
    sowing = line.sow(move)
    count = len(sowing.visited)
    seeds = words.seeds[count != 1].format(n=count)
    told = f"{words.sows.format(side=side, pit=move)} ({seeds})"
    effects = _effects(sowing, line.position, words)
    sentence = f"{told}: {', '.join(effects)}." if effects else f"{told}."
    return " ".join([sentence, *_standing(sowing.after, language)])


def _effects(sowing: Sowing, before: Position, words: _Words) -> list[str]:
    effects = []
    if sowing.visited[-1] == before.store_place(before.to_move):
        effects.append(words.in_store)
    if sowing.captures:
        effects.append(words.captures.format(n=sowing.captured))
    if sowing.extra_turn and not sowing.after.is_over:
        effects.append(words.extra)
    swept = sum(transfer.seeds for transfer in sowing.sweep)
    if swept > 1:
        effects.append(words.sweeps.format(n=swept))
    return effects
