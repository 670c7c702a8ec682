"""What the pages about players say, in both languages."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from naqala.play import Speed
from naqala.rules import Game
from naqala.site.languages import Language
from naqala.site.storage.player_games import Result

PLAYERS: Final[dict[Language, str]] = {"es": "/es/jugadores", "en": "/en/players"}
PLAYER: Final[dict[Language, str]] = {"es": "/es/jugador/", "en": "/en/player/"}
"""Where an account's page is, before its name."""

GAMES: Final = {Game.KALAH: "Kalah", Game.WARI: "Wari", Game.OWARE: "Oware"}


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """The words of the leader board and of a player's page."""

    title: str
    description: str
    intro: str
    speeds: dict[Speed, str]
    nobody: str
    rank: str
    name: str
    rating: str
    games: str
    provisional: str
    explain: str
    player_title: str
    player_description: str
    since: str
    no_ratings: str
    wins: tuple[str, str]
    draws: tuple[str, str]
    losses: tuple[str, str]
    curve: str
    best: str
    recent: str
    recent_note: str
    no_games: str
    date: str
    game: str
    rival: str
    result: str
    results: dict[Result, str]
    deleted: str
    watch: str
    all_players: str
    months: tuple[str, ...]
    day: str
    month: str
    casual: str
    friend: str
    is_you: str
    account: str


PLAYER_WORDS: Final[dict[Language, PlayerWords]] = {
    "es": PlayerWords(
        title="Jugadores",
        description="Las mejores puntuaciones de kalah, wari y oware en Naqala, por juego y reloj.",
        intro="Las mejores puntuaciones de cada juego y cada reloj. Aquí está quien tiene "
        "una cuenta y ha jugado lo suficiente para que su puntuación se conozca bien.",
        speeds={Speed.BLITZ: "Relámpago, 3+2", Speed.RAPID: "Rápidas, 5+5"},
        nobody="Todavía no hay nadie: este sitio te espera.",
        rank="Puesto",
        name="Nombre",
        rating="Puntuación",
        games="Partidas",
        provisional="provisional",
        explain="Quien empieza tiene 1500 puntos. El número tras ± dice cuánto puede desviarse la "
        "puntuación de la fuerza real: baja al jugar y sube con el tiempo sin hacerlo. Con «?» es "
        "provisional. El sistema es Glicko-2.",
        player_title="{name}, jugador de mancala",
        player_description="Puntuaciones y partidas recientes de {name} en Naqala.",
        since="En Naqala desde {month}",
        no_ratings="Aún no ha jugado partidas con puntuación.",
        wins=("ganada", "ganadas"),
        draws=("empatada", "empatadas"),
        losses=("perdida", "perdidas"),
        curve="Puntuación en las últimas {n} partidas: de {first} a {last}, la más alta {most}, "
        "la más baja {least}.",
        best="Máxima",
        recent="Partidas recientes",
        recent_note="Cada una se puede ver jugada a jugada.",
        no_games="Ninguna todavía.",
        date="Fecha",
        game="Juego",
        rival="Rival",
        result="Resultado",
        results={
            Result.WON: "Ganada",
            Result.LOST: "Perdida",
            Result.DRAWN: "Empate",
            Result.ABORTED: "Sin resultado",
            Result.RUNNING: "En juego",
        },
        deleted="Jugador eliminado",
        watch="Ver la partida",
        all_players="Todos los jugadores",
        months=(
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ),
        day="{day} {month} {year}",
        month="{month} de {year}",
        casual="amistosa",
        friend="con enlace",
        is_you="Esta es tu página, como la ven los demás; las partidas con enlace solo las ves tú.",
        account="Tu cuenta",
    ),
    "en": PlayerWords(
        title="Players",
        description="The best ratings at Kalah, wari and oware on Naqala, by game and clock.",
        intro="The best ratings for each game and each clock. Here is who has an account and has "
        "played enough for the rating to be well known.",
        speeds={Speed.BLITZ: "Blitz, 3+2", Speed.RAPID: "Rapid, 5+5"},
        nobody="Nobody yet: this place is waiting for you.",
        rank="Rank",
        name="Name",
        rating="Rating",
        games="Games",
        provisional="provisional",
        explain="Beginners have 1500 points. The number after ± tells how far the rating may be "
        "from the real strength: it falls by playing and grows with time without games. With “?” "
        "it is provisional. The system is Glicko-2.",
        player_title="{name}, mancala player",
        player_description="Ratings and recent games of {name} on Naqala.",
        since="On Naqala since {month}",
        no_ratings="No rated games yet.",
        wins=("won", "won"),
        draws=("drawn", "drawn"),
        losses=("lost", "lost"),
        curve="Rating over the last {n} games: from {first} to {last}, at most {most}, "
        "at least {least}.",
        best="Highest",
        recent="Recent games",
        recent_note="Each can be watched move by move.",
        no_games="None yet.",
        date="Date",
        game="Game",
        rival="Opponent",
        result="Result",
        results={
            Result.WON: "Won",
            Result.LOST: "Lost",
            Result.DRAWN: "Draw",
            Result.ABORTED: "No result",
            Result.RUNNING: "Being played",
        },
        deleted="Deleted player",
        watch="Watch the game",
        all_players="All players",
        months=(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ),
        day="{day} {month} {year}",
        month="{month} {year}",
        casual="casual",
        friend="by link",
        is_you="This is your page, as others see it; only you see games by link here.",
        account="Your account",
    ),
}


def tell_day(at_ms: int, words: PlayerWords) -> str:
    """A day in short words, such as `3 nov 2026`; of Greenwich, for the server knows no other."""
    date = datetime.fromtimestamp(at_ms / 1000, UTC)
    return words.day.format(day=date.day, month=words.months[date.month - 1][:3], year=date.year)


def tell_month(at_ms: int, words: PlayerWords) -> str:
    """A month in words."""
    date = datetime.fromtimestamp(at_ms / 1000, UTC)
    return words.month.format(month=words.months[date.month - 1], year=date.year)
