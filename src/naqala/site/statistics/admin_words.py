"""What the operator's page says, in both languages."""

from dataclasses import dataclass
from typing import Final

from naqala.site.languages import Language


@dataclass(frozen=True, slots=True)
class AdminWords:
    """The words of the page; those of values are in the schema."""

    title: str
    for_operator: str
    intro: str
    off: str
    empty_title: str
    empty: str
    unread: str
    period: str
    periods: dict[int, str]
    sheet: str
    language: str
    skip: str
    numbers: str
    day: str
    summary: str
    games_begun: str
    games_played_out: str
    begun: str
    ended: str
    played_out: str
    share: str
    share_short: str
    games_note: str
    games_plot: str
    games_plot_told: str
    share_plot: str
    share_plot_told: str
    opponents: str
    opponent: str
    variants: str
    variant: str
    more: str
    seeds: str
    other_board: str
    pie: str
    empty_capture: str
    by_turns: str
    rest: str
    how: str
    result: str
    ending: str
    minutes: str
    moves: str
    clock: str
    reach: str
    reach_note: str
    connection: str
    connections: str
    connections_plot_told: str
    failed: str
    reconnected: str
    reconnections: str
    board: str
    board3d: str
    board3d_plot_told: str
    measured_or_failed: str
    drawn: str
    not_drawn: str
    trouble: str
    speed: str
    quality: str
    devices: str
    devices_note: str
    device: str
    kind: str
    memory: str
    cores: str
    browser: str
    system: str
    by_device: str
    note: str
    none: str


ADMIN_WORDS: Final[dict[Language, AdminWords]] = {
    "es": AdminWords(
        title="Estadísticas",
        for_operator="Para quien lleva el sitio",
        intro="Del {first} al {last}. Solo se cuentan las páginas que lo permiten, así que las "
        "cifras reales son mayores.",
        off="Las estadísticas están desactivadas (NAQALA_STATISTICS=off): no se cuenta nada nuevo, "
        "y lo que queda se borra a los 30 días.",
        empty_title="Aún no hay nada que contar",
        empty="En cuanto alguien juegue con las estadísticas activadas, sus partidas aparecerán "
        "aquí. Se apuntan cada pocos segundos.",
        unread="Hay {n} entradas de otra versión del programa que no se muestran.",
        period="Periodo",
        periods={7: "7 días", 30: "30 días"},
        sheet="Descargar como CSV",
        language="Idioma",
        skip="Ir al contenido",
        numbers="Ver los números",
        day="Día",
        summary="Resumen",
        games_begun="Partidas empezadas",
        games_played_out="Partidas acabadas",
        begun="Empezadas",
        ended="Cerradas",
        played_out="Acabadas",
        share="Porcentaje que se acaba",
        share_short="% acabadas",
        games_note="Acabadas: las que se jugaron hasta el final. Cerradas: las que "
        "ya no siguen, acabadas o no (abandonos, rendiciones, tiempo agotado). El porcentaje es el "
        "de las empezadas que se acaban.",
        games_plot="Partidas por día",
        games_plot_told="Partidas empezadas y acabadas en {days} días: {begun} y "
        "{played_out} en total, {most} empezadas el día que más.",
        share_plot="Porcentaje que se acaba, por día",
        share_plot_told="Porcentaje de las partidas empezadas cada día que se acaba: {share} en "
        "total.",
        opponents="Por modo y nivel",
        opponent="Modo",
        variants="Por juego y variante",
        variant="Variante",
        more="y {n} más",
        seeds="{n} semillas",
        other_board="otro tablero",
        pie="tarta",
        empty_capture="captura en vacío",
        by_turns="final por turnos",
        rest="restos: {rest}",
        how="Cómo acaban",
        result="Resultado",
        ending="Final",
        minutes="Duración",
        moves="Jugadas",
        clock="Reloj",
        reach="Conexión y tablero 3D",
        reach_note="Una conexión cuenta cada vez que alguien abre una partida entre personas; el "
        "tablero 3D, cada vez que se mide su velocidad (una por visita y calidad) o que falla.",
        connection="Conexiones",
        connections="Conexiones por día",
        connections_plot_told="Conexiones de partidas entre personas: {whole}, de las que "
        "fallaron {part}.",
        failed="No se establecieron",
        reconnected="Con reconexiones",
        reconnections="Reconexiones",
        board="Tablero 3D",
        board3d="Tablero 3D por día",
        board3d_plot_told="Mediciones del tablero 3D: {drawn}. Fallos: {not_drawn}.",
        measured_or_failed="Mediciones y fallos",
        drawn="Mediciones",
        not_drawn="Fallos",
        trouble="Por qué falló",
        speed="Imágenes por segundo",
        quality="Calidad",
        devices="Aparatos",
        devices_note="De quienes empiezan una partida.",
        device="Aparato",
        kind="Tipo",
        memory="Memoria",
        cores="Núcleos",
        browser="Navegador",
        system="Sistema",
        by_device="Dónde falla",
        note="Una partida entre dos personas en dos aparatos cuenta una vez por cada uno. Los días "
        "son los de Greenwich (UTC).",
        none="Nada en estos días.",
    ),
    "en": AdminWords(
        title="Statistics",
        for_operator="For the operator",
        intro="From {first} to {last}. Only pages that allow it are counted, so the real figures "
        "are higher.",
        off="Statistics are switched off (NAQALA_STATISTICS=off): nothing new is counted, and what "
        "is left is deleted after 30 days.",
        empty_title="Nothing to count yet",
        empty="As soon as somebody plays with statistics switched on, the games will be shown "
        "here. They are written every few seconds.",
        unread="{n} entries of another version of the program are not shown.",
        period="Period",
        periods={7: "7 days", 30: "30 days"},
        sheet="Download as CSV",
        language="Language",
        skip="Skip to the content",
        numbers="Show the numbers",
        day="Day",
        summary="Summary",
        games_begun="Games begun",
        games_played_out="Played to the end",
        begun="Begun",
        ended="Over",
        played_out="Played out",
        share="Share played to the end",
        share_short="% played out",
        games_note="Played out: to the end of the game. Over: no longer going on, played out or "
        "not (left, resigned, out of time). The percentage is of those begun.",
        games_plot="Games by day",
        games_plot_told="Games begun and played to the end in {days} days: {begun} and "
        "{played_out} in all, {most} begun on the busiest day.",
        share_plot="Share played to the end, by day",
        share_plot_told="Of the games begun each day, the share that was played to the end: "
        "{share} in all.",
        opponents="By mode and level",
        opponent="Mode",
        variants="By game and variant",
        variant="Variant",
        more="and {n} more",
        seeds="{n} seeds",
        other_board="another board",
        pie="pie rule",
        empty_capture="empty capture",
        by_turns="end by turns",
        rest="rest: {rest}",
        how="How they end",
        result="Result",
        ending="Ending",
        minutes="Duration",
        moves="Moves",
        clock="Clock",
        reach="Connection and 3D board",
        reach_note="A connection counts each time that somebody opens a game between people; the "
        "3D board each time that its speed is measured (once for each quality in a visit) or it "
        "fails.",
        connection="Connections",
        connections="Connections by day",
        connections_plot_told="Connections of games between people: {whole}, of which {part} "
        "failed.",
        failed="Failed to connect",
        reconnected="With reconnections",
        reconnections="Reconnections",
        board="3D board",
        board3d="3D board by day",
        board3d_plot_told="Measurements of the 3D board: {drawn}. Failures: {not_drawn}.",
        measured_or_failed="Measurements and failures",
        drawn="Measurements",
        not_drawn="Failures",
        trouble="Why it failed",
        speed="Frames per second",
        quality="Quality",
        devices="Devices",
        devices_note="Of those who begin a game.",
        device="Device",
        kind="Kind",
        memory="Memory",
        cores="Cores",
        browser="Browser",
        system="System",
        by_device="Where it fails",
        note="A game between two people on two devices counts once for each of them. Days are "
        "those of Greenwich (UTC).",
        none="Nothing in these days.",
    ),
}
