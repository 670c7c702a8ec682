import { Group, type Scene } from "three";
import { type Layout, layoutOf } from "./layout";
import { lights, tableShadow } from "./light";
import { type Marks, makeMarks } from "./marks";
import { makeNumerals, type Numerals } from "./numerals";
import { type Picture, seedCount } from "./picture";
import { makePlank, type Wood } from "./plank";
import type { Fineness } from "./quality";
import { makeSeeds, type Seeds } from "./seeds";

/** The things of one board in the scene: what has to be made anew for another one. */
export interface Body {
  readonly layout: Layout;
  /** All but the lamps: what turns when the sides are exchanged. */
  readonly root: Group;
  readonly numerals: Numerals;
  readonly marks: Marks;
  readonly seeds: Seeds;
  dispose(): void;
}

export function makeBody(scene: Scene, picture: Picture, wood: Wood, fineness: Fineness): Body {
  const layout = layoutOf(picture.shape, picture.pits, picture.front);
  const root = new Group();
  const plank = makePlank(layout, wood, fineness);
  const numerals = makeNumerals(layout);
  const marks = makeMarks(layout);
  const seeds = makeSeeds(seedCount(picture.table), layout.seed_radius, picture.seeds, fineness);
  const lamps = lights(layout, fineness);
  const shadow = tableShadow(layout, picture.is_dark);
  root.add(plank.group, numerals.group, marks.group, seeds.mesh, shadow);
  scene.add(root, lamps);
  return {
    layout,
    root,
    numerals,
    marks,
    seeds,
    dispose() {
      scene.remove(root, lamps);
      for (const part of [plank, numerals, marks, seeds]) part.dispose();
      lamps.traverse((lamp) => (lamp as { dispose?: () => void }).dispose?.());
      shadow.geometry.dispose();
      shadow.material.alphaMap?.dispose();
      shadow.material.dispose();
    },
  };
}
