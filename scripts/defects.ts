import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { findBrowser } from "./checks/browser.ts";
import { run, signalRunning } from "./checks/run.ts";
import { type Copy, copyTree } from "./defects/copy.ts";
import type { Defect } from "./defects/defect.ts";
import { defects } from "./defects/planted.ts";

/** The part of Vitest's JSON report that tells which tests failed. */
interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/**
 * Plants one defect after the other in a throw-away copy of the tree and says which test caught it. `npm run defects`, or with words of
 * the defects' names. Ends badly when one is missed, when one no longer fits the source, or when the tests fail without any.
 */
async function main(words: string[]): Promise<number> {
  const chosen = defects.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const copy = await copyTree();
  const postgres = await startEmbeddedPostgres({ persistent: false });
  try {
    const sound = new Map<string, boolean>();
    const missed: string[] = [];
    for (const defect of chosen) {
      const isSound = await passesAlone(copy, defect, sound, postgres.url);
      if (!isSound || !(await isCaught(copy, defect, postgres.url))) missed.push(defect.name);
    }
    process.stdout.write(
      `\n${chosen.length - missed.length} caught, ${missed.length} missed\n${missed.map((name) => `  ${name}\n`).join("")}`,
    );
    return missed.length === 0 && chosen.length > 0 ? 0 : 1;
  } finally {
    await Promise.all([postgres.stop(), copy.remove()]);
  }
}

/** Whether a defect's test passes without it, run once for all its defects: a test that fails anyway would catch everything. */
async function passesAlone(copy: Copy, { test }: Defect, sound: Map<string, boolean>, databaseUrl: string): Promise<boolean> {
  const known = sound.get(test);
  if (known !== undefined) return known;
  const failures = await failuresOf(copy, test, databaseUrl);
  if (failures.length > 0) process.stdout.write(`${test} fails without any defect:\n${failures.map((name) => `    ${name}\n`).join("")}`);
  sound.set(test, failures.length === 0);
  return failures.length === 0;
}

async function isCaught(copy: Copy, defect: Defect, databaseUrl: string): Promise<boolean> {
  const takeOut = await copy.plant(defect);
  try {
    const [first] = await failuresOf(copy, defect.test, databaseUrl);
    process.stdout.write(`${defect.name}\n    ${first === undefined ? "MISSED" : `caught by "${first}"`}\n`);
    return first !== undefined;
  } finally {
    await takeOut();
  }
}

/** The name of the first test that fails in the copy, which ends the run; a file that fails without a failed test counts by its own name. */
async function failuresOf(copy: Copy, file: string, databaseUrl: string): Promise<string[]> {
  const report = join(copy.folder, "report.json");
  await rm(report, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--reporter=json", `--outputFile=${report}`, file];
  const env = { ...process.env, TEST_DATABASE_URL: databaseUrl, ...(file.includes(".browser.") && (await browserEnv())) };
  const { code, output } = await run(process.execPath, args, { cwd: copy.folder, env });
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error(`The tests ended without a report:\n${output}`);
  const { testResults }: Report = JSON.parse(text);
  if (testResults.length === 0) throw new Error(`There is no test in ${file}.`);
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed").map(({ fullName }) => fullName);
    return failed.length === 0 && status === "failed" ? [name.slice(copy.folder.length + 1)] : failed;
  });
  // A run that ends badly has failed, also where its report was written before it said what did.
  return failures.length === 0 && code !== 0 ? [file] : failures;
}

async function browserEnv(): Promise<NodeJS.ProcessEnv> {
  const browser = await findBrowser();
  if ("sentence" in browser) throw new Error(browser.sentence);
  return { CHROME_PATH: browser.path };
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => signalRunning(signal));
process.exitCode = await main(process.argv.slice(2));
