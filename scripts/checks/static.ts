import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Check, type Outcome, runNode } from "./run.ts";

/**
 * The TypeScript programs: everything for Node, and the pages. The journeys contain code for pages, so the first program knows browser
 * globals as well. A lint rule ensures that only journeys use them.
 */
const programs = [".", "apps/web"];

/** Checks the types of every program; each counts as one test. */
export const types: Check = {
  name: "types",
  run: (paths) => checkPrograms(paths.length === 0 ? programs : programs.filter((program) => paths.map(programOf).includes(program))),
  // The pages use the server's types, so changes there affect them.
  changed: ({ files }) => checkPrograms(programs.filter((program) => files.some((file) => [".", program].includes(programOf(file))))),
};

/**
 * Returns the program that contains a file. The root program has all files that are in no other, and the configurations of the pages'
 * tools.
 */
function programOf(path: string): string {
  const isConfig = path.endsWith(".config.ts");
  return programs.find((program) => !isConfig && `${path}/`.startsWith(`${program}/`)) ?? ".";
}

async function checkPrograms(chosen: string[]): Promise<Outcome> {
  return add(await Promise.all(chosen.map(checkTypes)));
}

/** Uses one checker for each program, because several would compute the same types repeatedly. */
function checkTypes(program: string): Promise<Outcome> {
  const memory = join("node_modules", ".cache", "types", `${program === "." ? "node" : basename(program)}.tsbuildinfo`);
  const quick = ["--checkers", "1", "--incremental", "--tsBuildInfoFile", memory];
  return single("node_modules/typescript/bin/tsc", ["-p", program, "--pretty", "false", ...quick]);
}

/** Checks that every file is formatted. */
export const format: Check = { name: "format", run: formatted, changed: formatted };

/** Lints, with the rules on imports (warnings fail as well), and finds unused and undeclared packages. */
export const lint: Check = {
  name: "lint",
  run: async () => add([await oxlint([]), await single("node_modules/knip/bin/knip.js", ["--no-progress", "--no-config-hints"])]),
  changed: async ({ files }) => {
    const code = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));
    return code.length === 0 ? { passed: 0, failed: 0 } : oxlint(code); // without file names it would lint everything
  },
};

function formatted(): Promise<Outcome> {
  return single("node_modules/oxfmt/bin/oxfmt", ["--check", "."]);
}

function oxlint(files: string[]): Promise<Outcome> {
  return single("node_modules/oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", "--no-error-on-unmatched-pattern", ...files]);
}

/** Combines outcomes. */
export function add(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    output: outcomes.map(({ output }) => output ?? "").join(""),
    failures: outcomes.flatMap(({ failures }) => failures ?? []),
    secondTries: outcomes.flatMap(({ secondTries }) => secondTries ?? []),
    files: outcomes.flatMap(({ files }) => files ?? []),
  };
}

/**
 * Delays garbage collection of the type checker and the linter. They are written in Go and run for seconds, and collection would take a
 * third of their time.
 */
const collectingLate = { GOGC: "off", GOMEMLIMIT: "3GiB" };

async function single(program: string, args: string[]): Promise<Outcome> {
  if (!existsSync(join(root, program))) return { passed: 0, failed: 1, output: `${program} is missing.\n` };
  const { code, output } = await runNode(program, args, { env: { ...process.env, ...collectingLate } });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}
