const PATHS = {
  back: "M14.5 5 7.5 12l7 7",
  next: "M9.5 5l7 7-7 7",
  again: "M5 12a7 7 0 1 0 2.200-5.100M7.500 3.500v3.700h3.700",
  hint: "M9.500 17.500h5M10.500 20.500h3M12 3.500a6 6 0 0 0-3.500 10.900c.6.500 1 1.200 1 2h5c0-.8.4-1.500 1-2A6 6 0 0 0 12 3.500Z",
  solution: "M7 5.500v13l11-6.500Z",
  done: "M5 12.500l4.500 4.500L19 7.500",
} as const;

export type LessonIconName = keyof typeof PATHS;

/** Line icons as those of the page (ui/icon.tsx), for the lesson's buttons alone. */
export function LessonIcon({ name }: { readonly name: LessonIconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
