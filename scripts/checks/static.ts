import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Check, type Outcome, runNode } from "./run.ts";

const atOnce = 2;

/** The types of every workspace, and of what is configured in Node beside pages that run in a browser; each program counts as one test. */
export const types: Check = {
  name: "types",
  run: async (paths) => {
    const waiting: string[] = [];
    for await (const file of glob(["{apps,packages}/*/tsconfig{,.node}.json", "scripts/tsconfig.json"], { cwd: root })) {
      if (paths.length === 0 || paths.some((path) => dirname(file).includes(path))) waiting.push(file);
    }
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        outcomes.push(await single("node_modules/typescript/bin/tsc", ["-p", file, "--pretty", "false"]));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return add(outcomes);
  },
};

/** Every file is formatted the same way. */
export const format: Check = { name: "format", run: () => single("node_modules/oxfmt/bin/oxfmt", ["--check", "."]) };

/** Lint with the rules about who may import what; warnings fail as well. */
export const lint: Check = {
  name: "lint",
  run: () => single("node_modules/oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]),
};

/** Adds outcomes up. */
export function add(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    output: outcomes.map(({ output }) => output ?? "").join(""),
    failures: outcomes.flatMap(({ failures }) => failures ?? []),
  };
}

async function single(program: string, args: string[]): Promise<Outcome> {
  if (!existsSync(join(root, program))) return { passed: 0, failed: 1, output: `${program} is missing.\n` };
  const { code, output } = await runNode(program, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}
