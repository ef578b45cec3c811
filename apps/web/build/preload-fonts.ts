import type { Plugin } from "vite";

/** Adds preload links for the fonts of the first paint to the built page, so that the text does not change its font late. */
export function preloadFonts(files: RegExp): Plugin {
  return {
    name: "hearth:preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => files.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
            injectTo: "head-prepend" as const,
          })),
    },
  };
}
