import { t } from "../i18n";
import { viewed } from "../store";
import { extremesOf } from "./margins";
import { viewPly } from "./replay";

interface GraphProps {
  readonly margins: readonly number[];
  /** How the player above the middle line is called, and the one below. */
  readonly names: readonly [string, string];
}

const WIDTH = 360;
const HEIGHT = 120;
const LEFT = 30;
const EDGE = 10;
const LEAST_RANGE = 4;

/** The lead over the game: above the middle line for one player, below for the other. */
export function Graph({ margins, names }: GraphProps) {
  const last = margins.length - 1;
  const range = Math.max(LEAST_RANGE, ...margins.map(Math.abs));
  const x = (ply: number) => LEFT + (ply / Math.max(1, last)) * (WIDTH - LEFT - EDGE);
  const y = (margin: number) => HEIGHT / 2 - (margin / range) * (HEIGHT / 2 - EDGE);
  const line = margins.map((margin, ply) => `${ply === 0 ? "M" : "L"}${x(ply)} ${y(margin)}`);
  const area = `${line.join("")}L${x(last)} ${y(0)}L${x(0)} ${y(0)}Z`;
  const now = viewed.value ?? last;
  const choose = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    void viewPly(Math.round(((share - LEFT) / (WIDTH - LEFT - EDGE)) * last));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons under the board do it by key
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={description(margins, names)}
      onClick={choose}
    >
      <clipPath id="graph-above">
        <rect x="0" y="0" width={WIDTH} height={HEIGHT / 2} />
      </clipPath>
      <clipPath id="graph-below">
        <rect x="0" y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
      </clipPath>
      <text class="graph-range" x={LEFT - 6} y={y(range) + 4}>
        +{range}
      </text>
      <text class="graph-range" x={LEFT - 6} y={y(0) + 4}>
        0
      </text>
      <text class="graph-range" x={LEFT - 6} y={y(-range) + 4}>
        +{range}
      </text>
      <path class="graph-area graph-first" d={area} clip-path="url(#graph-above)" />
      <path class="graph-area graph-second" d={area} clip-path="url(#graph-below)" />
      <path class="graph-zero" d={`M${LEFT} ${y(0)}H${WIDTH - EDGE}`} />
      <path class="graph-line graph-first" d={line.join("")} clip-path="url(#graph-above)" />
      <path class="graph-line graph-second" d={line.join("")} clip-path="url(#graph-below)" />
      <path class="graph-now" d={`M${x(now)} ${EDGE / 2}V${HEIGHT - EDGE / 2}`} />
      <circle class="graph-dot" cx={x(now)} cy={y(margins[now] ?? 0)} r="4.5" />
    </svg>
  );
}

/** What the curve shows, in words. */
function description(margins: readonly number[], [first, second]: readonly [string, string]) {
  const { most, most_ply, least, least_ply } = extremesOf(margins);
  const lead = (person: string, n: number, ply: number) =>
    n === 0 ? t("graph.never", { person }) : t("graph.lead", { person, n, ply });
  return [t("graph.title"), lead(first, most, most_ply), lead(second, -least, least_ply)].join(" ");
}
