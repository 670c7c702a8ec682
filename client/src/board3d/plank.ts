import {
  CanvasTexture,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
} from "three";
import { paintGrain, plainColour } from "../board/grain";
import type { Settings } from "../settings";
import { boardGeometry, GRAIN, inlayGeometry } from "./carve";
import type { Layout } from "./layout";
import { BRASS, EBONY } from "./palette";
import type { Fineness } from "./quality";

/** The carved board and the stuff it is made of. */

type WoodMaterial = MeshStandardMaterial | MeshLambertMaterial;

export interface Wood {
  readonly material: WoodMaterial;
  paint(wood: Settings["wood"]): void;
  isPainting(): boolean;
  dispose(): void;
}

/** Plain at first, with its grain as soon as that is painted; `painted` is called then. */
export function makeWood(fineness: Fineness, painted: () => void): Wood {
  const material = fineness.is_rich
    ? new MeshStandardMaterial({ roughness: 0.6, metalness: 0, bumpScale: 1, vertexColors: true })
    : new MeshLambertMaterial({ vertexColors: true });
  let texture: CanvasTexture | null = null;
  let stop = () => {};
  let isPainting = false;
  return {
    material,
    paint(wood) {
      stop();
      isPainting = true;
      if (material.map === null) material.color.set(plainColour(wood));
      const canvas = document.createElement("canvas");
      canvas.width = fineness.grain_px;
      canvas.height = (fineness.grain_px * GRAIN.depth) / GRAIN.width;
      stop = paintGrain(canvas, wood, () => {
        isPainting = false;
        texture?.dispose();
        texture = new CanvasTexture(canvas);
        texture.colorSpace = SRGBColorSpace;
        texture.wrapS = texture.wrapT = RepeatWrapping;
        texture.anisotropy = 8;
        material.map = texture;
        // Late wood and pores are darker, and they lie lower.
        if (material instanceof MeshStandardMaterial) material.bumpMap = texture;
        material.color.set(0xffffff);
        material.needsUpdate = true;
        painted();
      });
    },
    isPainting: () => isPainting,
    dispose() {
      stop();
      texture?.dispose();
      material.dispose();
    },
  };
}

export interface Plank {
  readonly group: Group;
  dispose(): void;
}

/** The board itself, with the line let in along its edge. */
export function makePlank(layout: Layout, wood: Wood, fineness: Fineness): Plank {
  const group = new Group();
  const body = new Mesh(boardGeometry(layout, fineness.steps), wood.material);
  body.castShadow = body.receiveShadow = fineness.shadow_px > 0;
  group.add(body);
  const inset = layout.shape === "wide" ? 0.15 : 0.22;
  const owned: Material[] = [];
  for (const [breadth, color, y] of [
    [0.1, EBONY, 0.001],
    [0.03, BRASS, 0.004],
  ] as const) {
    const material = new MeshBasicMaterial({ color, toneMapped: false });
    const line = new Mesh(inlayGeometry(layout, inset, breadth), material);
    line.position.y = y;
    owned.push(material);
    group.add(line);
  }
  return {
    group,
    dispose() {
      for (const part of group.children) if (part instanceof Mesh) part.geometry.dispose();
      for (const material of owned) material.dispose();
    },
  };
}
