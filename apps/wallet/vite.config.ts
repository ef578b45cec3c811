import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

/** Bytes of gzip, for the page's scripts and styles together: a wallet opens in the middle of a payment. */
const mostBytes = 60_000;

/** Fails the build if the page is larger than its budget. */
function sizeBudget(): Plugin {
  return {
    name: "hearth:size-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle).map((output) => (output.type === "chunk" ? output.code : output.source));
      const bytes = outputs.reduce((sum, output) => sum + gzipSync(output).length, 0);
      if (bytes > mostBytes) this.error(`The wallet's page has ${bytes} bytes with gzip, over its budget of ${mostBytes}.`);
    },
  };
}

/** Two builds of the same sources are the same bytes: no time, path or random name goes into a file. */
export default defineConfig({
  build: { outDir: "dist", sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  plugins: [sizeBudget(), compression({ algorithms: ["gzip", "brotliCompress"], include: /\.(html|js|css)$/, threshold: 512 })],
});
