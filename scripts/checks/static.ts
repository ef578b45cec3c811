import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Check, type Outcome, runNode } from "./run.ts";

/**
 * The TypeScript programs: the code for Node, the pages, and the wallet's page. Journeys contain code that runs in a page, so the first program includes the
 * browser's globals too. A lint rule allows only journeys to use them.
 */
const programs = [".", "apps/web", "apps/wallet"];

/** Checks the types of every program. Each counts as one test. */
export const types: Check = {
  name: "types",
  run: (paths) => checkPrograms(paths.length === 0 ? programs : programs.filter((program) => paths.map(programOf).includes(program))),
  // The pages use the server's types, so changes of the server affect them.
  changed: ({ files }) => checkPrograms(programs.filter((program) => files.some((file) => [".", program].includes(programOf(file))))),
};

/** Returns the program that contains a file. The one at the root contains all other files, and the configuration of the pages' tools. */
function programOf(path: string): string {
  const isConfig = path.endsWith(".config.ts");
  return programs.find((program) => !isConfig && `${path}/`.startsWith(`${program}/`)) ?? ".";
}

async function checkPrograms(chosen: string[]): Promise<Outcome> {
  return add(await Promise.all(chosen.map(checkTypes)));
}

/** Checks one program with a single checker: several would compute the same types again. */
function checkTypes(program: string): Promise<Outcome> {
  const memory = join("node_modules", ".cache", "types", `${program === "." ? "node" : basename(program)}.tsbuildinfo`);
  const quick = ["--checkers", "1", "--incremental", "--tsBuildInfoFile", memory];
  return single("node_modules/typescript/bin/tsc", ["-p", program, "--pretty", "false", ...quick]);
}

/** Checks the format of every file. */
export const format: Check = { name: "format", run: formatted, changed: formatted };

/** Checks the lint rules, including the import rules (warnings fail too), and finds unused or undeclared dependencies. */
export const lint: Check = {
  name: "lint",
  run: async () => add([await oxlint([]), await single("node_modules/knip/bin/knip.js", ["--no-progress", "--no-config-hints"])]),
  changed: async ({ files }) => {
    const code = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));
    return code.length === 0 ? { passed: 0, failed: 0 } : oxlint(code); // without a path it would lint everything
  },
};

function formatted(): Promise<Outcome> {
  return single("node_modules/oxfmt/bin/oxfmt", ["--check", "."]);
}

function oxlint(files: string[]): Promise<Outcome> {
  return single("node_modules/oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", "--no-error-on-unmatched-pattern", ...files]);
}

/** Adds outcomes up. */
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

/** Disables garbage collection in the type checker and linter (Go programs) up to a memory limit: it took a third of their time. */
export const collectingLate = { GOGC: "off", GOMEMLIMIT: "3GiB" };

async function single(program: string, args: string[]): Promise<Outcome> {
  if (!existsSync(join(root, program))) return { passed: 0, failed: 1, output: `${program} is missing.\n` };
  const { code, output } = await runNode(program, args, { env: { ...process.env, ...collectingLate } });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}
