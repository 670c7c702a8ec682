/** Line icons on a grid of 24, in the colour of the text around them. */
const PATHS = {
  new: "M12 5v14M5 12h14",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9.5a5 5 0 0 1 0 10H11",
  hint: "M9.500 18.500h5M10.500 21.500h3M8.800 15.500a6.500 6.500 0 1 1 6.400 0c-.5.4-.7 1-.7 3h-5c0-2-.2-2.600-.7-3Z",
  resign: "M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  modes: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8",
  help: "M9 9.2a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.2-1.6 2.5M12 17.6v.2",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.2 5.2 7 7M17 17l1.8 1.8M5.2 18.8 7 17M17 7l1.8-1.8",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.500 10.500Z",
  again: "M5 12a7 7 0 1 0 2.300-5.200M5 4.500V8.500h4",
  share: "M12 15V4M8 7.500 12 3.500l4 4M6 11.500H5V20h14v-8.500h-1",
  done: "M5 12.500 10 17.500 19 7.500",
  first: "M18 6l-7 6 7 6M7 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  menu: "M4 7h16M4 12h16M4 17h16",
  sound:
    "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM16 9.500l5 5M21 9.500l-5 5",
  person:
    "M12 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM5 20c.6-4 3.400-5.500 7-5.500s6.400 1.500 7 5.500",
  cpu: "M7.500 7.500h9v9h-9ZM10 4v3.500M14 4v3.500M10 16.500V20M14 16.500V20M4 10h3.500M4 14h3.500M16.500 10H20M16.500 14H20",
  talk: "M4.500 5.500h15v10.500h-8.500L6.500 20v-4h-2Z",
  close: "M6 6l12 12M18 6 6 18",
  swap: "M7 4 3.500 7.500 7 11M4 7.500h16M17 13l3.500 3.500L17 20M20 16.500H4",
  offline:
    "M4 4l16 16M8.500 15.500a5 5 0 0 1 5-1.300M5 12a10 10 0 0 1 4-2.400M15 9.600A10 10 0 0 1 19 12M12 19v.2",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
