import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, type Outcome, runNode } from "./run.ts";

/** The part of Vitest's JSON report that counts. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Tests of the code alone. */
export const unit: Check = { name: "unit", run: (paths) => vitest("unit", paths) };

/** Tests on a real PostgreSQL and a real chain. */
export const integration: Check = { name: "integration", run: (paths) => vitest("integration", paths) };

async function vitest(project: string, paths: string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-report-"));
  const file = join(folder, "vitest.json");
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runNode("node_modules/vitest/vitest.mjs", ["run", "--project", project, ...reporters, ...paths], { live: true });
  const text = await readFile(file, "utf8").catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (text === undefined) return { passed: 0, failed: 1, output: `The ${project} tests ended without a report (code ${code}).\n` };
  return count(JSON.parse(text), code);
}

/** A file that could not be loaded has no failed test in it, yet it failed; and so did a run that ended badly for another reason. */
export function count(report: Report, code: number): Outcome {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + broken;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
