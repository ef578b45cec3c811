import { expect, test } from "vitest";
import { count as countJourneys } from "./journeys.ts";
import { add } from "./static.ts";
import { count as countVitest } from "./vitest.ts";

const passing = { status: "passed", assertionResults: [{ status: "passed" }] };
const unreadable = { status: "failed", assertionResults: [] };
const failing = { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] };

test("a test file that cannot be loaded counts as a failure", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [passing, unreadable] };
  expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1 });
});

test("a failed test counts once, though its file failed as well", () => {
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passing, failing] };
  expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1 });
});

test("a run that ends badly although every test passed counts as a failure", () => {
  expect(countVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [passing] }, 1).failed).toBe(1);
  expect(countJourneys({ stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [] }, 1).failed).toBe(1);
});

test("a journey that passed only at the second try counts as a failure", () => {
  expect(countJourneys({ stats: { expected: 3, unexpected: 0, flaky: 1 }, errors: [] }, 0)).toEqual({ passed: 3, failed: 1 });
});

test("outcomes add up", () => {
  expect(
    add([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3, output: "why" },
    ]),
  ).toEqual({ passed: 3, failed: 3, output: "why" });
});
