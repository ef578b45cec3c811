import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { type Harness, startHarness } from "../testing/harness.ts";

const lines: string[] = [];
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ onLog: (line) => lines.push(line) });
});
afterAll(async () => harness.close());

/** Blocks the event loop, and then lets the process measure its delay. */
async function fallBehind(forMs: number) {
  const end = performance.now() + forMs;
  while (performance.now() < end);
  await sleep(0);
}

describe("a process with a long event loop delay", () => {
  it("refuses calls with a time to retry, and answers again once it has caught up", async () => {
    const app = await buildApp({ ...harness.deps, env: { ...harness.deps.env, maxDelayMs: 500 } });
    const ask = () => app.inject({ url: "/api/merchants" }); // answers 401 without a token
    expect((await ask()).statusCode).toBe(401);
    await expect
      .poll(
        async () => {
          await fallBehind(1_500);
          const answer = await ask();
          return { status: answer.statusCode, code: answer.json().code, after: answer.headers["retry-after"] };
        },
        { timeout: 120_000, interval: 0 },
      )
      .toEqual({ status: 503, code: "OVERLOADED", after: "10" });
    expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
    await expect.poll(async () => (await ask()).statusCode, { timeout: 120_000 }).toBe(401);
    await app.close();
    const refusals = lines.map((line) => JSON.parse(line)).filter(({ failure }) => failure === "OVERLOADED");
    expect(refusals.map(({ level, err }) => [level, err])).toContainEqual([30, undefined]);
    expect(lines.filter((line) => line.includes("A request failed"))).toEqual([]);
  });
});

describe("a process with a full heap", () => {
  it("refuses calls, and still reports that it is live", async () => {
    const app = await buildApp({ ...harness.deps, env: { ...harness.deps.env, maxHeapBytes: 1 } });
    const ask = async () => {
      const answer = await app.inject({ url: "/api/merchants" });
      return [answer.statusCode, answer.json().code, answer.headers["retry-after"]];
    };
    await expect.poll(ask, { timeout: 120_000 }).toEqual([503, "OVERLOADED", "10"]); // it checks its memory once a second
    expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
    await app.close();
  });
});
