import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The offline page and its files. */
const precachedFiles = ["offline.html", "offline.css", "offline.js", "theme.js", "favicon.svg"];

/** Writes `sw.js`. It changes whenever one of the cached files changes, so that browsers reload these files. */
export function serviceWorker(publicFolder: string): Plugin {
  return {
    name: "hearth:service-worker",
    apply: "build",
    async generateBundle() {
      const code = await readFile(new URL("service-worker.js", import.meta.url), "utf8");
      const contents = await Promise.all(precachedFiles.map((file) => readFile(join(publicFolder, file))));
      const list = precachedFiles.map((file) => `"/${file}"`).join(", ");
      this.emitFile({ type: "asset", fileName: "sw.js", source: code.replace("VERSION", versionOf(contents)).replace('"FILES"', list) });
    },
  };
}

function versionOf(contents: Buffer[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 12);
}
