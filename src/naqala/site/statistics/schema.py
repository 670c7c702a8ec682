"""All that statistics can say: a closed schema of lists, bands and yes-or-no.

Nothing in it can carry free text, a number of its own, a place on the board, an id or a time.
Every field and every value says in Spanish and English what it means: the privacy page
(`privacy.py`) and the client's types (`client/generate.py`) are made from this file.
"""

from typing import Annotated, ClassVar, TypeAlias

import msgspec

from naqala.site.statistics.choices import Band, Choice, Words


class Game(Choice):
    """The games of `rules`."""

    KALAH = "kalah", "kalah", "Kalah"
    WARI = "wari", "wari", "Wari"
    OWARE = "oware", "oware", "Oware"


class Mode(Choice):
    """Against whom."""

    CPU = "cpu", "contra la CPU", "against the CPU"
    LOCAL = "local", "entre dos en un dispositivo", "two on one device"
    FRIEND = "friend", "con un amigo, por enlace", "with a friend, by link"
    CASUAL = "casual", "con un desconocido, amistosa", "with a stranger, casual"
    RATED = "rated", "con un desconocido, con puntuación", "with a stranger, rated"


class Level(Choice):
    """How strong the CPU is."""

    NONE = "none", "ninguno: no es contra la CPU", "none: not against the CPU"
    EASY = "easy", "fácil", "easy"
    MEDIUM = "medium", "medio", "medium"
    HARD = "hard", "difícil", "hard"
    PERFECT = "perfect", "perfecto", "perfect"


class Seeds(Choice):
    """With how many seeds a pit begins, on a board with six pits a side."""

    THREE = "3", "3", "3"
    FOUR = "4", "4", "4"
    FIVE = "5", "5", "5"
    SIX = "6", "6", "6"
    OTHER = "other", "otro tablero", "another board"


class Rest(Choice):
    """Who gets the seeds that are left at the end."""

    OWNER = "owner", "quien las tiene en sus hoyos", "whoever has them in their pits"
    NOBODY = "leave-rest", "nadie", "nobody"
    EMPTIER = "rest-to-emptier", "quien se ha quedado sin semillas", "whoever has run out of seeds"


class Clock(Choice):
    """How much time there is, counting the increment of forty moves."""

    NONE = "none", "sin reloj", "no clock"
    SHORT = "short", "menos de 8 minutos por lado", "under 8 minutes a side"
    LONG = "long", "8 minutos o más por lado", "8 minutes a side or more"


class Result(Choice):
    """How it ended for whoever sends it."""

    WON = "won", "ganada", "won"
    LOST = "lost", "perdida", "lost"
    DRAWN = "drawn", "empate", "draw"
    FIRST_WON = "first_won", "ganó quien empezó", "whoever began won"
    SECOND_WON = "second_won", "ganó quien jugó segundo", "whoever played second won"
    NONE = "none", "sin resultado", "no result"


class Ending(Choice):
    """What ended it."""

    PLAYED_OUT = "played_out", "se jugó hasta el final", "played to the end"
    RESIGNED = "resigned", "alguien se rindió", "somebody resigned"
    TIME = "time", "se acabó el tiempo", "time ran out"
    ABANDONED = "abandoned", "alguien se fue", "somebody left"
    ABORTED = "aborted", "se dejó sin terminar", "left unfinished"


class Moves(Band):
    """How many moves both sides made together."""

    UNDER_10 = "0-9", 0, "menos de 10", "under 10"
    UNDER_20 = "10-19", 10, "de 10 a 19", "10 to 19"
    UNDER_30 = "20-29", 20, "de 20 a 29", "20 to 29"
    UNDER_50 = "30-49", 30, "de 30 a 49", "30 to 49"
    UNDER_100 = "50-99", 50, "de 50 a 99", "50 to 99"
    MORE = "100+", 100, "100 o más", "100 or more"


class Minutes(Band):
    """How long it lasted, in minutes."""

    UNDER_1 = "0", 0, "menos de 1 minuto", "under 1 minute"
    UNDER_3 = "1-2", 1, "de 1 a 3 minutos", "1 to 3 minutes"
    UNDER_5 = "3-4", 3, "de 3 a 5 minutos", "3 to 5 minutes"
    UNDER_10 = "5-9", 5, "de 5 a 10 minutos", "5 to 10 minutes"
    UNDER_20 = "10-19", 10, "de 10 a 20 minutos", "10 to 20 minutes"
    UNDER_40 = "20-39", 20, "de 20 a 40 minutos", "20 to 40 minutes"
    MORE = "40+", 40, "40 minutos o más", "40 minutes or more"
    UNKNOWN = "unknown", None, "no se sabe", "not known"


class People(Choice):
    """The modes in which two people play on two devices."""

    FRIEND = "friend", "con un amigo, por enlace", "with a friend, by link"
    CASUAL = "casual", "con un desconocido, amistosa", "with a stranger, casual"
    RATED = "rated", "con un desconocido, con puntuación", "with a stranger, rated"


class Reconnections(Band):
    """How often the connection was lost and came back."""

    NONE = "0", 0, "ninguna", "none"
    ONE = "1", 1, "1", "1"
    FEW = "2-3", 2, "2 o 3", "2 or 3"
    SEVERAL = "4-9", 4, "de 4 a 9", "4 to 9"
    MANY = "10+", 10, "10 o más", "10 or more"


class Trouble(Choice):
    """Why the board in three dimensions does not stand."""

    UNSUPPORTED = "unsupported", "el navegador no puede dibujarlo", "the browser cannot draw it"
    LOST = "lost", "el navegador dejó de dibujarlo", "the browser stopped drawing it"
    FAILED = "failed", "no se pudo descargar", "it could not be downloaded"


class Quality(Choice):
    """How finely the board is drawn."""

    HIGH = "high", "alta", "high"
    MEDIUM = "medium", "media", "medium"
    LOW = "low", "baja", "low"


class FramesPerSecond(Band):
    """How many pictures a second the board draws while it moves, in the middle."""

    UNDER_15 = "0-14", 0, "menos de 15", "under 15"
    UNDER_25 = "15-24", 15, "de 15 a 24", "15 to 24"
    UNDER_40 = "25-39", 25, "de 25 a 39", "25 to 39"
    UNDER_55 = "40-54", 40, "de 40 a 54", "40 to 54"
    MORE = "55+", 55, "55 o más", "55 or more"


class Kind(Choice):
    """What kind of device it is."""

    MOBILE = "mobile", "móvil o tableta", "phone or tablet"
    OTHER = "other", "ordenador u otro", "computer or other"


class Memory(Band):
    """Working memory in GB, as far as the browser tells it: none tells more than 8."""

    UNDER_2 = "0-1", 0, "menos de 2 GB", "under 2 GB"
    UNDER_4 = "2-3", 2, "de 2 a 4 GB", "2 to 4 GB"
    UNDER_8 = "4-7", 4, "de 4 a 8 GB", "4 to 8 GB"
    MORE = "8+", 8, "8 GB o más", "8 GB or more"
    UNKNOWN = "unknown", None, "el navegador no lo dice", "the browser does not tell"


class Cores(Band):
    """Processor cores."""

    UP_TO_2 = "1-2", 1, "1 o 2", "1 or 2"
    UP_TO_4 = "3-4", 3, "3 o 4", "3 or 4"
    UP_TO_8 = "5-8", 5, "de 5 a 8", "5 to 8"
    MORE = "9+", 9, "9 o más", "9 or more"
    UNKNOWN = "unknown", None, "el navegador no lo dice", "the browser does not tell"


class Browser(Choice):
    """Families of browsers, without their versions."""

    CHROME = "chrome", "Chrome o Chromium", "Chrome or Chromium"
    FIREFOX = "firefox", "Firefox", "Firefox"
    SAFARI = "safari", "Safari", "Safari"
    EDGE = "edge", "Edge", "Edge"
    OPERA = "opera", "Opera", "Opera"
    SAMSUNG = "samsung", "Samsung Internet", "Samsung Internet"
    OTHER = "other", "otro", "another"


class System(Choice):
    """Families of operating systems, without their versions."""

    ANDROID = "android", "Android", "Android"
    IOS = "ios", "iOS o iPadOS", "iOS or iPadOS"
    WINDOWS = "windows", "Windows", "Windows"
    MACOS = "macos", "macOS", "macOS"
    LINUX = "linux", "Linux", "Linux"
    CHROMEOS = "chromeos", "ChromeOS", "ChromeOS"
    OTHER = "other", "otro", "another"


def _means(es: str, en: str) -> msgspec.Meta:
    return msgspec.Meta(description=en, extra={"words": Words(es, en)})


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of an event. What it does not name is refused."""

    words: ClassVar[Words]


class Played(Part, frozen=True):
    """What is played: the game, against whom, and its options."""

    words: ClassVar[Words] = Words("La partida", "The game")

    game: Annotated[Game, _means("El juego", "The game")]
    mode: Annotated[Mode, _means("El modo", "The mode")]
    level: Annotated[Level, _means("El nivel de la CPU", "The CPU's level")]
    seeds: Annotated[Seeds, _means("Semillas por hoyo al empezar", "Seeds in a pit at the start")]
    pie: Annotated[bool, _means("Con la regla de la tarta", "With the pie rule")]
    empty_capture: Annotated[
        bool,
        _means("Se captura también frente a un hoyo vacío", "Captures opposite an empty pit, too"),
    ]
    by_turns: Annotated[
        bool,
        _means(
            "Se sigue hasta que a quien le toca no le quedan semillas",
            "Goes on until whoever is to move has no seeds left",
        ),
    ]
    rest: Annotated[Rest, _means("Quién se queda las últimas semillas", "Who gets the last seeds")]
    clock: Annotated[Clock, _means("El reloj", "The clock")]

    def __post_init__(self) -> None:
        """Refuses games that do not exist."""
        if (self.mode is Mode.CPU) == (self.level is Level.NONE):
            raise ValueError("`level` is given in the mode `cpu` and `none` in all others")
        plain = (Seeds.FOUR, False, False, False, Rest.OWNER)
        options = (self.seeds, self.pie, self.empty_capture, self.by_turns, self.rest)
        if self.game is not Game.KALAH and options != plain:
            raise ValueError("only `kalah` has options")


class Device(Part, frozen=True):
    """On what kind of device, so coarsely that very many are alike."""

    words: ClassVar[Words] = Words("El dispositivo", "The device")

    kind: Annotated[Kind, _means("Móvil o no", "Mobile or not")]
    memory: Annotated[Memory, _means("Memoria", "Memory")]
    cores: Annotated[Cores, _means("Núcleos del procesador", "Processor cores")]
    browser: Annotated[Browser, _means("Familia de navegador", "Family of browser")]
    system: Annotated[System, _means("Familia de sistema", "Family of system")]


class Happening(Part, frozen=True):
    """What an event is, and when it is sent."""

    when: ClassVar[Words]


class GameBegan(Happening, frozen=True, tag="game_began"):
    """The first move of a game was made."""

    words: ClassVar[Words] = Words("Empieza una partida", "A game begins")
    when: ClassVar[Words] = Words("Con la primera jugada.", "With its first move.")

    played: Played
    device: Device


class GameEnded(Happening, frozen=True, tag="game_ended"):
    """A game is over, or was left for another one."""

    words: ClassVar[Words] = Words("Termina una partida", "A game ends")
    when: ClassVar[Words] = Words(
        "Cuando hay un resultado, o cuando la dejas para empezar otra.",
        "When there is a result, or when you leave it to begin another one.",
    )

    played: Played
    result: Annotated[Result, _means("El resultado, para ti", "The result, for you")]
    ending: Annotated[Ending, _means("Cómo terminó", "How it ended")]
    moves: Annotated[Moves, _means("Jugadas, entre los dos lados", "Moves of both sides together")]
    minutes: Annotated[Minutes, _means("Duración", "Duration")]
    device: Device

    def __post_init__(self) -> None:
        """Refuses ends that do not exist."""
        if (self.ending is Ending.ABORTED) != (self.result is Result.NONE):
            raise ValueError("`result` is `none` when `ending` is `aborted`, and only then")
        by_seat = self.result in (Result.FIRST_WON, Result.SECOND_WON)
        by_person = self.result in (Result.WON, Result.LOST)
        if by_seat and self.played.mode is not Mode.LOCAL:
            raise ValueError("`result` is `won` or `lost` for one person")
        if by_person and self.played.mode is Mode.LOCAL:
            raise ValueError("`result` is `first_won` or `second_won` for two on one device")


class Connected(Happening, frozen=True, tag="connection"):
    """How the connection of a game between two people fared while the page was open."""

    words: ClassVar[Words] = Words(
        "La conexión con otra persona", "The connection to somebody else"
    )
    when: ClassVar[Words] = Words(
        "Al terminar una partida entre dos personas, o al irte de ella.",
        "When a game between two people ends, or when you leave it.",
    )

    mode: Annotated[People, _means("El modo", "The mode")]
    came_about: Annotated[bool, _means("Si la conexión se estableció", "Whether it connected")]
    reconnections: Annotated[
        Reconnections,
        _means("Cuántas veces se perdió y volvió", "How often it was lost and came back"),
    ]
    device: Device

    def __post_init__(self) -> None:
        """Refuses reconnections without a connection."""
        if not self.came_about and self.reconnections is not Reconnections.NONE:
            raise ValueError("there are no reconnections without a connection")


class Board3dFailed(Happening, frozen=True, tag="board3d_failed"):
    """The board in three dimensions does not stand."""

    words: ClassVar[Words] = Words("Falla el tablero 3D", "The 3D board fails")
    when: ClassVar[Words] = Words(
        "Cuando no se puede mostrar, una vez por visita como mucho.",
        "When it cannot be shown, at most once in a visit.",
    )

    trouble: Annotated[Trouble, _means("Qué pasó", "What happened")]
    device: Device


class Board3dDrawn(Happening, frozen=True, tag="board3d_speed"):
    """How fast the board in three dimensions is drawn."""

    words: ClassVar[Words] = Words("La velocidad del tablero 3D", "The speed of the 3D board")
    when: ClassVar[Words] = Words(
        "Tras los primeros movimientos del tablero, una vez por visita y calidad.",
        "After the board's first motions, once for each quality in a visit.",
    )

    quality: Annotated[Quality, _means("La calidad del dibujo", "How finely it is drawn")]
    speed: Annotated[FramesPerSecond, _means("Imágenes por segundo", "Frames per second")]
    device: Device


EVENTS: tuple[type[Happening], ...] = (GameBegan, GameEnded, Connected, Board3dFailed, Board3dDrawn)

Event: TypeAlias = GameBegan | GameEnded | Connected | Board3dFailed | Board3dDrawn
"""What `POST /api/statistics` takes."""

MOST_BYTES = 2048
"""Largest body; the longest event has not a third of it."""
