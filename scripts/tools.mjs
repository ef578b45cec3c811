/** @import { Needs } from "./needs.mjs" */

/**
 * A program behind a script of package.json.
 * @typedef {object} Tool
 * @property {string} program path from the project's root
 * @property {string[]} [args] arguments before those that the user gives
 * @property {(args: string[]) => Needs} [needs] what the tool needs besides the npm packages, given the user's arguments
 */

const productUrl = process.env["HEARTH_URL"] ?? "http://localhost:5000";

/** @type {Record<string, Tool>} */
export const tools = {
  hearth: { program: "apps/cli/src/main.ts" },
  bench: { program: "apps/e2e/bench/main.ts", needs: () => ({ programs: { ps: "procps" } }) },
  drill: { program: "apps/e2e/drill/main.ts", needs: needsOfDrill },
  defects: { program: "scripts/defects.ts" },
  prove: { program: "scripts/prove.ts" },
  fix: { program: "scripts/fix.ts" },
  fonts: { program: "scripts/fonts.ts" },
  sbom: { program: "scripts/sbom.mjs" },
  screens: { program: "scripts/screens.ts", needs: () => ({ product: productUrl }) },
  "social-card": { program: "scripts/screens.ts", args: ["--social-card"], needs: () => ({ product: productUrl }) },
};

const partsWithoutImage = ["version-before", "point-in-time", "heartbeats"];

/**
 * @param {string[]} args
 * @returns {Needs}
 */
function needsOfDrill(args) {
  const parts = args.filter((arg) => !arg.startsWith("--"));
  const runs = (/** @type {string} */ part) => parts.length === 0 || parts.includes(part);
  return {
    programs: { ...(runs("version-before") && { git: "git" }), ...(runs("life") && programsOfImage) },
    isRoot: runs("life"),
    otherwise: `npm run drill -- ${partsWithoutImage.join(" ")}`,
  };
}

/** Programs for the first part of the drill, which builds the image and runs it behind a proxy and a pooler. */
const programsOfImage = {
  mmdebstrap: "mmdebstrap",
  buildah: "buildah",
  caddy: "caddy",
  pgbouncer: "pgbouncer",
  prometheus: "prometheus",
  setpriv: "util-linux",
  "systemd-analyze": "systemd",
};
