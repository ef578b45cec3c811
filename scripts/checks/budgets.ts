/** CPU seconds, user and system, that each step of the whole run takes in a fresh clone. Measured on 2026-11-30 on an idle machine with 2 cores. */
const budgets: Readonly<Record<string, number>> = {
  build: 14,
  types: 32,
  format: 1,
  lint: 46,
  unit: 57,
  component: 77,
  journeys: 484,
  integration: 1092,
};

/** A step may take this many times its budget before `npm test -- budgets` fails: runs on the same machine differ by up to a third. */
const tolerance = 1.5;

/** Formats the CPU seconds of a step, with its budget beside them: `31.7 CPU s of 32`. Null seconds: this system does not report them. */
export function cpuText(step: string, cpuSeconds: number | null): string {
  if (cpuSeconds === null) return "CPU seconds unknown on this system";
  const budget = budgets[step];
  return `${cpuSeconds.toFixed(1)} CPU s${budget === undefined ? "" : ` of ${budget}`}`;
}

/** Returns a sentence when a step took more than its budget allows, when it has no budget, or when its CPU seconds are unknown; else null. */
export function overBudget(step: string, cpuSeconds: number | null): string | null {
  const budget = budgets[step];
  if (budget === undefined) return `${step} has no budget: write the CPU seconds that it takes into scripts/checks/budgets.ts.`;
  if (cpuSeconds === null) return `${step} cannot be held to its budget: only Linux reports the CPU seconds of a program's children.`;
  if (cpuSeconds <= budget * tolerance) return null;
  return `${step} took ${cpuSeconds.toFixed(1)} CPU seconds. Its budget is ${budget}, and ${tolerance} times that is the most it may take.`;
}
