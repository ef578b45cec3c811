import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

/** The faces of the first paint; the others are fetched when a page uses them. */
const preloadedFonts = /(inter-latin-wght-normal|newsreader-latin-opsz-normal)-[\w-]+\.woff2$/;

/** Writes preload links for the fonts of the first paint into the built page, so that text does not change its face late. */
function preloadFonts(): Plugin {
  return {
    name: "hearth:preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => preloadedFonts.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
            injectTo: "head-prepend" as const,
          })),
    },
  };
}

const server = process.env.HEARTH_SERVER ?? "http://localhost:5000";

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double", semicolons: true }),
    react(),
    preloadFonts(),
    compression({ algorithms: ["gzip", "brotliCompress"], include: /\.(html|js|css|svg|json|txt|webmanifest)$/, threshold: 512 }),
  ],
  build: {
    outDir: "dist",
    sourcemap: false,
    // A strict content security policy has no place for data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: "shared", minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/trpc": server, "/api": server, "/health": server },
  },
});
