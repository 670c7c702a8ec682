import { facing, pitAt, rowOf, type Side } from "./places";

/** Where the arrow keys lead inside the board; null when the key means nothing here. */
export function navigate(key: string, place: number, front: Side, pits: number): number | null {
  const pit = pitAt(place, pits);
  if (pit === null) return null;
  const row = rowOf(pit.side, front, pits);
  const column = row.indexOf(place);
  const isFront = pit.side === front;
  switch (key) {
    case "ArrowLeft":
      return row[column - 1] ?? place;
    case "ArrowRight":
      return row[column + 1] ?? place;
    case "Home":
      return row[0] ?? place;
    case "End":
      return row.at(-1) ?? place;
    case "ArrowUp":
      return isFront ? facing(place, pits) : place;
    case "ArrowDown":
      return isFront ? place : facing(place, pits);
    default:
      return null;
  }
}
