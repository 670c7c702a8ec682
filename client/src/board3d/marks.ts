import {
  BoxGeometry,
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
} from "three";
import type { Hollow } from "../board/layout";
import { dashedGeometry, ringGeometry } from "./carve";
import { type Layout, LIP } from "./layout";
import { EBONY, IVORY, ORANGE } from "./palette";

/** Rings and ticks round the hollows, every bright line set in ebony. */

export interface Marked {
  readonly origin: number | null;
  readonly end: number | null;
  readonly captured: readonly number[];
  readonly playable: readonly number[];
  readonly selected: number | null;
  readonly focused: number | null;
  readonly hovered: number | null;
  /** The pit that the page points at. */
  readonly beacon: number | null;
  /** The pits that the move in view would capture. */
  readonly threatened: readonly number[];
}

export interface Marks {
  readonly group: Group;
  show(marked: Marked): void;
  /** Widens the ring round the last seed's place; 0 is at rest, 1 at its widest and faintest. */
  pulse(share: number | null): void;
  dispose(): void;
}

/** Where a ring runs: round the rim, or let into the lip where the first one is taken. */
const RIM = LIP + 0.055;
const INSIDE = -0.005;

export function makeMarks(layout: Layout): Marks {
  const group = new Group();
  const geometries = new Map<string, BufferGeometry>();
  const materials = new Map<string, MeshBasicMaterial>();
  const pulse = new Mesh(undefined, materialOf(ORANGE, 0.9));
  pulse.visible = false;
  let pulse_place: number | null = null;

  function materialOf(color: number, opacity: number): MeshBasicMaterial {
    const key = `${color}/${opacity}`;
    let material = materials.get(key);
    if (material === undefined) {
      const transparent = opacity < 1;
      material = new MeshBasicMaterial({ color, opacity, transparent, toneMapped: false });
      materials.set(key, material);
    }
    return material;
  }

  /** Geometries are cut once for every form of hollow, round the origin. */
  function geometryOf(hollow: Hollow, out: number, tube: number, dashes: number): BufferGeometry {
    const key = [hollow.r, hollow.half_y, out, tube, dashes].join("/");
    let geometry = geometries.get(key);
    if (geometry === undefined) {
      const form = { ...hollow, x: 0, y: 0 };
      geometry =
        dashes > 0 ? dashedGeometry(form, out, tube, dashes) : ringGeometry(form, out, tube);
      geometries.set(key, geometry);
    }
    return geometry;
  }

  function ring(
    place: number,
    out: number,
    tube: number,
    color: number,
    opacity = 1,
    dashes = 0,
  ): void {
    const hollow = layout.hollows[place];
    if (hollow === undefined) return;
    const mesh = new Mesh(geometryOf(hollow, out, tube, dashes), materialOf(color, opacity));
    // Bright lines lie on their ebony, and everything inside the lip lies a little lower.
    const isEbony = color === EBONY;
    if (isEbony) mesh.scale.y = 0.3;
    const height = isEbony ? 0.004 : 0.01;
    mesh.position.set(hollow.x, height - (out < LIP / 2 ? 0.05 : 0), hollow.y);
    mesh.renderOrder = color === EBONY ? 0 : 1;
    group.add(mesh);
  }

  function inlaid(place: number, out: number, tube: number, color: number, dashes = 0): void {
    ring(place, out, tube + 0.04, EBONY);
    ring(place, out, tube, color, 1, dashes);
  }

  function ticks(place: number): void {
    const hollow = layout.hollows[place];
    if (hollow === undefined) return;
    const inwards = -Math.sign(hollow.y);
    const z = hollow.y + inwards * (hollow.r + hollow.half_y + LIP + 0.12);
    for (const side of [-1, 1]) {
      for (const [color, grow, y] of [
        [EBONY, 0.07, 0.006],
        [ORANGE, 0, 0.014],
      ] as const) {
        const key = `tick/${grow}`;
        const bar = geometries.get(key) ?? new BoxGeometry(0.09 + grow, 0.02, 0.3 + grow);
        geometries.set(key, bar);
        const mesh = new Mesh(bar, materialOf(color, 1));
        mesh.position.set(hollow.x + side * 0.14, y, z);
        mesh.renderOrder = color === EBONY ? 0 : 1;
        group.add(mesh);
      }
    }
  }

  return {
    group,
    show(marked) {
      group.clear();
      group.add(pulse);
      const last = new Set([marked.origin, marked.end]);
      const rimOf = (place: number) => (last.has(place) ? INSIDE : RIM);
      for (const place of new Set([marked.origin, marked.end])) {
        if (place !== null) inlaid(place, RIM, 0.048, ORANGE);
      }
      if (marked.origin !== null) inlaid(marked.origin, INSIDE - 0.02, 0.03, ORANGE, 16);
      for (const place of marked.captured) ticks(place);
      for (const place of marked.playable) {
        if (place === marked.selected || place === marked.focused) continue;
        const isHovered = place === marked.hovered;
        ring(place, rimOf(place), isHovered ? 0.08 : 0.062, EBONY, isHovered ? 1 : 0.62);
        ring(place, rimOf(place), isHovered ? 0.045 : 0.026, IVORY, isHovered ? 1 : 0.7);
      }
      for (const place of marked.threatened) inlaid(place, rimOf(place), 0.04, IVORY, 22);
      if (marked.selected !== null) inlaid(marked.selected, rimOf(marked.selected), 0.062, IVORY);
      if (marked.beacon !== null) {
        inlaid(marked.beacon, RIM, 0.085, ORANGE);
        ring(marked.beacon, RIM + 0.02, 0.26, ORANGE, 0.3);
      }
      if (marked.focused !== null) {
        ring(marked.focused, rimOf(marked.focused), 0.115, EBONY);
        for (const step of [-0.06, 0.06]) {
          ring(marked.focused, rimOf(marked.focused) + step, 0.03, IVORY);
        }
      }
      pulse_place = marked.end;
    },
    pulse(share) {
      const hollow = pulse_place === null ? undefined : layout.hollows[pulse_place];
      pulse.visible = share !== null && hollow !== undefined;
      if (share === null || hollow === undefined) return;
      pulse.geometry = geometryOf(hollow, RIM, 0.07, 0);
      pulse.position.set(hollow.x, 0.03 + 0.1 * share, hollow.y);
      pulse.scale.setScalar(1 + 0.34 * share);
      pulse.material.opacity = 0.9 * (1 - share);
    },
    dispose() {
      group.clear();
      const owned: (BufferGeometry | Material)[] = [...geometries.values(), ...materials.values()];
      for (const part of owned) part.dispose();
    },
  };
}
