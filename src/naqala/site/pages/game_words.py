"""A game in a few words: for the title and the card of a link to it."""

from dataclasses import dataclass

from naqala.play import Cpu, GameState, Mode
from naqala.rules import NORTH, SOUTH, Game, Reason, Side, Variant
from naqala.site.languages import Language
from naqala.site.names import Names
from naqala.site.protocol import RoomView


@dataclass(frozen=True, slots=True)
class _Words:
    person: str
    deleted: str
    cpu: str
    levels: dict[str, str]
    sides: tuple[str, str]
    title: str
    to_move: str
    won: str
    won_by: dict[Reason, str]
    draw: str
    none: str
    invitation: str
    invited: str
    clock: str
    joining: str
    options: str


_WORDS: dict[Language, _Words] = {
    "es": _Words(
        person="Persona",
        deleted="Jugador eliminado",
        cpu="CPU",
        levels={"easy": "fácil", "medium": "medio", "hard": "difícil", "perfect": "perfecto"},
        sides=("Sur", "Norte"),
        title="{game}: {south} {south_seeds}, {north} {north_seeds}",
        to_move="Turno: {side}",
        won="Ha ganado: {side}, {more} a {less}",
        won_by={
            Reason.RESIGNATION: "Ha ganado por rendición: {side}",
            Reason.TIME: "Ha ganado por tiempo: {side}",
            Reason.ABANDONMENT: "Ha ganado por abandono: {side}",
        },
        draw="Empate a {more}",
        none="Partida sin resultado",
        invitation="Mira la partida en Naqala, donde se juega al mancala gratis y sin registrarse.",
        invited="{name} te invita a una partida de {game}",
        clock="Con reloj {clock}.",
        joining="Abre el enlace y únete: es gratis y sin registrarse.",
        options="con variantes",
    ),
    "en": _Words(
        person="Person",
        deleted="Deleted player",
        cpu="CPU",
        levels={"easy": "easy", "medium": "medium", "hard": "hard", "perfect": "perfect"},
        sides=("South", "North"),
        title="{game}: {south} {south_seeds}, {north} {north_seeds}",
        to_move="To move: {side}",
        won="Winner: {side}, {more} to {less}",
        won_by={
            Reason.RESIGNATION: "Winner by resignation: {side}",
            Reason.TIME: "Winner on time: {side}",
            Reason.ABANDONMENT: "Winner by abandonment: {side}",
        },
        draw="A draw, {more} all",
        none="A game without a result",
        invitation="Watch the game on Naqala, the place to play mancala, free and without sign-up.",
        invited="{name} invites you to a game of {game}",
        clock="With a clock, {clock}.",
        joining="Open the link and join: free and without sign-up.",
        options="with options",
    ),
}


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game told: its title, the names of the sides (South's first), how it stands."""

    title: str
    game: str
    names: tuple[str, str]
    standing: str
    description: str


def tell_game(state: GameState, language: Language, names_of: Names) -> GameWords:
    """Tells where a game stands."""
    words = _WORDS[language]
    position = state.position
    names = (_name(state, SOUTH, words, names_of), _name(state, NORTH, words, names_of))
    game = _game(position.variant, words)
    title = words.title.format(
        game=game,
        south=names[SOUTH],
        south_seeds=position.store(SOUTH),
        north=names[NORTH],
        north_seeds=position.store(NORTH),
    )
    standing = _standing(state, names, words)
    return GameWords(title, game, names, standing, f"{standing}. {words.invitation}")


@dataclass(frozen=True, slots=True)
class InvitationWords:
    """An invitation told."""

    title: str
    description: str


def tell_invitation(room: RoomView, language: Language) -> InvitationWords:
    """Tells who invites to what."""
    words = _WORDS[language]
    game = _game(Variant.parse(room.variant), words)
    clock = "" if room.clock is None else f"{words.clock.format(clock=room.clock)} "
    return InvitationWords(
        words.invited.format(name=room.inviter, game=game),
        f"{clock}{words.joining}",
    )


def _name(state: GameState, side: Side, words: _Words, names_of: Names) -> str:
    sitter = state.sitters[state.seat_of(side)]
    if isinstance(sitter, Cpu):
        return f"{words.cpu} ({words.levels.get(sitter.level, sitter.level)})"
    if state.mode is Mode.LOCAL:
        return words.sides[side]
    if state.mode is Mode.CPU:
        return words.person
    return names_of(sitter.player_id) or words.deleted


def _game(variant: Variant, words: _Words) -> str:
    if variant.game is not Game.KALAH:
        name: str = variant.game.value
        return name.capitalize()
    name = f"Kalah ({variant.pits},{variant.seeds})"
    is_plain = variant == Variant(pits=variant.pits, seeds=variant.seeds)
    return name if is_plain else f"{name} {words.options}"


def _standing(state: GameState, names: tuple[str, str], words: _Words) -> str:
    outcome = state.outcome
    if outcome is None:
        return words.to_move.format(side=names[state.position.to_move])
    if outcome.reason is Reason.ABORTED:
        return words.none
    more, less = max(outcome.stores), min(outcome.stores)
    if outcome.winner is None:
        return words.draw.format(more=more)
    text = words.won_by.get(outcome.reason, words.won)
    return text.format(side=names[outcome.winner], more=more, less=less)
