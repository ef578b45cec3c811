import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The page that is shown without the network, and what it needs. */
const kept = ["offline.html", "offline.css", "offline.js", "theme.js", "favicon.svg"];

/** Writes `sw.js`, which differs from the one before it whenever a file that it keeps does: a browser asks for these files again then. */
export function serviceWorker(publicFolder: string): Plugin {
  return {
    name: "hearth:service-worker",
    apply: "build",
    async generateBundle() {
      const code = await readFile(new URL("service-worker.js", import.meta.url), "utf8");
      const contents = await Promise.all(kept.map((file) => readFile(join(publicFolder, file))));
      const list = kept.map((file) => `"/${file}"`).join(", ");
      this.emitFile({ type: "asset", fileName: "sw.js", source: code.replace("VERSION", versionOf(contents)).replace('"FILES"', list) });
    },
  };
}

function versionOf(contents: Buffer[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 12);
}
