"""The lesson about oware: six steps with what is special there."""

from typing import Final

from naqala.rules import Game
from naqala.site.lessons.lesson import Guide, Lesson, Step, Words

_SOW = Step(
    key="sow",
    title=Words("Sembrar sin almacén", "Sowing past the stores"),
    guides=(
        Guide(
            5,
            Words(
                "En el oware los almacenes solo guardan capturas: al sembrar no se deja nada en "
                "ellos. Siembra el hoyo 5 y mira cómo sus semillas pasan de largo.",
                "In oware the stores only hold what is captured: nothing is ever sown in them. "
                "Sow pit 5 and watch its seeds go past.",
            ),
            Words(
                "Se puede, pero con el hoyo 5 se ve mejor cómo se salta el almacén.",
                "You could, but pit 5 shows better how the store is passed by.",
            ),
        ),
    ),
    praise=Words(
        "Del hoyo 6 a la fila de tu rival, sin parada en el almacén. Y con doce semillas o más "
        "hay otro salto: al dar la vuelta, el hoyo del que salen se queda vacío.",
        "From pit 6 straight into your rival's row, without a stop at the store. Twelve seeds or "
        "more skip something else as they come round: the pit they came from, which stays empty.",
    ),
)

_CAPTURE = Step(
    key="capture",
    title=Words("Dos o tres", "Two or three"),
    position="4,0,2,0,5,3/5,0,1,6,2,4 8,8 S",
    guides=(
        Guide(
            6,
            Words(
                "Capturas cuando tu última semilla cae en la fila de tu rival y deja el hoyo con "
                "dos o tres. El hoyo 6 llega hasta uno que tiene una: serán dos.",
                "You capture when your last seed falls in your rival's row and makes that pit two "
                "or three. Pit 6 gets as far as a pit with one seed: that makes two.",
            ),
            Words(
                "Ahora buscamos una captura: prueba con el hoyo 6.",
                "What we want now is a capture: try pit 6.",
            ),
        ),
    ),
    praise=Words(
        "Dos semillas a tu almacén. En tu propia fila nunca se captura, y un hoyo que queda con "
        "una, o con cuatro o más, tampoco se toca.",
        "Two seeds for your store. Nothing is ever captured in your own row, and a pit left with "
        "one seed, or with four or more, is not touched either.",
    ),
)

_CHAIN = Step(
    key="chain",
    title=Words("Hacia atrás, en cadena", "Backwards, in a chain"),
    position="0,3,1,0,5,2/5,1,2,1,4,6 9,9 S",
    guides=(
        Guide(
            5,
            Words(
                "La captura sigue hacia atrás mientras los hoyos de tu rival tengan también dos o "
                "tres. Siembra el hoyo 5 y cuenta.",
                "A capture goes on backwards as long as your rival's pits hold two or three as "
                "well. Sow pit 5 and count.",
            ),
            Words(
                "Hay algo mejor: el hoyo 5 captura tres hoyos seguidos.",
                "There is better: pit 5 captures three pits in a row.",
            ),
        ),
    ),
    praise=Words(
        "Dos, tres y dos: siete semillas. La cadena se corta en el primer hoyo que no tiene ni "
        "dos ni tres.",
        "Two, three and two: seven seeds. The chain breaks at the first pit that holds neither "
        "two nor three.",
    ),
)

_GRAND_SLAM = Step(
    key="grand-slam",
    title=Words("Llevárselo todo no vale", "Taking everything takes nothing"),
    position="3,0,1,0,4,2/1,2,0,0,0,0 18,17 S",
    guides=(
        Guide(
            6,
            Words(
                "A tu rival le quedan tres semillas. Si siembras el hoyo 6, sus dos hoyos se "
                "quedan con dos y tres: te lo llevarías todo. Pruébalo.",
                "Your rival has three seeds left. Sow pit 6 and those two pits will hold two and "
                "three: you would take everything. Try it.",
            ),
            Words(
                "Esa jugada vale, pero queremos ver qué pasa con el hoyo 6.",
                "That one is fine, but we want to see what pit 6 does.",
            ),
        ),
    ),
    praise=Words(
        "No capturas nada. Una jugada que dejaría a tu rival sin ninguna semilla está permitida, "
        "pero se queda sin captura.",
        "You capture nothing. A move that would take all your rival's seeds is allowed, but "
        "captures none of them.",
    ),
)

_FEED = Step(
    key="feed",
    title=Words("Dar de comer", "Feeding your rival"),
    position="2,0,1,0,2,1/0,0,0,0,0,0 20,22 S",
    guides=(
        Guide(
            6,
            Words(
                "Tu rival no tiene ni una semilla. Si puedes darle alguna, tienes que hacerlo. "
                "El hoyo 6 llega a su fila.",
                "Your rival has not a single seed. If you can give some, you must. Pit 6 reaches "
                "the other row.",
            ),
            Words(
                "Ese también le da de comer, pero prueba con el hoyo 6, que gasta menos.",
                "That one feeds your rival too, but try pit 6, which costs you less.",
            ),
        ),
    ),
    praise=Words(
        "Tu rival puede seguir jugando. Si ningún hoyo tuyo llegara a su fila, la partida "
        "terminaría y tus semillas serían tuyas.",
        "Your rival can play on. If none of your pits reached the other row, the game would be "
        "over and you would keep your own seeds.",
    ),
)

_MAJORITY = Step(
    key="majority",
    title=Words("Más de la mitad", "More than half"),
    position="1,0,0,3,0,2/3,2,0,4,1,0 22,10 S",
    guides=(
        Guide(
            6,
            Words(
                "Con 25 semillas tienes más de la mitad y la partida termina en el acto. Ya "
                "guardas 22, y el hoyo 6 captura tres.",
                "With 25 seeds you have more than half, and the game ends there and then. You "
                "have stored 22, and pit 6 captures three.",
            ),
            Words(
                "Aún no: el hoyo 6 te da las tres que faltan.",
                "Not yet: pit 6 brings you the three that are missing.",
            ),
        ),
    ),
    praise=Words(
        "¡Partida ganada! Lo que quedaba en cada fila se suma a quien le pertenece: 29 a 19.",
        "You have won! What was left in each row is counted for its owner: 29 to 19.",
    ),
)

OWARE: Final = Lesson(
    Game.OWARE,
    title=Words("Aprende a jugar al oware", "Learn to play oware"),
    description=Words(
        "Seis pasos en un tablero de verdad: sembrar sin almacén, capturar dos o tres hacia "
        "atrás, dar de comer al rival y ganar por mayoría.",
        "Six steps on a real board: sowing past the stores, capturing twos and threes backwards, "
        "feeding your rival and winning by a majority.",
    ),
    steps=(_SOW, _CAPTURE, _CHAIN, _GRAND_SLAM, _FEED, _MAJORITY),
    closing=Words(
        "Ya conoces el oware. Empieza con el rival fácil y busca cadenas de doses y treses.",
        "Now you know oware. Begin against the easy opponent and look for chains of twos and "
        "threes.",
    ),
)
