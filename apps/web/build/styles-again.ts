import type { Plugin } from "vite";

/** The lines of the loader that take a style sheet that did not come for one that is there, with their replacements. */
const replacements: readonly (readonly [find: RegExp, put: string])[] = [
  [/seen\[href\] = (?:void 0|undefined);(\s*throw err;)/, "delete seen[href];$1"],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
];

/** Changes the source of the bundler's loader so that it asks again for a style sheet that did not come. @throws Error for another loader. */
export function withStylesAgain(loader: string): string {
  return replacements.reduce((code, [find, put]) => {
    if (!find.test(code))
      throw new Error(`The loader has no ${find.source} any more. Does it ask again for a style sheet that did not come?`);
    return code.replace(find, put);
  }, loader);
}

/**
 * Has a part of a page that is loaded again ask for its style sheet again as well. The bundler's loader asks for each style sheet once, also
 * where it did not come, and the part would be shown without its style.
 */
export function stylesAgain(): Plugin {
  return {
    name: "hearth:styles-again",
    apply: "build",
    transform: { filter: { id: /vite\/preload-helper/ }, handler: (code) => withStylesAgain(code) },
  };
}
