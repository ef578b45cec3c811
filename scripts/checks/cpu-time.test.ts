import { expect, test } from "vitest";
import { childSecondsIn, cpuSecondsOfChildren } from "./cpu-time.ts";
import { run } from "./run.ts";

test("CPU time is parsed after a program's name with spaces and brackets", () => {
  expect(childSecondsIn("7 (a ) b) S 1 7 7 0 -1 4194560 100 200 0 0 11 22 150 25 20 0 1 0 99 1 1")).toBe(1.75);
});

test("the CPU time of terminated programs and their descendants is counted, on systems that report it", async () => {
  const before = cpuSecondsOfChildren();
  // It works between two readings of the clock: the readings themselves count as system time.
  const busy =
    "const end = process.cpuUsage().user + 300_000; let sum = 0; while (process.cpuUsage().user < end) for (let i = 0; i < 1e6; i++) sum += i;";
  const parent = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`;
  expect((await run(process.execPath, ["-e", parent])).code).toBe(0);
  if (before === null) expect(process.platform).not.toBe("linux");
  else expect((cpuSecondsOfChildren() ?? 0) - before).toBeGreaterThanOrEqual(0.3);
});
