import { createHash } from "node:crypto";

/** The processor seconds (user and system, of everything a step starts) that a step took in a clean clone when it was last measured. */
interface Budget {
  cpuSeconds: number;
  measured: string;
}

/** Measured on a machine with 2 cores. Whoever makes a step dearer on purpose measures again and says why in the commit. */
export const budgets: Record<string, Budget> = {
  build: { cpuSeconds: 11, measured: "2026-11-22" },
  types: { cpuSeconds: 18, measured: "2026-11-27" },
  format: { cpuSeconds: 1, measured: "2026-11-22" },
  lint: { cpuSeconds: 27, measured: "2026-11-27" },
  unit: { cpuSeconds: 32, measured: "2026-11-27" },
  component: { cpuSeconds: 38, measured: "2026-11-27" },
  integration: { cpuSeconds: 420, measured: "2026-11-27" },
  journeys: { cpuSeconds: 160, measured: "2026-11-27" },
};

/** How much more than its budget a step may take. */
const tolerance = 1.5;

/** Why a step is too dear, or null; `slowness` is how much longer this machine takes for the same work than the one that was measured on. */
export function overBudget(step: string, cpuSeconds: number, slowness: () => number): string | null {
  const budget = budgets[step];
  if (budget === undefined) return `${step} has no budget: write what it takes into scripts/checks/budgets.ts.`;
  const most = budget.cpuSeconds * tolerance;
  if (cpuSeconds <= most || cpuSeconds <= most * slowness()) return null;
  return `${step} took ${Math.round(cpuSeconds)} CPU seconds; its budget is ${budget.cpuSeconds} (measured ${budget.measured}), and ${tolerance} times that is the most.`;
}

const referenceMs = 100;

/** How much longer this machine takes for a fixed piece of work than the one that was measured on, at this moment; never less than 1. */
export function measureSlowness(): number {
  const before = process.cpuUsage();
  let text = "hearth";
  for (let turn = 0; turn < 100_000; turn++) text = createHash("sha256").update(text).digest("hex");
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1000 / referenceMs);
}
