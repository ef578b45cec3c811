import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { buildPages } from "./build.ts";
import { firstLines, type Check, type FileTime, type Outcome, runNode } from "./run.ts";

/** The part of Playwright's JSON report that counts. */
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
    tests: { projectName: string; status: string; results: { duration: number; errors: ReportedError[] }[] }[];
  }[];
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
  const env = { ...process.env, CHROME_PATH: browserPath, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const args = ["test", "--config", "apps/e2e/playwright.config.ts", "--reporter=list,json", ...paths];
  const { code } = await runNode("apps/e2e/node_modules/@playwright/test/cli.js", args, { live: true, env });
  const text = await readFile(file, "utf8").catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (text === undefined) return { passed: 0, failed: 1, output: `The journeys ended without a report (code ${code}).\n` };
  return count(JSON.parse(text), code);
}

/** A journey that passed only when tried again counts as failed. */
export function count(report: Report, code: number): Outcome {
  const failed = report.stats.unexpected + report.stats.flaky + report.errors.length;
  const failures = [...report.suites.flatMap(failuresOf), ...report.errors.map(({ message }) => firstLines(message ?? ""))];
  return { passed: report.stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed, failures, files: timesOf(report.suites) };
}

/** How long each file's journeys took together, on all screens. */
function timesOf(suites: Suite[]): FileTime[] {
  const times = new Map<string, number>();
  const addTimes = (suite: Suite): void => {
    for (const { file, tests } of suite.specs) {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
      times.set(file, (times.get(file) ?? 0) + durations.reduce((sum, one) => sum + one, 0));
    }
    suite.suites?.forEach(addTimes);
  };
  suites.forEach(addTimes);
  return [...times].map(([file, milliseconds]) => ({ file: `apps/e2e/${file}`, milliseconds }));
}

function failuresOf(suite: Suite): string[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message }) => message ?? ""));
        return `[${projectName}] ${file} › ${title}: ${firstLines(errors.join("\n"))}`;
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}
