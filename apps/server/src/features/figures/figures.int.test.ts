import { figureChanges, figures } from "@hearth/db/schema/figures";
import { payments } from "@hearth/db/schema/payments";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { checkFigureSpans, checkFigureStretch } from "./check-figures.ts";
import { foldChanges } from "./figures.repo.ts";
import { foldFigures, readFigures, readFiguresOf } from "./figures.service.ts";

let harness: Harness;
let merchantId: string;
beforeAll(async () => {
  harness = await startHarness();
  merchantId = (await makeMerchant(harness.db)).merchant.id;
});
afterAll(() => harness.close());

const read = (figureOf: string | null = merchantId, range = {}) =>
  readFiguresOf(harness.db, figureOf, range, ["pending", "completed", "failed"]);
const pay = (status: "pending" | "completed", at = "2026-03-05T10:20:00Z") =>
  makePayment(harness.db, { merchantId, status, amountCents: 10_000 + Math.floor(Math.random() * 1_000), createdAt: new Date(at) });

describe("stored figures", () => {
  it("are equal before, during and after folding, for the merchant and in total", async () => {
    for (let turn = 0; turn < 12; turn += 1) await pay(turn % 3 === 0 ? "pending" : "completed", `2026-0${1 + (turn % 3)}-05T10:20:00Z`);
    const before = [await read(), await read(null)].map((figureOf) => [figureOf("pending"), figureOf("completed")]);
    const during = Promise.all(Array.from({ length: 20 }, () => read()));
    await foldFigures(harness.db);
    for (const figureOf of await during) expect(figureOf("completed")).toEqual(before[0]?.[1]);
    expect([await read(), await read(null)].map((figureOf) => [figureOf("pending"), figureOf("completed")])).toEqual(before);
    expect(await harness.db.$count(figureChanges)).toBe(0);
    expect(before[0]?.[1]?.count).toBe(8);
  });

  it("follow a payment's status, and store no row for zero", async () => {
    const { id } = await pay("pending", "2026-05-05T10:20:00Z");
    const may = { from: new Date("2026-05-01T00:00:00Z"), to: new Date("2026-06-01T00:00:00Z") };
    await foldFigures(harness.db);
    expect((await read(merchantId, may))("pending").count).toBe(1);
    await harness.db.update(payments).set({ status: "failed" }).where(eq(payments.id, id));
    for (const isFolded of [false, true]) {
      if (isFolded) await foldFigures(harness.db);
      const figureOf = await read(merchantId, may);
      expect([figureOf("pending").count, figureOf("failed").count], String(isFolded)).toEqual([0, 1]);
    }
    const inMay = sql`${figures.scopeId} = ${merchantId} and ${figures.start} >= '2026-05-01Z' and ${figures.kind} = 'pending'`;
    expect(await harness.db.$count(figures, inMay)).toBe(0);
  });

  it("count single rows at edges within a quarter of an hour", async () => {
    await pay("pending", "2026-07-05T10:16:00Z");
    await pay("pending", "2026-07-05T10:40:00Z");
    const count = async (from: string, to: string) => (await read(merchantId, { from: new Date(from), to: new Date(to) }))("pending").count;
    expect(await count("2026-07-05T10:16:00Z", "2026-07-05T10:16:00.001Z")).toBe(1);
    expect(await count("2026-07-05T10:16:00.001Z", "2026-07-05T10:40:00Z")).toBe(0);
    expect(await count("2026-07-05T10:10:00Z", "2026-07-05T10:41:00Z")).toBe(2);
  });

  it("assign the quarter hours at a month's border to the right month, and each range gets the kinds it asked for", async () => {
    const october = { from: new Date("2026-10-01T04:00:00Z"), to: new Date("2026-11-01T04:00:00Z") };
    const november = { from: october.to, to: new Date("2026-12-01T05:00:00Z") };
    for (const at of ["2026-10-01T03:59:00Z", "2026-10-31T23:00:00Z", "2026-11-01T03:59:00Z", "2026-11-01T04:00:00Z"])
      await pay("pending", at);
    await pay("completed", "2026-11-01T03:50:00Z");
    for (const isFolded of [false, true]) {
      if (isFolded) await foldFigures(harness.db);
      const [first, second] = await readFigures(harness.db, merchantId, [
        { range: october, kinds: ["pending", "completed"] },
        { range: november, kinds: ["pending"] },
        { range: {}, kinds: ["completed"] },
      ]);
      const counts = [first, second].map((figureOf) => [figureOf?.("pending").count, figureOf?.("completed").count]);
      expect(counts, String(isFolded)).toEqual([
        [2, 1],
        [1, 0],
      ]);
      const [alone] = await readFigures(harness.db, merchantId, [{ range: november, kinds: ["completed"] }]);
      expect(alone?.("completed").count, String(isFolded)).toBe(0);
    }
  });

  it("fold each change once when two processes fold concurrently, and neither waits", async () => {
    for (let turn = 0; turn < 3; turn += 1) await pay("pending", "2026-09-01T00:00:00Z");
    const before = (await read())("pending").count;
    await harness.db.transaction(async (tx) => {
      expect(await foldChanges(tx, 1_000)).toBeGreaterThanOrEqual(3);
      const second = harness.db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = '2s'`); // a fold that waits must fail
        return foldChanges(other, 1_000);
      });
      expect(await second).toBe(0);
    });
    expect((await read())("pending").count).toBe(before);
  });

  it("never block: a hundred payments to one merchant begin and are folded concurrently, and none is lost", async () => {
    const before = (await read())("pending").count;
    const begun = Array.from({ length: 100 }, () => pay("pending", "2026-08-01T00:00:00Z"));
    const folds = Array.from({ length: 10 }, () => foldFigures(harness.db));
    await Promise.all([...begun, ...folds]);
    await foldFigures(harness.db);
    expect((await read())("pending").count).toBe(before + 100);
    expect(await checkFigureStretch(harness.db, null)).toEqual({ broken: [], next: null });
    expect(await checkFigureSpans(harness.db, null)).toEqual({ broken: [], next: null });
  });
});
