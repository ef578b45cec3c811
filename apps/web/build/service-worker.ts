import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The offline page and its files from the public folder. */
const publicFiles = ["offline.html", "offline.js", "theme.js", "favicon.svg"];

/** The fonts of the offline page, by their placeholder in `offline.css`. */
const fonts = { HANKEN: /hanken-grotesk-latin-[\w-]{8}\.woff2$/, HEPTA: /hepta-slab-latin-[\w-]{8}\.woff2$/ };

/**
 * Writes `offline.css` with the names of the built fonts, and `sw.js`. The latter changes whenever one of the cached files changes, so that
 * browsers reload these files.
 */
export function serviceWorker(publicFolder: string): Plugin {
  const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
  return {
    name: "hearth:service-worker",
    apply: "build",
    async generateBundle(_options, bundle) {
      const [code, template] = await Promise.all([read("service-worker.js"), read("offline.css")]);
      const fontFiles = Object.values(fonts).map((name) => Object.keys(bundle).find((file) => name.test(file)));
      let styles = template;
      for (const [index, placeholder] of Object.keys(fonts).entries()) {
        const file = fontFiles[index];
        if (file === undefined) throw new Error(`The build has no font for ${placeholder} of the offline page`);
        styles = styles.replace(placeholder, file);
      }
      const contents = await Promise.all(publicFiles.map((file) => readFile(join(publicFolder, file))));
      const list = [...publicFiles, "offline.css", ...fontFiles].map((file) => `"/${file}"`).join(", ");
      const version = versionOf([...contents, Buffer.from(styles)]);
      this.emitFile({ type: "asset", fileName: "offline.css", source: styles });
      this.emitFile({ type: "asset", fileName: "sw.js", source: code.replace("VERSION", version).replace('"FILES"', list) });
    },
  };
}

function versionOf(contents: Buffer[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 12);
}
