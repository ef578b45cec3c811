import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { cpuText, overBudget } from "./checks/budgets.ts";
import { build } from "./checks/build.ts";
import { findChange } from "./checks/change.ts";
import { cpuSecondsOfChildren } from "./checks/cpu-time.ts";
import { journeys } from "./checks/journeys.ts";
import { type Check, type FileTime, firstLines, type Outcome, runNode, signalRunning } from "./checks/run.ts";
import { add, format, lint, types } from "./checks/static.ts";
import { component, integration, unit } from "./checks/vitest.ts";
import { explain } from "./launch/user-facing-error.ts";
import { seconds } from "./steps.mjs";

/** The steps that need no built pages. They run one after the other, in parallel with the build and with the steps that wait for it. */
const apart = [types, format, lint, unit, component];
const onBuilt = [journeys, integration];
const checks = [build, ...apart, ...onBuilt];
/**
 * The niceness (0 to 20) of each step in the whole run. The integration tests get the CPU first: they spend much of their time waiting for blocks
 * and servers, and the other steps use those pauses. The journeys are the shortest lane, so they have the lowest priority.
 */
const niceness = new Map([...apart.map(({ name }) => [name, 4] as const), [journeys.name, 8] as const]);
/** The steps of `npm run check`: they start no server and no browser. */
const readings = [build, types, format, lint];

/** The file into which a step of the whole run writes its outcome as JSON. Undefined in the process that the user started. */
const outcomeFile = process.env["HEARTH_OUTCOME"];

/** True when a step over its CPU budget fails: only with `npm test -- budgets`. On a busy machine the same code takes up to 3.5 times as long. */
let areBudgetsEnforced = process.env["HEARTH_BUDGETS"] === "enforced";

/**
 * Runs every step, or only the named one, narrowed to the paths after it. A failed step does not stop the others. `check` runs the steps that only
 * read the code, `changed` the parts of the steps that a change reaches, and `budgets` fails a step that takes too many CPU seconds.
 */
async function main([first, ...rest]: string[]): Promise<void> {
  const started = Date.now();
  if (outcomeFile !== undefined) setPriority(niceness.get(first ?? "") ?? 0);
  if (first === "budgets") areBudgetsEnforced = true;
  const outcomes = await runNamed(first === "budgets" ? rest : first === undefined ? [] : [first, ...rest]);
  if (outcomeFile !== undefined) return writeFile(outcomeFile, JSON.stringify(add(outcomes)));
  const { passed, failed, failures = [], secondTries = [], files = [] } = add(outcomes);
  if (files.length > 0) process.stdout.write(`\nThe slowest test files:\n${slowest(files)}`);
  if (secondTries.length > 0) process.stdout.write(`\nPassed only at the second attempt:\n${listed(secondTries)}`);
  if (failures.length > 0) process.stdout.write(`\nWhat failed:\n${listed(failures)}`);
  process.stdout.write(`\nAll of it took ${seconds(Date.now() - started)}.\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function runNamed(args: string[]): Promise<Outcome[]> {
  if (args.length === 0) return runAll();
  return args[0] === "changed" ? runChanged() : runChosen(args);
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

/** Runs a step in a process of its own, so that its CPU seconds can be told from those of the steps that run in parallel. */
async function runApart({ name }: Check): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-step-"));
  const file = join(folder, "outcome.json");
  const env = { ...process.env, HEARTH_OUTCOME: file, ...(areBudgetsEnforced && { HEARTH_BUDGETS: "enforced" }) };
  const { code } = await runNode("scripts/test.ts", [name], { live: true, prefix: `${name.padEnd(11)} `, env });
  const text = await readFile(file, "utf8").catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (text !== undefined) return JSON.parse(text);
  return { passed: 0, failed: 1, failures: [`${name} ended without an outcome (code ${code}).`] };
}

async function runChosen([name = "", ...paths]: string[]): Promise<Outcome[]> {
  const chosen = name === "check" ? readings : checks.filter((check) => check.name === name);
  if (chosen.length === 0) {
    const names = [...checks.map((check) => check.name), "check", "changed", "budgets"];
    process.stderr.write(`There is no step "${name}". The steps are: ${names.join(", ")}.\n`);
    process.exit(1);
  }
  const outcomes: Outcome[] = [];
  for (const check of chosen) outcomes.push(await runCheck(check, async () => mustHaveRun(await check.run(paths)), paths.length === 0));
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

/** `isWhole`: the step is not narrowed to paths, so its CPU seconds can be compared with its budget. */
async function runCheck({ name, prepare }: Check, work: () => Promise<Outcome>, isWhole = false): Promise<Outcome> {
  if (outcomeFile === undefined) process.stdout.write(`\n${name}\n`);
  await prepare?.();
  const started = Date.now();
  const cpuBefore = cpuSecondsOfChildren();
  const result = await work().catch((error: unknown) => ({ passed: 0, failed: 1, output: `${explain(error)}\n` }));
  const cpuAfter = cpuSecondsOfChildren();
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  const outcome = named(name, isWhole && areBudgetsEnforced ? withinBudget(result, overBudget(name, cpuSeconds)) : result);
  if (outcome.failed > 0 && outcome.output !== undefined) process.stdout.write(outcome.output);
  const cpu = cpuText(isWhole ? name : "", cpuSeconds);
  process.stdout.write(`${name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds(Date.now() - started)}, ${cpu})\n`);
  return outcome;
}

/** Adds the sentence about an exceeded budget as one more failure. */
function withinBudget(outcome: Outcome, sentence: string | null): Outcome {
  if (sentence === null) return outcome;
  const { failed, failures = [], output = "" } = outcome;
  return { ...outcome, failed: failed + 1, failures: [...failures, sentence], output: `${output}${sentence}\n` };
}

/** Lists the ten files that took longest, with their times. */
function slowest(files: FileTime[]): string {
  const longest = files.toSorted((left, right) => right.milliseconds - left.milliseconds).slice(0, 10);
  return longest.map(({ file, milliseconds }) => `${seconds(milliseconds).padStart(12)}  ${file}\n`).join("");
}

/** Turns a step in which no test ran into a failure. */
function mustHaveRun(outcome: Outcome): Outcome {
  if (outcome.passed + outcome.failed > 0) return outcome;
  return { passed: 0, failed: 1, output: "No test ran.\n" };
}

/** Adds a failure with the step's own name when the step does not list its failures. */
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
process.channel?.unref(); // an open channel keeps the process alive
