import { ChainReplaced, ChainUnavailable } from "@hearth/chain/chain-errors";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { type ChainPulse, estimateClockGap, createChainPulse } from "./chain-pulse.ts";

let harness: Harness;
let pulse: ChainPulse;
beforeAll(async () => {
  harness = await startHarness();
  await makeChainCursor(harness.db, { blockNumber: 100n, blockTime: harness.clock.now() });
});
beforeEach(() => {
  pulse = createChainPulse();
});
afterAll(() => harness.close());

const alarms = async () => (await listLivingAlarms(harness.db)).map(({ key, message }) => [key, message]);
const look = () => pulse.check(harness.deps);
let height = 100n;

/** Mines blocks two seconds apart and reads each when it is `agesMs` old. */
async function read(...agesMs: number[]) {
  for (const ageMs of agesMs) {
    harness.clock.advance({ seconds: 2 });
    height += 1n;
    await harness.db.update(chainCursors).set({ blockNumber: height, blockTime: new Date(harness.clock.now().getTime() - ageMs) });
    await look();
  }
}

describe("the monitor of chain reading", () => {
  it("raises an alarm when the newest block read is a minute old, and clears it with the next block", async () => {
    await read(500);
    harness.clock.advance({ seconds: 59 });
    await look();
    expect(await alarms()).toEqual([]);
    harness.clock.advance({ seconds: 2 });
    await look();
    expect(await alarms()).toEqual([["chain-stands-still", expect.stringContaining("60 seconds")]]);
    await read(500);
    expect(await alarms()).toEqual([]);
  });

  it("raises an alarm when no provider answers for a minute, and the next working step of any process clears it", async () => {
    const away = () => pulse.failed(harness.deps, new ChainUnavailable("connection refused"));
    await pulse.succeeded(harness.deps);
    await away();
    harness.clock.advance({ seconds: 59 });
    await away();
    await pulse.failed(harness.deps, new Error("the database is away"));
    await pulse.failed(harness.deps, new ChainReplaced("an alarm of its own tells of that"));
    expect(await alarms()).toEqual([]);
    harness.clock.advance({ seconds: 2 });
    await away();
    await away();
    expect(await alarms()).toEqual([["chain-unavailable", expect.stringContaining("cannot be read")]]);
    await createChainPulse().succeeded(harness.deps);
    expect(await alarms()).toEqual([]);
    await pulse.succeeded(harness.deps);
    await away();
    expect(await alarms()).toEqual([]);
  });

  it.each([
    ["ahead of", 4_100, "4.1 seconds ahead of"],
    ["behind", -2_300, "2.3 seconds behind"],
  ])(
    "raises an alarm when the server's clock is more than two seconds %s the chain's, and clears it",
    async (_word, ageMs, expectedMessage) => {
      await look();
      await read(ageMs, ageMs, ageMs, ageMs, ageMs);
      expect(await alarms()).toEqual([["clocks-apart", expect.stringContaining(expectedMessage)]]);
      await read(400, 400, 400);
      expect(await alarms()).toEqual([]);
    },
  );

  it("reads every block until the clocks are known to agree, and while they do not", async () => {
    const readsEveryBlock: boolean[] = [];
    const readOne = async (ageMs: number) => {
      await read(ageMs);
      readsEveryBlock.push(pulse.shouldReadEveryBlock());
    };
    await look();
    for (const ageMs of [400, 400, 400, 400, 400, 4_100, 4_100, 4_100, 4_100, 400, 400, 400]) await readOne(ageMs);
    const [yes, no] = [true, false];
    expect(readsEveryBlock).toEqual([yes, yes, yes, yes, no, no, no, yes, yes, yes, yes, no]);
  });

  it("does not judge the clocks by a single late or early block, nor while catching up", async () => {
    await look();
    await read(400, 9_000, 400, -9_000, 400, 400, 9_000, 400, 400, -9_000);
    expect(await alarms()).toEqual([]);
    for (let step = 0; step < 8; step++) {
      height += 20n;
      await read(30_000);
    }
    expect(await alarms()).toEqual([]);
  });
});

it("takes the median of the last five block ages as the gap between the clocks", () => {
  expect(estimateClockGap([1, 2, 3, 4])).toBeNull();
  expect(estimateClockGap([99, 1, 5, 2, 4, 3])).toBe(3);
});
