import {
  BackSide,
  BoxGeometry,
  CanvasTexture,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";
import { CORNER, type Layout, THICKNESS } from "./layout";
import type { Fineness } from "./quality";

/** Late-afternoon light from the upper left, a room to be reflected, and shadows on the table. */

/** The lamps; the shadow of the first is as wide as the board and its flying seeds. */
export function lights(layout: Layout, fineness: Fineness): Group {
  const group = new Group();
  const sun = new DirectionalLight(0xffe3c0, fineness.is_rich ? 2.5 : 2.3);
  sun.position.set(-6.5, 11, -5);
  if (fineness.shadow_px > 0) {
    sun.castShadow = true;
    sun.shadow.mapSize.set(fineness.shadow_px, fineness.shadow_px);
    sun.shadow.radius = 5;
    sun.shadow.bias = -0.0004;
    sun.shadow.normalBias = 0.03;
    const reach = layout.width / 2 + 1.6;
    const high = layout.depth / 2 + 3.2;
    const edges = { left: -reach, right: reach, top: high, bottom: -high, near: 2, far: 30 };
    Object.assign(sun.shadow.camera, edges);
  }
  group.add(sun, new HemisphereLight(0xfff4e4, 0x3a2c24, fineness.is_rich ? 0.4 : 1.15));
  if (!fineness.is_rich) {
    const fill = new DirectionalLight(0xbcd4dc, 0.5);
    fill.position.set(6, 6, 8);
    group.add(fill);
  }
  return group;
}

/** What shining things reflect: a dim room with a tall window of four panes and a lamp. */
export function roomTexture(renderer: WebGLRenderer): { texture: Texture; dispose(): void } {
  const room = new Scene();
  const box = new BoxGeometry();
  const add = (colour: number, strength: number, at: Numbers, size: Numbers, inside = false) => {
    const material = new MeshBasicMaterial({ color: colour });
    material.color.multiplyScalar(strength);
    if (inside) material.side = BackSide;
    const mesh = new Mesh(box, material);
    mesh.position.set(...at);
    mesh.scale.set(...size);
    room.add(mesh);
  };
  add(0x9a8672, 0.5, [0, 3, 0], [30, 20, 30], true);
  add(0xf1e4d0, 0.75, [0, 12.6, 0], [26, 0.2, 26]);
  for (const x of [-8.2, -4.4]) {
    for (const y of [5, 9.4]) add(0xfff0d8, 15, [x, y, -12], [3.3, 3.8, 0.3]);
  }
  add(0xcfe2ee, 3.2, [13, 6, 3], [0.3, 7, 9]);
  add(0xffe2b8, 2.4, [1, 8, 13], [10, 3, 0.3]);
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(room, 0.015);
  generator.dispose();
  room.traverse((part) => {
    if (part instanceof Mesh) part.material.dispose();
  });
  box.dispose();
  return { texture: target.texture, dispose: () => target.dispose() };
}

type Numbers = readonly [number, number, number];

/** The board's shadow on the table, painted: nothing softer can be cast. */
export function tableShadow(
  layout: Layout,
  isDark: boolean,
): Mesh<PlaneGeometry, MeshBasicMaterial> {
  const shadow = new Mesh(
    new PlaneGeometry(layout.width + 2 * MARGIN, layout.depth + 2 * MARGIN).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({
      color: 0x050707,
      alphaMap: new CanvasTexture(paintShadow(layout)),
      transparent: true,
      opacity: isDark ? 1 : 0.62,
      depthWrite: false,
      toneMapped: false,
    }),
  );
  shadow.position.y = -THICKNESS - 0.01;
  return shadow;
}

const MARGIN = 2.6;
const SHADOW_PX_PER_UNIT = 12;

function paintShadow(layout: Layout): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const scale = SHADOW_PX_PER_UNIT;
  canvas.width = (layout.width + 2 * MARGIN) * scale;
  canvas.height = (layout.depth + 2 * MARGIN) * scale;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  // How dark it is, not its colour: alpha in a canvas is too coarse for so soft an edge.
  context.fillRect(0, 0, canvas.width, canvas.height);
  // What casts the shadow is drawn outside the canvas, so that only its blur is seen.
  const away = canvas.width * 2;
  const cast = (blur: number, alpha: number, x: number, y: number) => {
    context.shadowColor = `rgb(255 255 255 / ${alpha})`;
    context.shadowBlur = blur * scale;
    context.shadowOffsetX = away + x * scale;
    context.shadowOffsetY = y * scale;
    context.beginPath();
    context.roundRect(
      MARGIN * scale - away,
      MARGIN * scale,
      layout.width * scale,
      layout.depth * scale,
      CORNER * scale,
    );
    context.fill();
  };
  cast(0.5, 0.5, 0.12, 0.16);
  cast(1.2, 0.5, 0.3, 0.42);
  cast(2.1, 0.35, 0.4, 0.5);
  return canvas;
}
