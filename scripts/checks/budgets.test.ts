import { expect, test } from "vitest";
import { cpuText, overBudget } from "./budgets.ts";

test("prints the budget beside the CPU seconds that a step took", () => {
  expect(cpuText("types", 41)).toBe("41.0 CPU s of 32");
  expect(cpuText("something new", 1.25)).toBe("1.3 CPU s");
  expect(cpuText("types", null)).toBe("CPU seconds unknown on this system");
});

test("allows one and a half times the budget, and no more", () => {
  expect(overBudget("types", 48)).toBeNull();
  expect(overBudget("types", 48.1)).toBe("types took 48.1 CPU seconds. Its budget is 32, and 1.5 times that is the most it may take.");
});

test("says so when a step cannot be compared with a budget", () => {
  expect(overBudget("something new", 1)).toContain("something new has no budget");
  expect(overBudget("types", null)).toContain("only Linux reports");
});
