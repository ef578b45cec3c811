import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./checks/build.ts";
import { findChange } from "./checks/change.ts";
import { cpuSecondsOfChildren } from "./checks/cpu-time.ts";
import { journeys } from "./checks/journeys.ts";
import { type Check, type FileTime, firstLines, type Outcome, runNode, signalRunning } from "./checks/run.ts";
import { add, format, lint, types } from "./checks/static.ts";
import { component, integration, unit } from "./checks/vitest.ts";
import { explain } from "./launch/user-facing-error.ts";
import { seconds } from "./steps.mjs";

/** Steps that need no built pages, run one after the other. In parallel, the steps that wait for the build each run on their own. */
const apart = [types, format, lint, unit, component];
const onBuilt = [journeys, integration];
const checks = [build, ...apart, ...onBuilt];
/**
 * Niceness of the steps (0 to 20) in favour of the integration tests. Those wait most of their time for blocks and for restarting servers.
 * With priority they end together with the others, which use their pauses. The journeys take the shortest time and have the lowest
 * priority.
 */
const standingBack = new Map([...apart.map(({ name }) => [name, 4] as const), [journeys.name, 8] as const]);
/** Steps that start nothing: `npm run check`. */
const readings = [build, types, format, lint];

/** The file to which a step that runs in parallel writes its outcome as JSON, for the main run. */
const outcomeFile = process.env["HEARTH_OUTCOME"];

/**
 * Runs every step, or the first named one limited to the paths after it. Continues after a failing step. `check` means the steps that only
 * read the code, and `changed` the part of each step that a change affects.
 */
async function main(args: string[]): Promise<void> {
  const started = Date.now();
  if (outcomeFile !== undefined) setPriority(standingBack.get(args[0] ?? "") ?? 0);
  const outcomes = args.length === 0 ? await runAll() : args[0] === "changed" ? await runChanged() : await runChosen(args);
  if (outcomeFile !== undefined) return writeFile(outcomeFile, JSON.stringify(add(outcomes)));
  const { passed, failed, failures = [], secondTries = [], files = [] } = add(outcomes);
  if (files.length > 0) process.stdout.write(`\nThe slowest test files:\n${slowest(files)}`);
  if (secondTries.length > 0) process.stdout.write(`\nPassed only when made once more:\n${listed(secondTries)}`);
  if (failures.length > 0) process.stdout.write(`\nWhat failed:\n${listed(failures)}`);
  process.stdout.write(`\nAll of it took ${seconds(Date.now() - started)}.\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function listed(items: string[]): string {
  return items.map((item) => `- ${item}\n`).join("");
}

async function runAll(): Promise<Outcome[]> {
  const building = runApart(build);
  const afterIt = onBuilt.map(async (check) => {
    await building;
    return runApart(check);
  });
  const [rest, ...others] = await Promise.all([runInTurn(apart), building, ...afterIt]);
  return [...others, ...rest];
}

async function runInTurn(lane: Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of lane) outcomes.push(await runApart(check));
  return outcomes;
}

/** Runs a step in a process of its own, so that its CPU seconds are separate from those of the parallel steps. */
async function runApart({ name }: Check): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-step-"));
  const file = join(folder, "outcome.json");
  const env = { ...process.env, HEARTH_OUTCOME: file };
  const { code } = await runNode("scripts/test.ts", [name], { live: true, prefix: `${name.padEnd(11)} `, env });
  const text = await readFile(file, "utf8").catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (text !== undefined) return JSON.parse(text);
  return { passed: 0, failed: 1, failures: [`${name} ended without an outcome (code ${code}).`] };
}

async function runChosen([name = "", ...paths]: string[]): Promise<Outcome[]> {
  const chosen = name === "check" ? readings : checks.filter((check) => check.name === name);
  if (chosen.length === 0) {
    const names = [...checks.map((check) => check.name), "check", "changed"];
    process.stderr.write(`There is no step "${name}". The steps are: ${names.join(", ")}.\n`);
    process.exit(1);
  }
  const outcomes: Outcome[] = [];
  for (const check of chosen) outcomes.push(await runCheck(check, async () => mustHaveRun(await check.run(paths))));
  return outcomes;
}

async function runChanged(): Promise<Outcome[]> {
  const change = await findChange();
  process.stdout.write(`${change.files.length} changed files${change.files.map((file) => `\n  ${file}`).join("")}\n`);
  const outcomes: Outcome[] = [];
  for (const check of change.files.length === 0 ? [] : checks) {
    const { changed } = check;
    if (changed !== undefined) outcomes.push(await runCheck(check, () => changed(change)));
  }
  return outcomes;
}

async function runCheck({ name, prepare }: Check, work: () => Promise<Outcome>): Promise<Outcome> {
  if (outcomeFile === undefined) process.stdout.write(`\n${name}\n`);
  await prepare?.();
  const started = Date.now();
  const cpuBefore = cpuSecondsOfChildren();
  const result = await work().catch((error: unknown) => ({ passed: 0, failed: 1, output: `${explain(error)}\n` }));
  const cpuAfter = cpuSecondsOfChildren();
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  const outcome = named(name, result);
  if (outcome.failed > 0 && outcome.output !== undefined) process.stdout.write(outcome.output);
  const cpu = cpuSeconds === null ? "CPU seconds unknown on this system" : `${cpuSeconds.toFixed(1)} CPU s`;
  process.stdout.write(`${name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds(Date.now() - started)}, ${cpu})\n`);
  return outcome;
}

/** Formats the ten slowest files with their durations. */
function slowest(files: FileTime[]): string {
  const longest = files.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 10);
  return longest.map(({ file, milliseconds }) => `${seconds(milliseconds).padStart(12)}  ${file}\n`).join("");
}

/** A step that ran no test proves nothing, so it counts as failed. */
function mustHaveRun(outcome: Outcome): Outcome {
  if (outcome.passed + outcome.failed > 0) return outcome;
  return { passed: 0, failed: 1, output: "No test ran.\n" };
}

/** A step that does not report single tests is named as a whole. */
function named(name: string, outcome: Outcome): Outcome {
  if (outcome.failed === 0 || (outcome.failures ?? []).length > 0) return outcome;
  return { ...outcome, failures: [`${name}: ${firstLines(outcome.output ?? "")}`] };
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    signalRunning(signal);
    process.exit(1);
  });
}
process.on("disconnect", () => {
  signalRunning("SIGTERM");
  process.exit(1);
});

await main(process.argv.slice(2));
process.channel?.unref(); // the channel would keep this process alive
