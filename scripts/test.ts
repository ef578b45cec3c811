import { build } from "./checks/build.ts";
import { journeys } from "./checks/journeys.ts";
import { type Check, firstLines, type Outcome, signalRunning } from "./checks/run.ts";
import { add, format, lint, types } from "./checks/static.ts";
import { integration, unit } from "./checks/vitest.ts";
import { explain } from "./launch/problem.ts";
import { seconds } from "./steps.mjs";

const checks = [build, types, format, lint, unit, integration, journeys];

/** Runs every step, or the one that is named first, narrowed to the paths after it; the rest goes on when one fails. */
async function main(args: string[]): Promise<void> {
  const [name, ...paths] = args;
  const chosen = name === undefined ? checks : checks.filter((check) => check.name === name);
  if (chosen.length === 0) {
    process.stderr.write(`There is no step "${name}". The steps are: ${checks.map((check) => check.name).join(", ")}.\n`);
    process.exit(1);
  }
  const started = Date.now();
  const outcomes: Outcome[] = [];
  for (const [index, check] of chosen.entries()) outcomes.push(await runCheck(check, paths, `${index + 1}/${chosen.length}`));
  const { passed, failed, failures = [] } = add(outcomes);
  if (failures.length > 0) process.stdout.write(`\nWhat failed:\n${failures.map((failure) => `- ${failure}\n`).join("")}`);
  process.stdout.write(`\nAll of it took ${seconds(Date.now() - started)}.\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

async function runCheck(check: Check, paths: string[], position: string): Promise<Outcome> {
  process.stdout.write(`\n${position} ${check.name}\n`);
  const started = Date.now();
  const outcome = named(
    check,
    mustHaveRun(await check.run(paths).catch((error: unknown) => ({ passed: 0, failed: 1, output: `${explain(error)}\n` }))),
  );
  if (outcome.failed > 0 && outcome.output !== undefined) process.stdout.write(outcome.output);
  process.stdout.write(`${check.name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds(Date.now() - started)})\n`);
  return outcome;
}

/** A step that tested nothing proves nothing, so it counts as a failure. */
function mustHaveRun(outcome: Outcome): Outcome {
  if (outcome.passed + outcome.failed > 0) return outcome;
  return { passed: 0, failed: 1, output: "No test ran.\n" };
}

/** A step that cannot tell its tests apart is named as a whole. */
function named({ name }: Check, outcome: Outcome): Outcome {
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
process.channel?.unref(); // it would keep us here
