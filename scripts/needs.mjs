import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Requirements of a tool besides the npm packages.
 * @typedef {object} Needs
 * @property {Record<string, string>} [programs] programs on the PATH, each with the Debian package that contains it
 * @property {boolean} [isRoot] whether the tool must run as root
 * @property {string} [product] the address of a running product
 * @property {string} [otherwise] a command that works without these needs
 */

/**
 * The needs that this system does not meet.
 * @typedef {object} Unmet
 * @property {string[]} packages Debian packages of the missing programs
 * @property {boolean} lacksRoot
 * @property {string | null} product the address at which no product answers
 * @property {string | undefined} otherwise
 */

/**
 * Checks all needs of a tool, without stopping at the first that is not met.
 * @param {Needs} needs
 * @param {{ path?: string, uid?: number | undefined }} [system] this process's PATH and user when left out
 * @returns {Promise<Unmet>}
 */
export async function unmetNeeds(needs, { path = process.env["PATH"] ?? "", uid = process.getuid?.() } = {}) {
  const missing = Object.entries(needs.programs ?? {}).filter(([program]) => !isOnPath(program, path));
  return {
    packages: missing.map(([, name]) => name),
    lacksRoot: needs.isRoot === true && uid !== 0,
    product: needs.product === undefined || (await answers(needs.product)) ? null : needs.product,
    otherwise: needs.otherwise,
  };
}

/**
 * Returns one sentence that names everything a tool lacks and the command that mends it, or null when it lacks nothing.
 * @param {string} tool
 * @param {Unmet} unmet
 */
export function sentenceAbout(tool, { packages, lacksRoot, product, otherwise }) {
  if (product !== null)
    return `npm run ${tool} needs a running product, and none answers at ${product}: run npm start in another terminal first, or set HEARTH_URL to its address.`;
  const lacks = [
    ...(lacksRoot ? ["root"] : []),
    ...(packages.length > 0 ? [`the Debian package${packages.length > 1 ? "s" : ""} ${packages.join(", ")}`] : []),
  ];
  if (lacks.length === 0) return null;
  const install = packages.length > 0 ? `: run ${lacksRoot ? "sudo " : ""}apt-get install ${packages.join(" ")}` : ": run it as root";
  return `npm run ${tool} lacks ${lacks.join(" and ")}${install}${otherwise === undefined ? "" : `, or run only ${otherwise}`}.`;
}

/**
 * @param {string} program
 * @param {string} path
 */
function isOnPath(program, path) {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {string} url */
async function answers(url) {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
