import { runNode } from "./checks/run.ts";

/** Fixes lint findings that the linter can fix, then formats every file. Arguments narrow the formatting to paths. */
async function main(paths: string[]): Promise<number> {
  const lint = await runNode("node_modules/oxlint/bin/oxlint", ["--type-aware", "--fix"], { live: true });
  return lint.code === 0 ? (await runNode("node_modules/oxfmt/bin/oxfmt", paths, { live: true })).code : lint.code;
}

process.exitCode = await main(process.argv.slice(2));
