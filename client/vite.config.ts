import { defineConfig } from "vitest/config";

/** Parts of the client that are fetched when somebody wants them. */
const LATER =
  /[\\/]src[\\/](?:(?:board3d|learn|review|worker)[\\/]|sound[\\/](?:ear|voices)\.|ui[\\/](?:help|settings)\.|i18n[\\/]e[ns]\.|(?:main|reading)\.)/;

function isForFirstMove(id: string): boolean {
  return /[\\/]client[\\/]src[\\/].*\.tsx?$|@?preact/.test(id) && !LATER.test(id);
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
        "src/styles/reading.css",
      ],
      output: {
        codeSplitting: {
          groups: [
            { name: "three", test: /node_modules[\\/]three/ },
            // What the first move needs is one file: many small ones pack worse.
            { name: "core", test: isForFirstMove },
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
