/**
 * The whole script of the pages that are read: the chosen colours, and a button for them. It is
 * loaded before the styles and is no module, so that no page flashes in the other colours; that is
 * why it imports nothing and keeps its names to itself.
 */
(() => {
  type Theme = "dark" | "light";
  const KEY = "naqala.settings";
  const root = document.documentElement;
  const labels = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");

  const stored = (): Record<string, unknown> => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
      return typeof value === "object" && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  };

  const current = (): Theme => {
    const { theme } = root.dataset;
    if (theme === "dark" || theme === "light") return theme;
    return prefersDark.matches ? "dark" : "light";
  };

  const { theme } = stored();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;

  const choose = (chosen: Theme): void => {
    root.dataset.theme = chosen;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...stored(), theme: chosen }));
    } catch {
      // Private windows refuse; the choice then lasts as long as the page.
    }
  };

  const icon = (name: string): SVGSVGElement => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", `icon ${name}`);
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", name === "sun" ? SUN : MOON);
    svg.append(path);
    return svg;
  };
  const SUN =
    "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5";
  const MOON = "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z";

  addEventListener("DOMContentLoaded", () => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tool";
    const show = (): void => {
      const isDark = current() === "dark";
      const label = (isDark ? labels.light : labels.dark) ?? "";
      button.setAttribute("aria-label", label);
      button.title = label;
      button.replaceChildren(icon(isDark ? "sun" : "moon"));
    };
    button.addEventListener("click", () => {
      choose(current() === "dark" ? "light" : "dark");
      show();
    });
    prefersDark.addEventListener("change", show);
    show();
    document.querySelector(".menu > .tools")?.append(button);
  });
})();
