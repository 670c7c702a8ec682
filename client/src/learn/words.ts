import { type Filling, fill, type Language, language } from "../i18n";
import type { Plural } from "../i18n/catalogue";
import type { WordsView } from "../protocol";

/** What the lesson's page says itself; the words of the steps come with the lesson. */

const es = {
  "lessons.title": "Lecciones",
  "lessons.kalah": "Kalah",
  "lessons.wari": "Wari",
  "lessons.oware": "Oware",

  "progress.step": "Paso {n} de {total}",
  "progress.puzzle": "Reto {n} de {total}",
  "progress.done": "hecho",

  "action.title": "Pasos de la lección",
  "action.back": "Anterior",
  "action.next": "Siguiente",
  "action.finish": "Terminar",
  "action.again": "Repetir",
  "action.hint": "Pista",
  "action.solution": "Solución",

  "fact.store": "El hoyo {pit} acaba en tu almacén y da un turno extra.",
  "fact.capture": {
    one: "El hoyo {pit} captura {n} semilla.",
    other: "El hoyo {pit} captura {n} semillas.",
  },
  "fact.own": "El hoyo {pit} acaba en tu hoyo {goal}.",
  "fact.rival": "El hoyo {pit} acaba en el hoyo {goal} de tu rival.",

  "puzzle.extra_turns": "Turnos extra: {n} de {target}",
  "puzzle.captured": "Semillas capturadas: {n} de {target}",
  "puzzle.tries": "Intentos que quedan: {n}",
  "miss.extra_turns": {
    one: "El turno se acaba con {n} turno extra de {target}.",
    other: "El turno se acaba con {n} turnos extra de {target}.",
  },
  "miss.captured": {
    one: "El turno se acaba con {n} semilla capturada de {target}.",
    other: "El turno se acaba con {n} semillas capturadas de {target}.",
  },
  "miss.lost": {
    one: "Tu rival captura {n} semilla.",
    other: "Tu rival captura {n} semillas.",
  },
  "miss.again": {
    one: "Te queda {n} intento: pulsa Repetir.",
    other: "Te quedan {n} intentos: pulsa Repetir.",
  },
  "miss.solution": "¿Vemos cómo se hace? Pulsa Solución, o Repetir para otro intento.",
  shown: "Así se hace. Pulsa Repetir para probarlo tú, o sigue adelante.",
  solving: "Mira la solución…",

  "after.done": "Este paso ya está. Pulsa Siguiente para seguir o Repetir para verlo otra vez.",
  "after.missed": "El turno ha terminado. Pulsa Repetir para empezar de nuevo.",

  "end.title": "¡Lección terminada!",
  "end.titleSkipped": "Fin de la lección",
  "end.play": "Jugar contra el rival fácil",
  "end.playFailed": "No se ha podido empezar la partida. Prueba otra vez en un momento.",
  "end.steps": "Repasar",
  "end.others": "Más lecciones",
  "end.kalah": "Kalah, el mancala más conocido",
  "end.wari": "Wari, el de la respuesta obligada",
  "end.oware": "Oware, el gran juego africano",
  "end.rules": "Todas las reglas",

  "failed.title": "No hemos podido abrir la lección",
  "failed.text": "El servidor no responde. Mira tu conexión y vuelve a intentarlo.",
  "failed.retry": "Volver a intentarlo",
} as const;

type WordKey = keyof typeof es;
type Words = { readonly [K in WordKey]: (typeof es)[K] extends string ? string : Plural };

const en: Words = {
  "lessons.title": "Lessons",
  "lessons.kalah": "Kalah",
  "lessons.wari": "Wari",
  "lessons.oware": "Oware",

  "progress.step": "Step {n} of {total}",
  "progress.puzzle": "Puzzle {n} of {total}",
  "progress.done": "done",

  "action.title": "Steps of the lesson",
  "action.back": "Back",
  "action.next": "Next",
  "action.finish": "Finish",
  "action.again": "Again",
  "action.hint": "Hint",
  "action.solution": "Solution",

  "fact.store": "Pit {pit} ends in your store and earns an extra turn.",
  "fact.capture": { one: "Pit {pit} captures {n} seed.", other: "Pit {pit} captures {n} seeds." },
  "fact.own": "Pit {pit} ends in your pit {goal}.",
  "fact.rival": "Pit {pit} ends in your rival's pit {goal}.",

  "puzzle.extra_turns": "Extra turns: {n} of {target}",
  "puzzle.captured": "Seeds captured: {n} of {target}",
  "puzzle.tries": "Tries left: {n}",
  "miss.extra_turns": {
    one: "The turn ends with {n} extra turn of {target}.",
    other: "The turn ends with {n} extra turns of {target}.",
  },
  "miss.captured": {
    one: "The turn ends with {n} seed captured of {target}.",
    other: "The turn ends with {n} seeds captured of {target}.",
  },
  "miss.lost": { one: "Your rival captures {n} seed.", other: "Your rival captures {n} seeds." },
  "miss.again": {
    one: "You have {n} try left: press Again.",
    other: "You have {n} tries left: press Again.",
  },
  "miss.solution": "Shall we see how it is done? Press Solution, or Again for another try.",
  shown: "That is how it is done. Press Again to try it yourself, or go on.",
  solving: "Watch the solution…",

  "after.done": "This step is done. Press Next to go on, or Again to see it once more.",
  "after.missed": "The turn is over. Press Again to start afresh.",

  "end.title": "Lesson complete!",
  "end.titleSkipped": "The end of the lesson",
  "end.play": "Play against the easy opponent",
  "end.playFailed": "The game could not be started. Please try again in a moment.",
  "end.steps": "Go over a step",
  "end.others": "More lessons",
  "end.kalah": "Kalah, the best-known mancala",
  "end.wari": "Wari, the one with the forced reply",
  "end.oware": "Oware, the great African game",
  "end.rules": "All the rules",

  "failed.title": "The lesson could not be opened",
  "failed.text": "The server does not answer. Check your connection and try again.",
  "failed.retry": "Try again",
};

export const LESSON_WORDS: Readonly<Record<Language, Words>> = { es, en };

/** The page's own words, in its language. */
export function w(key: WordKey, values?: Filling): string {
  return fill(LESSON_WORDS[language.value][key], language.value, values);
}

/** The words of a step, in the page's language. */
export function told(words: WordsView): string {
  return words[language.value];
}
