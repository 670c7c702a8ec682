"""The lesson about wari, the schoolbook game: six steps with what is special there."""

from typing import Final

from naqala.rules import Game
from naqala.site.lessons.lesson import Guide, Lesson, Step, Words

_SOW = Step(
    key="sow",
    title=Words("Doce hoyos, ningún almacén", "Twelve pits, no store"),
    guides=(
        Guide(
            4,
            Words(
                "En el wari se siembra por los doce hoyos y nunca en los almacenes, que solo "
                "guardan lo capturado. Siembra el hoyo 4.",
                "In wari you sow round the twelve pits and never in the stores, which only keep "
                "what was captured. Sow pit 4.",
            ),
            Words(
                "Vale cualquiera, pero empecemos por el que brilla, el hoyo 4.",
                "Any of them would do, but let's begin with the glowing one, pit 4.",
            ),
        ),
    ),
    praise=Words(
        "Tus semillas han pasado por delante de tu almacén sin entrar. Con doce o más, la vuelta "
        "se salta además el hoyo de salida, que se queda vacío.",
        "Your seeds went past your store without entering it. Twelve or more also skip the pit "
        "they came from, which stays empty.",
    ),
)

_CAPTURE = Step(
    key="capture",
    title=Words("Doses y treses", "Twos and threes"),
    position="2,0,4,1,0,4/2,4,2,1,5,3 10,10 S",
    guides=(
        Guide(
            6,
            Words(
                "Si tu última semilla deja un hoyo de tu rival con dos o tres, son para ti. Y lo "
                "mismo el hoyo anterior, y el anterior, hasta que uno no tenga dos ni tres.",
                "If your last seed leaves a pit of your rival's with two or three, they are "
                "yours. So is the pit before it, and the one before that, until one holds "
                "neither two nor three.",
            ),
            Words(
                "Con el hoyo 6 te llevas dos hoyos de una vez.",
                "With pit 6 you take two pits at once.",
            ),
        ),
    ),
    praise=Words(
        "Dos y tres: cinco semillas. El hoyo siguiente hacia atrás tenía cinco, y ahí se corta la "
        "cadena.",
        "Two and three: five seeds. The next pit backwards held five, and there the chain breaks.",
    ),
)

_FORCED = Step(
    key="forced",
    title=Words("La respuesta obligada", "The forced reply"),
    position="2,4,1,1,5,3/3,0,2,0,4,3 10,10 N",
    opening=6,
    guides=(
        Guide(
            4,
            Words(
                "Tu rival acaba de capturar en tu hoyo 3. Después de una captura hay que "
                "responder con el hoyo siguiente, si tiene semillas: ahora, el hoyo 4.",
                "Your rival has just captured in your pit 3. After a capture you must reply with "
                "the pit that follows, if it holds seeds: now that is pit 4.",
            ),
            Words("Solo vale el hoyo 4.", "Only pit 4 will do."),
        ),
    ),
    praise=Words(
        "Así se responde a una captura. Puedes elegir otra vez si el hoyo siguiente está vacío o "
        "si te han capturado en el hoyo 6.",
        "That is how a capture is answered. You may choose again if the following pit is empty, "
        "or if the capture was in your pit 6.",
    ),
)

_GIVING_ORDERS = Step(
    key="giving-orders",
    title=Words("Ahora mandas tú", "Now you call the tune"),
    position="3,0,4,1,0,2/3,2,5,0,1,6 11,10 S",
    is_answered=True,
    guides=(
        Guide(
            6,
            Words(
                "La regla también ata a tu rival. Captura con el hoyo 6 y mira qué le toca jugar.",
                "The rule binds your rival too. Capture with pit 6 and see what has to be played.",
            ),
            Words(
                "Así no capturas, y tu rival podría elegir. Prueba con el hoyo 6.",
                "That captures nothing, and your rival could choose. Try pit 6.",
            ),
        ),
    ),
    praise=Words(
        "Has capturado en su hoyo 2, así que tu rival ha tenido que sembrar el 3. Elegir dónde "
        "capturas es elegir qué se juega después.",
        "You captured in pit 2, so your rival had to sow pit 3. Choosing where you capture is "
        "choosing what is played next.",
    ),
)

_STARVING = Step(
    key="starving",
    title=Words("Siempre queda algo", "Something always stays"),
    position="3,0,1,0,4,2/1,2,0,0,0,0 18,17 S",
    guides=(
        Guide(
            5,
            Words(
                "Con el hoyo 6 te llevarías las últimas semillas de tu rival, y eso está "
                "prohibido si puedes jugar otra cosa. Siembra el hoyo 5.",
                "Pit 6 would take your rival's last seeds, and that is forbidden while you can "
                "play something else. Sow pit 5.",
            ),
            Words(
                "Está permitido, pero prueba con el hoyo 5, que llega a la fila de tu rival.",
                "It is allowed, but try pit 5, which reaches your rival's row.",
            ),
        ),
    ),
    praise=Words(
        "A tu rival le quedan semillas y la partida sigue. Por lo mismo, si no tuviera ninguna y "
        "tú pudieras darle, tendrías que hacerlo.",
        "Your rival still has seeds and the game goes on. For the same reason, if there were none "
        "left and you could give some, you would have to.",
    ),
)

_END = Step(
    key="end",
    title=Words("El final", "The end"),
    position="0,1,0,2,0,0/0,0,0,0,0,0 23,22 S",
    guides=(
        Guide(
            4,
            Words(
                "Tu rival no tiene semillas y ninguno de tus hoyos llega a su fila. Ahora "
                "cualquier jugada termina la partida. Siembra el hoyo 4.",
                "Your rival has no seeds, and none of your pits reaches the other row. Now any "
                "move ends the game. Sow pit 4.",
            ),
            Words(
                "También termina la partida, pero toca el que brilla, el hoyo 4.",
                "That ends the game as well, but tap the glowing one, pit 4.",
            ),
        ),
    ),
    praise=Words(
        "Fin de la partida: lo que queda en el tablero es para quien ha jugado. Ganas 26 a 22.",
        "The game is over: what is left on the board goes to whoever has just moved. You win 26 "
        "to 22.",
    ),
)

WARI: Final = Lesson(
    Game.WARI,
    title=Words("Aprende a jugar al wari", "Learn to play wari"),
    description=Words(
        "Seis pasos en un tablero de verdad: doses y treses, la respuesta obligada tras una "
        "captura y por qué nadie puede quedarse sin semillas.",
        "Six steps on a real board: twos and threes, the forced reply to a capture, and why "
        "nobody may be left without seeds.",
    ),
    steps=(_SOW, _CAPTURE, _FORCED, _GIVING_ORDERS, _STARVING, _END),
    closing=Words(
        "Ya conoces el wari. Empieza con el rival fácil y usa la respuesta obligada a tu favor.",
        "Now you know wari. Begin against the easy opponent and make the forced reply work for "
        "you.",
    ),
)
