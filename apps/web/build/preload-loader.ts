import type { Plugin } from "vite";

/** Places in the bundler's loader with their replacements. */
const replacements: readonly (readonly [find: RegExp, put: string])[] = [
  // Takes a style sheet that did not come for one that is there
  [/seen\[href\] = (?:void 0|undefined);(\s*throw err;)/, "delete seen[href];$1"],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
  // No page of Hearth has a nonce
  [/const cspNonceMeta = [^;]*;\s*const cspNonce = [^;]*;/, ""],
  [/if \(cspNonce\) link\.setAttribute\("nonce", cspNonce\);/, ""],
  // Nothing listens to this event
  [/const e\w* = new Event\("vite:preloadError"[^]*?throw err;/, "throw err;"],
  // Requests all files of a part in one task, which blocks a slow phone: now eight in each task
  [
    /deps\.map\(\((\w+)\) => \{/,
    "deps.map(async ($1, index) => { if (index > 7) await new Promise((resolve) => setTimeout(resolve, index >> 3));",
  ],
];

/** Returns the changed source of the bundler's loader. @throws Error for another loader. */
export function withChanges(loader: string): string {
  return replacements.reduce((code, [find, put]) => {
    if (!find.test(code)) throw new Error(`The bundler's loader has no ${find.source} any more. What has to be changed now?`);
    return code.replace(find, put);
  }, loader);
}

/**
 * Changes how the bundler's loader requests the files of a part of a page. A part that is loaded again asks for its style sheet again as well,
 * because the part would be shown without its style. The files of a large part are requested in several tasks.
 */
export function preloadLoader(): Plugin {
  return {
    name: "hearth:preload-loader",
    apply: "build",
    transform: { filter: { id: /vite\/preload-helper/ }, handler: (code) => withChanges(code) },
  };
}
