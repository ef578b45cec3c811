import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../launch/settings.ts";
import { count as countJourneys, stepTimes } from "./journeys.ts";
import { add } from "./static.ts";
import { count as countVitest } from "./vitest.ts";

const file = { name: join(root, "apps/server/src/a.test.ts"), message: "" };
const passed = { status: "passed", fullName: "a sum", failureMessages: [] };
const passing = { ...file, status: "passed", assertionResults: [passed] };
const unreadable = { ...file, status: "failed", message: "SyntaxError: no", assertionResults: [] };
const failing = {
  ...file,
  status: "failed",
  assertionResults: [passed, { status: "failed", fullName: "a difference", failureMessages: ["\u001b[31mexpected 1 to be 2\u001b[39m"] }],
};

test("a test file that cannot be loaded counts as a failure", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [passing, unreadable] };
  expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, failures: ["apps/server/src/a.test.ts: SyntaxError: no"] });
});

test("a failed test counts once although its file failed as well, and is named with its reason", () => {
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passing, failing] };
  expect(countVitest(report, 1)).toEqual({
    passed: 2,
    failed: 1,
    failures: ["apps/server/src/a.test.ts › a difference: expected 1 to be 2"],
  });
});

test("a run with an error code counts as a failure although every test passed", () => {
  expect(countVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [passing] }, 1).failed).toBe(1);
  expect(countJourneys({ stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [], suites: [] }, 1).failed).toBe(1);
});

const tries = [
  { duration: 900, errors: [{ message: "Error: the button is away\nmore" }] },
  { duration: 600, errors: [] },
];
const tried = (title: string) => ({
  ok: true,
  title,
  file: "pay.journey.ts",
  tests: [{ projectName: "phone", status: "flaky", results: tries }],
});

test("each named step of a journey is printed with its seconds, of the last attempt", () => {
  const steps = (duration: number) => ({ ...tries[0], duration, errors: [], steps: [{ title: "a tenant's first visit", duration }] });
  const spec = { ...tried("pays"), tests: [{ projectName: "phone", status: "flaky", results: [steps(900), steps(12_340)] }] };
  expect(stepTimes([{ specs: [], suites: [{ specs: [spec] }] }])).toEqual(["[phone] pay.journey.ts › a tenant's first visit: 12.3 s"]);
});

test("one journey may pass on a retry, and is named with its reason", () => {
  const report = {
    stats: { expected: 3, unexpected: 0, flaky: 1 },
    errors: [],
    suites: [{ specs: [], suites: [{ specs: [tried("pays")] }] }],
  };
  expect(countJourneys(report, 0)).toEqual({
    passed: 4,
    failed: 0,
    failures: [],
    secondTries: ["[phone] pay.journey.ts › pays: Error: the button is away\n  more"],
    files: [{ file: "apps/e2e/pay.journey.ts", milliseconds: 1_500 }],
  });
});

test("two journeys that pass only on a retry both count as failures", () => {
  const report = {
    stats: { expected: 3, unexpected: 0, flaky: 2 },
    errors: [],
    suites: [{ specs: [tried("pays"), tried("waits")] }],
  };
  expect(countJourneys(report, 0)).toMatchObject({
    passed: 3,
    failed: 2,
    failures: [/pays/, /waits/].map((name) => expect.stringMatching(name)),
  });
});

test("outcomes add up", () => {
  expect(
    add([
      { passed: 1, failed: 0, failures: ["one"], files: [{ file: "a", milliseconds: 1 }] },
      { passed: 2, failed: 3, output: "why", failures: ["two"] },
    ]),
  ).toEqual({ passed: 3, failed: 3, output: "why", failures: ["one", "two"], secondTries: [], files: [{ file: "a", milliseconds: 1 }] });
});
