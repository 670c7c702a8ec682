import { render } from "preact";
import { open } from "./lesson";
import { LessonPage } from "./page";
import "./learn.css";

/** Takes the page over from what the server has written for who has no JavaScript. */
export function openLesson(root: HTMLElement, name: string): void {
  root.replaceChildren();
  render(<LessonPage name={name} />, root);
  void open(name);
}
