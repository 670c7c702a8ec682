import { defineConfig } from "vitest/config";

const GAME = "/src/main.tsx";

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Whether the game's script imports a module before it runs, not when somebody wants it. */
function isForFirstMove(id: string, modules: Modules): boolean {
  const seen = new Set([id]);
  for (const found of seen) {
    const importers = modules.getModuleInfo(found)?.importers ?? [];
    if (importers.some((importer) => importer.endsWith(GAME))) return true;
    for (const importer of importers) seen.add(importer);
  }
  return false;
}

/** The server writes the page itself and finds the hashed files in `.vite/manifest.json`. */
export default defineConfig({
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/naqala/site/static",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js is one piece that nothing shakes smaller; it comes by itself, after the page.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: [
        "src/main.tsx",
        "src/worker/service-worker.ts",
        "src/reading.ts",
        "src/statistics/privacy.ts",
        "src/styles/reading.css",
        "src/styles/admin.css",
      ],
      output: {
        codeSplitting: {
          groups: [
            { name: "three", test: /node_modules[\\/]three/ },
            // What the first move needs is one file: many small ones pack worse.
            {
              name: (id, modules) =>
                /\.tsx?$|preact/.test(id) && isForFirstMove(id, modules) ? "core" : null,
            },
          ],
        },
        // Its address must not change, or it would never be replaced.
        entryFileNames: ({ name }) =>
          name === "service-worker" ? "service-worker.js" : "assets/[name]-[hash].js",
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"], css: true },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
