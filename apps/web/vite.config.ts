import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { noChunkCycles } from "./build/chunk-cycles.ts";
import { compileHint } from "./build/compile-hint.ts";
import { firstLoads } from "./build/first-load.ts";
import { firstPageChunks } from "./build/first-page-chunks.ts";
import { budgets, firstPages, sharedFiles } from "./build/first-pages.ts";
import { firstPaint } from "./build/first-paint.ts";
import { iconImports } from "./build/icon-imports.ts";
import { lazyPages } from "./build/lazy-pages.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { preloadLoader } from "./build/preload-loader.ts";
import { serviceWorker } from "./build/service-worker.ts";

const server = process.env.HEARTH_SERVER ?? "http://localhost:5000";
const routesFolder = new URL("src/routes", import.meta.url).pathname;
const publicFolder = new URL("public", import.meta.url).pathname;
const chainPackages = /node_modules\/(viem|ox|@noble|abitype|wagmi|@wagmi|mipd|eventemitter3|zustand|use-sync-external-store)\//;

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double", semicolons: true }),
    lazyPages(new URL("src", import.meta.url).pathname, firstPages),
    react(),
    iconImports(),
    preloadFonts(/(hanken-grotesk|hepta-slab)-latin-[\w-]{8}\.woff2$/),
    firstPaint(publicFolder),
    serviceWorker(publicFolder),
    preloadLoader(),
    noChunkCycles(),
    firstLoads(budgets),
    compression({ algorithms: ["gzip", "brotliCompress"], include: /\.(html|js|css|svg|json|txt|webmanifest)$/, threshold: 512 }),
  ],
  resolve: {
    // React has had this hook since version 18. Without the alias the router would bundle a polyfill for older versions.
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  build: {
    outDir: "dist",
    sourcemap: false,
    // A strict content security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    // All target browsers support modulepreload. Older ones load a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Shortens the names, because the first script names every file that is loaded later, and the bundler's names list the pages of
        // each.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash:7].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${name.replace(/~.*(?=\.\w+$)/, "").replace(/\.\w+$/, "")}-[hash][extname]`,
        postBanner: compileHint,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // A chunk of its own, because it ends with a top-level await: its importers run in the next task (`src/startup/`).
            {
              name: "react",
              test: /node_modules\/(react|react-dom|scheduler)\/|\/src\/startup\/(paint-first|load-react)\.ts|\/src\/lib\/loading\/(after-paint|yield-to-main)\.ts/,
              priority: 8,
            },
            { name: "vendor", test: /node_modules|\/src\/startup\/load-router\.ts/, tags: ["$initial"], priority: 7 },
            { name: "start", tags: ["$initial"], priority: 5 },
            { name: "zod", test: /node_modules\/zod\//, priority: 4 },
            { name: "chain", test: chainPackages, minShareCount: 2, entriesAware: true, priority: 4 },
            { name: firstPageChunks(routesFolder, firstPages, sharedFiles), priority: 2 },
            { name: "shared", minShareCount: 2, entriesAware: true, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/trpc": server, "/api": server, "/health": server },
  },
});
