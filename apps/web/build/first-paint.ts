import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { minify, type Plugin } from "vite";

const themeTag = '<script src="/theme.js"></script>';

/**
 * Puts `theme.js` and the first style sheet into the built page. The first paint needs both, and a file of its own would cost a round trip. The
 * server allows them by their hashes. The offline page loads its files.
 */
export function firstPaint(publicFolder: string): Plugin {
  return {
    name: "hearth:first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle = {} }) {
        const { code, errors } = await minify("theme.js", await readFile(join(publicFolder, "theme.js"), "utf8"), { module: false });
        if (errors.length > 0) throw new Error(`theme.js cannot be minified: ${errors.map(({ message }) => message).join(" ")}`);
        return paintedFirst(html, code, (file) => {
          const output = bundle[file];
          return output?.type === "asset" && typeof output.source === "string" ? output.source : "";
        });
      },
    },
  };
}

/**
 * Puts the theme's script and the styles into the page. The app's scripts have a low priority, because the first paint needs none of them. The
 * disabled link loads nothing: the bundler's loader finds it, and does not request the style sheet for the parts that name it.
 */
export function paintedFirst(html: string, theme: string, readStyles: (file: string) => string): string {
  const [link = "", file = ""] = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html) ?? [];
  const styles = readStyles(file).trim();
  if (!html.includes(themeTag) || styles === "" || styles.includes("</")) {
    throw new Error(`The built page needs ${themeTag} and a style sheet that can be part of it`);
  }
  return html
    .replace(link, "")
    .replace(themeTag, () => `<script>${theme}</script><style>${styles}</style>${link.replace("<link ", "<link disabled ")}`)
    .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
}
