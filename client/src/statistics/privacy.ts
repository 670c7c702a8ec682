import { allow, follow, type Refusal, refusal } from "./consent";

/** The whole script of the privacy page's switch; its words are the page's (`data-*`). */

const place = document.querySelector<HTMLElement>("[data-statistics-switch]");
const box = place?.querySelector("input");
const state = place?.querySelector("[role=status]");

const SAID: Readonly<Record<Refusal, string>> = {
  operator: "operator",
  browser: "browser",
  person: "off",
};

function show(): void {
  if (!place || !box || !state) return;
  const refused = refusal();
  box.checked = refused === null;
  box.disabled = refused === "operator" || refused === "browser";
  state.textContent = place.dataset[refused === null ? "on" : SAID[refused]] ?? "";
}

box?.addEventListener("change", () => {
  allow(box.checked);
  show();
});
follow(show);
// A page that comes back as it was left may have been overtaken by another tab.
addEventListener("pageshow", show);
show();
if (place) place.hidden = false;
