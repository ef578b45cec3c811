import { availableParallelism } from "node:os";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { findBrowser } from "./checks/browser.ts";
import { firstLines, run, signalRunning } from "./checks/run.ts";
import { configOf } from "./checks/vitest.ts";
import { type Copy, copyTree } from "./defects/copy.ts";
import type { Defect } from "./defects/defect.ts";
import { defects } from "./defects/planted.ts";

/** The part of Vitest's JSON report that lists failed tests. */
interface Report {
  testResults: { name: string; status: string; message: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** The result for one defect. */
interface Verdict {
  name: string;
  isCaught: boolean;
}

/** A failed test, and the first line of the reason. */
interface Failure {
  name: string;
  reason: string;
  /** False when no test ran at all, so the result is unknown. */
  isOfTests: boolean;
}

/** Time limit of a test without a defect, generous for a busy machine. */
const patientMs = 900_000;

/** True after Ctrl-C: the result of the current defect no longer counts. */
let isStopped = false;

/** A copy of the tree and a PostgreSQL, in which one defect at a time is planted. */
interface Bench {
  copy: Copy;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * Plants one defect after the other in throw-away copies of the tree and prints which test caught it. `npm run defects`, or with parts of
 * the defects' names. `--after <file>` reads the output of an earlier run and skips the defects that it caught.
 * Exits with 1 when a defect is missed, when one no longer fits the source, or when the tests fail without a defect.
 */
async function main(args: string[]): Promise<number> {
  const { values, positionals: filters } = parseArgs({ args, options: { after: { type: "string" } }, allowPositionals: true });
  const earlier = values.after === undefined ? "" : await readFile(values.after, "utf8");
  const isChosen = (name: string) => filters.length === 0 || filters.some((word) => name.includes(word));
  const chosen = defects.filter(({ name }) => isChosen(name) && !`\n${earlier}`.includes(`\n${name}\n    caught by `));
  const groups = Object.values(Object.groupBy(chosen, ({ test }) => test)).map((group = []) => group);
  const waiting = groups.toSorted((left, right) => right.length - left.length);
  const verdicts: Verdict[] = [];
  const work = async () => {
    const bench = await openBench();
    try {
      for (let group = waiting.shift(); group !== undefined && !isStopped; group = waiting.shift())
        for await (const verdict of verdictsOn(bench, group)) verdicts.push(verdict);
    } finally {
      await bench.close();
    }
  };
  // One worker per core: more would slow each other down until tests reach their time limits.
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), groups.length) }, work));
  const missed = verdicts.filter(({ isCaught }) => !isCaught).map(({ name }) => name);
  const untried = chosen.length - verdicts.length;
  process.stdout.write(`\n${missed.map((name) => `missed: ${name}\n`).join("")}`);
  process.stdout.write(`${verdicts.length - missed.length} caught, ${missed.length} missed, ${untried} not tested\n`);
  return missed.length + untried === 0 && chosen.length > 0 ? 0 : 1;
}

async function openBench(): Promise<Bench> {
  const copy = await copyTree();
  const postgres = await startEmbeddedPostgres({ persistent: false });
  return { copy, databaseUrl: postgres.url, close: async () => void (await Promise.all([postgres.stop(), copy.remove()])) };
}

/** Plants each defect that one test file should catch. Runs the file without a defect first: a test that always fails would catch everything. */
async function* verdictsOn(bench: Bench, group: Defect[]): AsyncGenerator<Verdict> {
  const test = group[0]?.test ?? "";
  const started = Date.now();
  const unsound = await firstFailure(bench, test, patientMs);
  // A test that waits for something that the defect prevents is stopped after five times the file's normal duration. A component test waits for
  // answers that it gives itself, and until its limit for what never appears. It gets the duration of the whole file.
  const took = Date.now() - started;
  const limitMs = test.includes(".browser.") ? Math.max(45_000, took) : Math.max(120_000, 5 * took);
  for (const defect of group) {
    const failure =
      unsound === null ? await tryDefect(bench, defect, limitMs) : `: its test fails without the defect as well: ${wordsOf(unsound)}`;
    if (isStopped) return;
    process.stdout.write(`${defect.name}\n    ${typeof failure === "string" ? `MISSED${failure}` : `caught by ${wordsOf(failure)}`}\n`);
    yield { name: defect.name, isCaught: typeof failure !== "string" };
  }
}

/** Plants a defect. Returns the first test that fails, or the reason why none does. */
async function tryDefect(bench: Bench, defect: Defect, limitMs: number): Promise<Failure | string> {
  const planted = await bench.copy.plant(defect);
  if (typeof planted === "string") return `: ${planted}`;
  try {
    const failure = await firstFailure(bench, defect.test, limitMs);
    if (failure === null) return `: every test of ${defect.test} passes`;
    return failure.isOfTests ? failure : `: no test ran in ${wordsOf(failure)}`;
  } finally {
    await planted();
  }
}

function wordsOf({ name, reason }: Failure): string {
  return `"${name}": ${reason}`;
}

/**
 * Runs a test file in the copy and returns the first test that fails. A file whose hooks fail, or in which no test ran, counts under its own
 * name.
 */
async function firstFailure({ copy, databaseUrl }: Bench, file: string, limitMs: number): Promise<Failure | null> {
  const report = join(copy.folder, "report.json");
  await rm(report, { force: true });
  const config = configOf(file.includes(".browser.") ? "component" : file.includes(".int.") ? "integration" : "unit");
  const limits = [`--testTimeout=${limitMs}`, `--hookTimeout=${limitMs}`];
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...config, "--bail=1", ...limits, ...reporting, file];
  const compiled = { NODE_COMPILE_CACHE: join(copy.folder, "compiled") };
  const env = { ...process.env, ...compiled, TEST_DATABASE_URL: databaseUrl, ...(file.includes(".browser.") && (await browserEnv())) };
  const { code, output } = await run(process.execPath, args, { cwd: copy.folder, env });
  const text = await readFile(report, "utf8").catch(() => undefined);
  const { testResults }: Report = text === undefined ? { testResults: [] } : JSON.parse(text);
  for (const { status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed) return { name: failed.fullName, reason: firstLine(failed.failureMessages.join("\n")), isOfTests: true };
    if (status === "failed") return { name: file, reason: firstLine(message), isOfTests: assertionResults.length > 0 };
  }
  // A run with an exit code other than 0 has failed, even if its report names no failure.
  if (code === 0 && testResults.length > 0) return null;
  return { name: file, reason: `exited with ${code}: ${firstLine(output)}`, isOfTests: testResults.length > 0 };
}

function firstLine(text: string): string {
  return firstLines(text).split("\n")[0] ?? "";
}

async function browserEnv(): Promise<NodeJS.ProcessEnv> {
  const browser = await findBrowser();
  if ("sentence" in browser) throw new Error(browser.sentence);
  return { CHROME_PATH: browser.path };
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isStopped = true;
    signalRunning(signal);
  });
}
process.exitCode = await main(process.argv.slice(2));
