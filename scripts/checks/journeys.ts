import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { buildPages } from "./build.ts";
import { firstLines, type Check, type FileTime, type Outcome, runNode } from "./run.ts";

/** The used part of Playwright's JSON report. */
interface Report {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: ReportedError[];
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    ok: boolean;
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: Result[] }[];
  }[];
}

interface Result {
  duration: number;
  errors: ReportedError[];
  attachments?: { name: string; path?: string }[];
  steps?: { title: string; duration: number }[];
}

interface ReportedError {
  message?: string;
}

/** Journeys through the whole product in Chromium, on the built pages. */
export const journeys: Check = {
  name: "journeys",
  prepare: findBrowser,
  run: async (paths) => {
    const browser = await findBrowser();
    if ("sentence" in browser) return { passed: 0, failed: 1, output: `${browser.sentence}\n` };
    const build = await buildPages();
    if (build.failed > 0) return build;
    return playwright(browser.path, paths);
  },
};

async function playwright(browserPath: string, paths: string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-report-"));
  const file = join(folder, "playwright.json");
  const env = {
    ...process.env,
    CHROME_PATH: browserPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PW_DISABLE_TS_ESM: "1", // Node loads TypeScript itself, three times faster than Playwright compiles it
  };
  const args = ["test", "--config", "apps/e2e/playwright.config.ts", "--reporter=list,json", ...paths];
  const { code } = await runNode("apps/e2e/node_modules/@playwright/test/cli.js", args, { live: true, env });
  const text = await readFile(file, "utf8").catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (text === undefined) return { passed: 0, failed: 1, output: `The journeys ended without a report (code ${code}).\n` };
  const report: Report = JSON.parse(text);
  await showPages(report.suites);
  process.stdout.write(
    stepTimes(report.suites)
      .map((line) => `${line}\n`)
      .join(""),
  );
  return count(report, code);
}

/** The number of journeys per run that may fail once and pass at the second attempt; decision 46. */
const allowedSecondTries = 1;

/** Counts the results. One journey may need a second attempt, and is reported. If more do, all of them failed. */
export function count({ stats, errors, suites }: Report, code: number): Outcome {
  const secondTries = suites.flatMap((suite) => troublesOf(suite, "flaky"));
  const areExcused = stats.flaky <= allowedSecondTries;
  const failed = stats.unexpected + errors.length + (areExcused ? 0 : stats.flaky);
  const failures = suites.flatMap((suite) => troublesOf(suite, "unexpected"));
  failures.push(...(areExcused ? [] : secondTries), ...errors.map(({ message }) => firstLines(message ?? "")));
  return {
    passed: stats.expected + (areExcused ? stats.flaky : 0),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failures,
    ...(areExcused && secondTries.length > 0 && { secondTries }),
    files: timesOf(suites),
  };
}

/** Prints the page content of each failed journey, which shows what the journey waited for. */
async function showPages(suites: Suite[]): Promise<void> {
  for (const { specs, suites: inner = [] } of suites) {
    for (const { attachments = [] } of specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))) {
      const path = attachments.find(({ name }) => name === "error-context")?.path;
      if (path !== undefined) process.stdout.write(`${await readFile(path, "utf8").catch(() => "")}\n`);
    }
    await showPages(inner);
  }
}

/** Returns a line with the seconds of each named step of a journey. They have no limit, because a machine may be slow. */
export function stepTimes(suites: Suite[]): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ file, tests }) =>
      tests.flatMap(({ projectName, results }) =>
        (results.at(-1)?.steps ?? []).map(
          ({ title, duration }) => `[${projectName}] ${file} › ${title}: ${(duration / 1_000).toFixed(1)} s`,
        ),
      ),
    ),
    ...stepTimes(inner),
  ]);
}

/** Returns the total duration of each file's journeys, on all screens. */
function timesOf(suites: Suite[]): FileTime[] {
  const times = new Map<string, number>();
  const addTimes = (suite: Suite): void => {
    for (const { file, tests } of suite.specs) {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
      times.set(file, (times.get(file) ?? 0) + durations.reduce((sum, duration) => sum + duration, 0));
    }
    suite.suites?.forEach(addTimes);
  };
  suites.forEach(addTimes);
  return [...times].map(([file, milliseconds]) => ({ file: `apps/e2e/${file}`, milliseconds }));
}

function troublesOf(suite: Suite, outcome: "unexpected" | "flaky"): string[] {
  const matching = suite.specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName, results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message }) => message ?? ""));
        return `[${projectName}] ${file} › ${title}: ${firstLines(errors.join("\n"))}`;
      }),
  );
  return [...matching, ...(suite.suites ?? []).flatMap((inner) => troublesOf(inner, outcome))];
}
