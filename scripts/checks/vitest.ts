import { globSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../launch/settings.ts";
import { findBrowser } from "./browser.ts";
import { nearby, reachedOnScreen } from "./change.ts";
import { firstLines, type Check, type Outcome, runNode } from "./run.ts";
import { add } from "./static.ts";

/** The used part of Vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: TestFile[];
}

interface TestFile {
  /** The test file's absolute path. */
  name: string;
  status: string;
  /** The reason why the file could not be loaded. */
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** Tests of the code alone. */
export const unit: Check = {
  name: "unit",
  run: (paths) => vitest("unit", paths),
  changed: ({ base }) => vitest("unit", ["--changed", base]),
};

/** Names of the tests that mostly wait: for servers that they start and kill, for blocks, for hanging providers. */
const waiting = ["embedded-postgres", "local-chain", "main", "one-reader", "outages", "quorum", "replica", "roles", "two-servers"].map(
  (name) => `${name}.int.test.ts`,
);

/** Tests on a real PostgreSQL and a real chain. The tests that mostly wait run in parallel with the others from the beginning. */
export const integration: Check = {
  name: "integration",
  run: async (paths) => {
    if (paths.length > 0) return vitest("integration", paths);
    const waitingPaths = waiting.map((name) => `/${name}`);
    const others = waiting.map((name) => `--exclude=**/${name}`);
    return add(await Promise.all([vitest("integration", [...waitingPaths, "--maxWorkers=1"]), vitest("integration", others)]));
  },
  changed: async ({ files }) => {
    const tests = globSync("{apps,packages,scripts}/**/*.int.test.ts", { cwd: root, exclude: ["**/node_modules/**"] });
    const reached = nearby(await textsOf(tests), files);
    return reached.length === 0 ? { passed: 0, failed: 0 } : vitest("integration", reached);
  },
};

function textsOf(paths: string[]): Promise<{ path: string; text: string }[]> {
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
}

/** Tests of parts of the pages in Chromium, with mocked server responses. */
export const component: Check = {
  name: "component",
  prepare: findBrowser,
  run: (paths) => inBrowser(paths),
  changed: async ({ files }) => {
    const sources = await textsOf(globSync("apps/web/src/**/*.{ts,tsx}", { cwd: root }));
    const reached = reachedOnScreen(sources, files);
    return reached.length === 0 ? { passed: 0, failed: 0 } : inBrowser(reached);
  },
};

async function inBrowser(narrow: string[]): Promise<Outcome> {
  const browser = await findBrowser();
  if ("sentence" in browser) return { passed: 0, failed: 1, output: `${browser.sentence}\n` };
  return vitest("component", narrow, { CHROME_PATH: browser.path });
}

/** Returns Vitest's arguments for one kind of tests. Loading the configs of all kinds takes longer than a small test. */
export function configOf(kind: string): string[] {
  return kind === "component" ? ["--root", "apps/web"] : ["--config", `vitest.${kind}.config.ts`];
}

/** Runs the tests of one kind, narrowed by further arguments. */
export async function vitest(project: string, narrow: string[], more: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-report-"));
  const [report, times] = [join(folder, "vitest.json"), join(folder, "times.json")];
  const reporters = [
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${join(root, "scripts/checks/file-times.ts")}`,
  ];
  const env = { ...process.env, HEARTH_FILE_TIMES: times, ...more };
  const args = ["run", ...configOf(project), ...reporters, ...narrow];
  const { code } = await runNode("node_modules/vitest/vitest.mjs", args, { live: true, env });
  const [text, files] = await Promise.all([report, times].map((file) => readFile(file, "utf8").catch(() => undefined)));
  await rm(folder, { recursive: true, force: true });
  if (text === undefined) return { passed: 0, failed: 1, output: `The ${project} tests ended without a report (code ${code}).\n` };
  return { ...count(JSON.parse(text), code), files: files === undefined ? [] : JSON.parse(files) };
}

/** Counts the results. A file that could not be loaded counts as failed, and so does a run that exits with an error although every test passed. */
export function count(report: Report, code: number): Outcome {
  const failures = report.testResults.flatMap(failuresOf);
  if (failures.length === 0 && code !== 0)
    failures.push(`Every test passed, but the run ended with code ${code}: an error outside the tests, shown above.`);
  return { passed: report.numPassedTests, failed: Math.max(failures.length, report.numFailedTests), failures };
}

function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && status === "failed") return [`${file}: ${firstLines(message)}`];
  return failed.map((test) => `${file} › ${test.fullName}: ${firstLines(test.failureMessages.join("\n"))}`);
}
