"""The first lesson: Kalah in six steps, then three puzzles."""

from typing import Final

from naqala.rules import Game
from naqala.site.lessons.lesson import Aim, Guide, Lesson, Puzzle, Step, Words

_SOW = Step(
    key="sow",
    title=Words("Sembrar", "Sowing"),
    guides=(
        Guide(
            2,
            Words(
                "La fila de abajo es tuya, y también el almacén que viene tras el hoyo 6. En tu "
                "turno recoges todas las semillas de uno de tus hoyos y las sueltas de una en una "
                "en los siguientes, en sentido contrario a las agujas del reloj. Toca el hoyo que "
                "brilla.",
                "The lower row is yours, and so is the store that comes after pit 6. On your turn "
                "you pick up all the seeds in one of your pits and drop them one by one in the "
                "places that follow, anticlockwise. Tap the glowing pit.",
            ),
            Words(
                "También se puede sembrar, pero empecemos por el que brilla, el hoyo 2.",
                "You could sow that one too, but let's begin with the glowing one, pit 2.",
            ),
        ),
    ),
    praise=Words(
        "Eso es sembrar: una semilla en cada hoyo. La última ha caído en el hoyo 6. Ahora jugaría "
        "tu rival.",
        "That is sowing: one seed in each pit. The last one fell in pit 6. Now it would be your "
        "rival's turn.",
    ),
)

_EXTRA_TURN = Step(
    key="extra-turn",
    title=Words("Tu almacén y el turno extra", "Your store and the extra turn"),
    guides=(
        Guide(
            3,
            Words(
                "Al pasar por tu almacén dejas en él una semilla, que ya es tuya para siempre. Y "
                "si la última cae justo ahí, ¡juegas otra vez! El hoyo 3 tiene cuatro semillas: "
                "las justas para llegar.",
                "As you pass your store you drop a seed in it, and that one is yours for good. If "
                "your last seed falls right there, you play again! Pit 3 has four seeds: just "
                "enough to get there.",
            ),
            Words(
                "Ahora buscamos el que acaba justo en tu almacén: el hoyo 3.",
                "What we want now is the pit that ends exactly in your store: pit 3.",
            ),
        ),
        Guide(
            6,
            Words(
                "¡Turno extra! Te toca otra vez. Siembra ahora el hoyo 6: sus semillas pasan por "
                "tu almacén y siguen por la fila de tu rival.",
                "An extra turn! It is your move again. Now sow pit 6: its seeds pass your store "
                "and go on along your rival's row.",
            ),
            Words(
                "Prueba ahora con el que brilla, el hoyo 6, y mira hasta dónde llega.",
                "Try the glowing one now, pit 6, and see how far it gets.",
            ),
        ),
    ),
    praise=Words(
        "Dos jugadas en un solo turno. Como la última semilla no ha caído en tu almacén, ahora sí "
        "jugaría tu rival. En su almacén no dejas nunca semillas.",
        "Two moves in a single turn. Your last seed did not fall in your store, so now your rival "
        "would play. You never drop a seed in your rival's store.",
    ),
)

_CAPTURE = Step(
    key="capture",
    title=Words("Capturar", "Capturing"),
    position="5,2,0,0,4,1/2,1,5,3,0,4 9,12 S",
    guides=(
        Guide(
            2,
            Words(
                "Si tu última semilla cae en un hoyo tuyo que estaba vacío, te llevas esa semilla "
                "y todas las del hoyo de enfrente. Tu hoyo 4 está vacío y enfrente hay cinco. El "
                "hoyo 2 llega justo hasta él.",
                "If your last seed falls in a pit of yours that was empty, you take that seed and "
                "all the seeds in the pit facing it. Your pit 4 is empty, and five seeds face it. "
                "Pit 2 reaches it exactly.",
            ),
            Words(
                "Esta vez queremos acabar en el hoyo 4, el vacío: toca el hoyo 2.",
                "This time we want to end in pit 4, the empty one: tap pit 2.",
            ),
        ),
    ),
    praise=Words(
        "¡Captura! Seis semillas de golpe: la tuya y las cinco de enfrente.",
        "A capture! Six seeds at once: your own and the five facing it.",
    ),
)

_NOTHING_FACING = Step(
    key="nothing-facing",
    title=Words("Sin nada enfrente", "Nothing on the other side"),
    position="4,0,1,0,3,2/3,2,0,6,1,5 10,11 S",
    guides=(
        Guide(
            3,
            Words(
                "¿Y si el hoyo de enfrente también está vacío? Siembra el hoyo 3: su única "
                "semilla cae en el hoyo 4, que está vacío… igual que el de enfrente.",
                "And if the facing pit is empty too? Sow pit 3: its only seed falls in pit 4, "
                "which is empty… and so is the pit facing it.",
            ),
            Words(
                "Ahora queremos ver qué pasa cuando enfrente no hay nada: toca el hoyo 3.",
                "Now we want to see what happens with nothing on the other side: tap pit 3.",
            ),
        ),
    ),
    praise=Words(
        "No se captura nada: la semilla se queda donde ha caído y le toca a tu rival. Caer en un "
        "hoyo vacío de tu rival tampoco tiene premio.",
        "Nothing is captured: the seed stays where it fell, and your rival is to move. Ending in "
        "an empty pit of your rival's earns nothing either.",
    ),
)

_LAP = Step(
    key="lap",
    title=Words("La vuelta entera", "All the way round"),
    position="0,1,13,2,0,3/1,0,2,6,1,3 9,7 S",
    guides=(
        Guide(
            3,
            Words(
                "Un hoyo con trece semillas da la vuelta entera: pasa por tu almacén, se salta el "
                "de tu rival y acaba donde empezó. Como ese hoyo se quedó vacío al empezar, "
                "allí captura. Pruébalo con el hoyo 3.",
                "A pit with thirteen seeds goes all the way round: past your store, skipping your "
                "rival's, and back to where it began. As that pit was emptied at the start, it "
                "captures there. Try it with pit 3.",
            ),
            Words(
                "Ese se queda corto. Toca el de las trece semillas, el hoyo 3.",
                "That one falls short. Tap the one with thirteen seeds, pit 3.",
            ),
        ),
    ),
    praise=Words(
        "¡Ocho semillas! La última ha vuelto al hoyo 3 y se lleva las siete de enfrente; una de "
        "ellas la acababas de sembrar tú. Con trece semillas pasa siempre.",
        "Eight seeds! The last one came back to pit 3 and takes the seven facing it, one of which "
        "you had just sown yourself. With thirteen seeds it always happens.",
    ),
)

_END = Step(
    key="end",
    title=Words("El final", "The end"),
    position="0,0,0,0,2,1/1,0,2,0,1,0 22,19 S",
    guides=(
        Guide(
            6,
            Words(
                "La partida termina cuando una de las dos filas se queda vacía. A ti te quedan "
                "tres semillas. Empieza por el hoyo 6: llega a tu almacén y repites.",
                "The game ends when one of the two rows is empty. You have three seeds left. "
                "Begin with pit 6: it reaches your store and you play again.",
            ),
            Words(
                "No está mal, pero así el hoyo 6 ya no llegaría justo. Empieza por él.",
                "Not bad, but then pit 6 would no longer come out even. Begin with that one.",
            ),
        ),
        Guide(
            5,
            Words(
                "Sigue con el hoyo 5: también llega justo a tu almacén.",
                "Go on with pit 5: it too reaches your store exactly.",
            ),
            Words("Ahora el hoyo 5, el que brilla.", "Now pit 5, the glowing one."),
        ),
        Guide(
            6,
            Words(
                "Te queda una sola semilla, en el hoyo 6. Siémbrala y tu fila se quedará vacía.",
                "You have a single seed left, in pit 6. Sow it and your row will be empty.",
            ),
            Words("Ahora el hoyo 6, el que brilla.", "Now pit 6, the glowing one."),
        ),
    ),
    praise=Words(
        "Fin de la partida. Lo que quedaba en la fila de tu rival va a su almacén, pero ganas "
        "25 a 23. Gana quien más semillas guarda; 24 a 24 es empate.",
        "The game is over. What was left in your rival's row goes to your rival's store, but you "
        "win 25 to 23. Whoever has stored more seeds wins; 24 to 24 is a draw.",
    ),
)

_NO_NUDGE = Words("", "")


def _puzzle_guides(goal: Words, *moves: int) -> tuple[Guide, ...]:
    return tuple(Guide(move, goal, _NO_NUDGE) for move in moves)


_LONGEST_CHAIN = Step(
    key="longest-chain",
    title=Words("La cadena más larga", "The longest chain"),
    position="0,0,2,3,2,1/2,0,2,4,0,5 12,15 S",
    guides=_puzzle_guides(
        Words(
            "Consigue cinco turnos extra seguidos: cada jugada tiene que acabar en tu almacén.",
            "Earn five extra turns in a row: every move has to end in your store.",
        ),
        *(6, 5, 6, 4, 6),
    ),
    praise=Words(
        "¡Cinco turnos extra! Este truco gana partidas: empieza siempre por los hoyos más "
        "cercanos a tu almacén.",
        "Five extra turns! This trick wins games: always begin with the pits nearest your store.",
    ),
    puzzle=Puzzle(
        Aim.EXTRA_TURNS,
        5,
        Words(
            "Empieza por el hoyo más cercano a tu almacén. Y cada vez que caiga una semilla en el "
            "hoyo 6, vacíalo antes de seguir.",
            "Begin with the pit nearest your store. And each time a seed falls in pit 6, empty it "
            "before you go on.",
        ),
    ),
)

_BEST_CAPTURE = Step(
    key="best-capture",
    title=Words("La mejor captura", "The best capture"),
    position="1,1,4,0,1,1/8,0,7,1,2,1 8,13 S",
    guides=_puzzle_guides(
        Words(
            "Captura nueve semillas en un solo turno. Fíjate en las ocho que hay enfrente de tu "
            "hoyo 6.",
            "Capture nine seeds in a single turn. Look at the eight that face your pit 6.",
        ),
        *(6, 5),
    ),
    praise=Words(
        "¡Nueve semillas! Primero vacías el hoyo 6 con un turno extra y después caes en él.",
        "Nine seeds! First you empty pit 6 with an extra turn, then you land in it.",
    ),
    puzzle=Puzzle(
        Aim.CAPTURED,
        9,
        Words(
            "Para capturar, tu última semilla tiene que caer en un hoyo vacío. ¿Cómo vacías el "
            "hoyo 6 sin perder el turno?",
            "To capture, your last seed has to fall in an empty pit. How can you empty pit 6 "
            "without losing your turn?",
        ),
    ),
)

_SAVE_SEEDS = Step(
    key="save-seeds",
    title=Words("Salva tus semillas", "Save your seeds"),
    position="2,0,6,2,0,2/1,1,1,0,3,2 16,12 S",
    guides=_puzzle_guides(
        Words(
            "Las seis semillas de tu hoyo 3 están en peligro. Haz una jugada tras la que tu rival "
            "no pueda capturar nada.",
            "The six seeds in your pit 3 are in danger. Make a move after which your rival can "
            "capture nothing.",
        ),
        3,
    ),
    praise=Words(
        "A salvo. Además has guardado una semilla, y tu rival se queda sin captura.",
        "Safe. You even stored a seed on the way, and your rival has nothing to capture.",
    ),
    puzzle=Puzzle(
        Aim.LOST,
        0,
        Words(
            "Un hoyo vacío no se puede saquear: lleva esas seis semillas a otra parte.",
            "An empty pit cannot be robbed: take those six seeds somewhere else.",
        ),
    ),
)

KALAH: Final = Lesson(
    Game.KALAH,
    title=Words("Aprende a jugar al kalah", "Learn to play Kalah"),
    description=Words(
        "Seis pasos cortos en un tablero de verdad y tres retos: sembrar, turno extra, captura y "
        "final. En cinco minutos sabes jugar al mancala.",
        "Six short steps on a real board and three puzzles: sowing, the extra turn, the capture "
        "and the end. Five minutes, and you can play mancala.",
    ),
    steps=(
        _SOW,
        _EXTRA_TURN,
        _CAPTURE,
        _NOTHING_FACING,
        _LAP,
        _END,
        _LONGEST_CHAIN,
        _BEST_CAPTURE,
        _SAVE_SEEDS,
    ),
    closing=Words(
        "Ya sabes jugar al kalah. Estrénate con el rival fácil: puedes deshacer cuantas jugadas "
        "quieras.",
        "Now you can play Kalah. Try it against the easy opponent: you may take back as many "
        "moves as you like.",
    ),
)
