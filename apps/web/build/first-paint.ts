import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { minify, type Plugin } from "vite";

const themeTag = '<script src="/theme.js"></script>';

/**
 * Puts `theme.js` into the built page, because it runs before the first paint and a file of its own would cost a round trip. The server allows
 * the script by its hash. The offline page loads the file.
 */
export function firstPaint(publicFolder: string): Plugin {
  return {
    name: "hearth:first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const { code, errors } = await minify("theme.js", await readFile(join(publicFolder, "theme.js"), "utf8"), { module: false });
        if (errors.length > 0) throw new Error(`theme.js cannot be minified: ${errors.map(({ message }) => message).join(" ")}`);
        return orderedHead(html, code);
      },
    },
  };
}

/**
 * Orders the head by what the first paint needs: the theme's script in the page, then the style sheet. The app's scripts come last and with a
 * low priority, because the first paint needs none of them.
 */
export function orderedHead(html: string, theme: string): string {
  const [styles = ""] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
  if (!html.includes(themeTag) || styles === "") throw new Error(`The built page needs ${themeTag} and a style sheet`);
  return html
    .replace(styles, "")
    .replace(themeTag, () => `<script>${theme}</script>${styles}`)
    .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
}
