import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Check, type Outcome, runNode } from "./run.ts";

/**
 * The programs that the compiler looks at, each whole: what runs on Node, and the pages. The journeys say what they do in a page, so the first knows a
 * browser's names as well; that nothing but they says one is a rule of the linter.
 */
const programs = [".", "apps/web"];

/** The types of every program; each counts as one test. */
export const types: Check = {
  name: "types",
  run: (paths) => checkPrograms(paths.length === 0 ? programs : programs.filter((program) => paths.map(programOf).includes(program))),
  // The pages see the server's types, so what changes there reaches them.
  changed: ({ files }) => checkPrograms(programs.filter((program) => files.some((file) => [".", program].includes(programOf(file))))),
};

/** Which program a file is a part of; the one at the root has whatever is in no other, and what configures the pages' tools. */
function programOf(path: string): string {
  const isConfig = path.endsWith(".config.ts");
  return programs.find((program) => !isConfig && `${path}/`.startsWith(`${program}/`)) ?? ".";
}

async function checkPrograms(chosen: string[]): Promise<Outcome> {
  return add(await Promise.all(chosen.map(checkTypes)));
}

/** One checker for each program: several would work out the same types over again. */
function checkTypes(program: string): Promise<Outcome> {
  const memory = join("node_modules", ".cache", "types", `${program === "." ? "node" : basename(program)}.tsbuildinfo`);
  const quick = ["--checkers", "1", "--incremental", "--tsBuildInfoFile", memory];
  return single("node_modules/typescript/bin/tsc", ["-p", program, "--pretty", "false", ...quick]);
}

/** Every file is formatted the same way. */
export const format: Check = { name: "format", run: formatted, changed: formatted };

/** Lint with the rules about who may import what (warnings fail as well), and no package that is named but unused, or used but not named. */
export const lint: Check = {
  name: "lint",
  run: async () => add([await oxlint([]), await single("node_modules/knip/bin/knip.js", ["--no-progress", "--no-config-hints"])]),
  changed: async ({ files }) => {
    const code = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));
    return code.length === 0 ? { passed: 0, failed: 0 } : oxlint(code); // without a name it would look at everything
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

/** The type checker and the linter, written in Go, live for seconds: collecting their garbage costs a third of their time, so it begins at the limit only. */
const collectingLate = { GOGC: "off", GOMEMLIMIT: "3GiB" };

async function single(program: string, args: string[]): Promise<Outcome> {
  if (!existsSync(join(root, program))) return { passed: 0, failed: 1, output: `${program} is missing.\n` };
  const { code, output } = await runNode(program, args, { env: { ...process.env, ...collectingLate } });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}
