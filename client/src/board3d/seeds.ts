import {
  Color,
  DynamicDrawUsage,
  Euler,
  IcosahedronGeometry,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshPhongMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from "three";
import { FLATNESS, mulberry32 } from "../board/pile";
import { KINDS, kindOf, PATTERN_COLOURS, SEED_COLOURS } from "../board/seed-sets";
import type { Settings } from "../settings";
import type { Pose } from "./film";
import type { Fineness } from "./quality";

/** All seeds in one mesh: an instance is a seed, and keeps its form and colour as it travels. */

export interface Seeds {
  readonly mesh: InstancedMesh;
  put(seed: number, pose: Pose): void;
  /** After the seeds have been put. */
  update(): void;
  dispose(): void;
}

/** Length, height and breadth by a seed's radius. */
const FORMS: Readonly<Record<Settings["seeds"], readonly [number, number, number]>> = {
  glass: [1.02, FLATNESS, 0.95],
  earth: [1.16, FLATNESS * 0.94, 0.84],
  forms: [1.04, FLATNESS, 1.0],
};

export function makeSeeds(
  count: number,
  radius: number,
  set: Settings["seeds"],
  fineness: Fineness,
): Seeds {
  const geometry = new IcosahedronGeometry(radius, fineness.seed_detail);
  const material = materialOf(set, radius, fineness);
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.castShadow = mesh.receiveShadow = fineness.shadow_px > 0;
  const kinds = new Float32Array(count);
  const looks = Array.from({ length: count }, (_, seed) => lookOf(seed));
  const colour = new Color();
  for (const [seed, { tone }] of looks.entries()) {
    kinds[seed] = kindOf(seed) % KINDS;
    colour.set(SEED_COLOURS[set][kindOf(seed)] ?? "#888").offsetHSL(0, 0, tone);
    mesh.setColorAt(seed, colour);
  }
  geometry.setAttribute("kind", new InstancedBufferAttribute(kinds, 1));
  const [matrix, turn, place, size] = [
    new Matrix4(),
    new Quaternion(),
    new Vector3(),
    new Vector3(),
  ];
  const angles = new Euler(0, 0, 0, "YXZ");
  const [length, height, breadth] = FORMS[set];
  return {
    mesh,
    put(seed, pose) {
      const look = looks[seed];
      if (look === undefined) return;
      angles.set(look.tilt_x, pose.turn_rad + look.turn, look.tilt_z);
      turn.setFromEuler(angles);
      const scale = look.size * Math.max(pose.size, 1e-4);
      size.set(length * scale, height * scale * pose.height, breadth * scale);
      matrix.compose(place.set(pose.x, pose.y, pose.z), turn, size);
      mesh.setMatrixAt(seed, matrix);
    },
    update() {
      mesh.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      mesh.dispose();
    },
  };
}

/** Small differences between seeds, the same in every game. */
function lookOf(seed: number) {
  const rng = mulberry32(seed * 977 + 5);
  const around = (reach: number) => (rng() * 2 - 1) * reach;
  return {
    size: 0.99 + around(0.05),
    tone: around(0.035),
    turn: around(0.4),
    tilt_x: around(0.17),
    tilt_z: around(0.17),
  };
}

function materialOf(set: Settings["seeds"], radius: number, fineness: Fineness): Material {
  const isGlass = set === "glass";
  const material = fineness.is_rich
    ? new MeshStandardMaterial({
        roughness: isGlass ? 0.2 : 0.42,
        metalness: 0,
        envMapIntensity: isGlass ? 1.7 : 1.1,
      })
    : new MeshPhongMaterial({ shininess: isGlass ? 70 : 30, specular: 0x555555 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        "#include <common>\nattribute float kind;\nvarying float vKind;\nvarying vec3 vAt;\nvarying float vUp;",
      )
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        vKind = kind;
        vAt = position / ${radius.toFixed(4)};
        vUp = position.y / ${radius.toFixed(4)};`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        varying float vKind;
        varying vec3 vAt;
        varying float vUp;
        ${set === "forms" ? PATTERN_SHADER : ""}`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        ${set === "forms" ? "diffuseColor.rgb = mix(diffuseColor.rgb, inkOf(vKind), patternAt(vKind, vAt));" : ""}
        // Less light comes from below, where the pile and the bowl are.
        diffuseColor.rgb *= mix(0.5, 1.0, smoothstep(-0.9, 0.35, vUp));`,
      );
    if (isGlass) {
      // Light that has entered the glass leaves it at its edges and its lower half.
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <emissivemap_fragment>",
        `#include <emissivemap_fragment>
        float rim = 1.0 - abs(dot(normalize(vViewPosition), normal));
        totalEmissiveRadiance += diffuseColor.rgb * (0.34 * rim * rim + 0.05);`,
      );
    }
  };
  material.customProgramCacheKey = () => `${set}/${radius}`;
  return material;
}

const PATTERN_SHADER = `
vec3 inkOf(float kind) {
  ${PATTERN_COLOURS.map((hex, kind) => {
    const { r, g, b } = new Color(hex);
    return `if (kind < ${kind}.5) return vec3(${r.toFixed(3)}, ${g.toFixed(3)}, ${b.toFixed(3)});`;
  }).join("\n  ")}
  return vec3(0.0);
}
float within(float value, float edge) {
  float soft = fwidth(value) + 0.001;
  return 1.0 - smoothstep(edge - soft, edge + soft, value);
}
float patternAt(float kind, vec3 at) {
  float out_ = length(at.xz);
  if (kind < 0.5) return within(abs(at.x), 0.2);
  if (kind < 1.5) return within(out_, 0.36);
  if (kind < 2.5) return max(within(abs(at.x), 0.14), within(abs(at.z), 0.14));
  if (kind < 3.5) return within(at.x, 0.0);
  if (kind < 4.5) return within(abs(out_ - 0.52), 0.13);
  return within(abs(abs(at.x) - 0.4), 0.13);
}`;
