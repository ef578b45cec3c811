import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeLease, makeLeaseTenant, makeUnit } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
let search: (text: string) => Promise<string[]>;
let list: ReturnType<Harness["caller"]>["merchant"]["transactions"];
let exportCsv: (text: string) => Promise<string>;
let rent: { id: string; code: string };
let foreign: { id: string; code: string };
let txHash: string;
beforeAll(async () => {
  harness = await startHarness();
  const { merchant, owner } = await makeMerchant(harness.db);
  const { merchant: elsewhere } = await makeMerchant(harness.db);
  const priya = await makeUser(harness.db, {
    firstName: "Priya",
    lastName: "Natarajan",
    aptNumber: "3C",
    enrolledMerchantId: merchant.id,
    enrolledAt: new Date(),
  });
  const paymentFields = { consumerId: priya.id, merchantId: merchant.id };
  rent = await makePayment(harness.db, {
    ...paymentFields,
    description: "November rent",
    amountCents: 139_500,
    aptNumber: "3C",
    createdAt: new Date("2026-11-01"),
  });
  await makePayment(harness.db, { ...paymentFields, description: "Laundry", amountCents: 1_250, createdAt: new Date("2026-11-02") });
  foreign = await makePayment(harness.db, { consumerId: priya.id, merchantId: elsewhere.id, description: "November rent" });
  await makeUser(harness.db, { firstName: "Stranger", enrolledMerchantId: elsewhere.id, enrolledAt: new Date() });
  ({ txHash } = await makeTransfer(harness.db, { merchantId: merchant.id, paymentId: rent.id, verdict: "matched" }));
  const call = harness.caller(await harness.signIn(owner.id)).merchant;
  list = call.transactions;
  exportCsv = async (text) => (await call.exportTransactions({ search: text })).csv;
  search = async (text) => (await call.searchTransactions({ search: text })).map(({ description }) => description);
});
afterAll(() => harness.close());

it("finds the newest payments of a tenant by name and apartment, newest first, and nobody else's", async () => {
  expect(await search("PRIYA nat")).toEqual(["Laundry", "November rent"]);
  expect(await search("3c")).toEqual(["Laundry", "November rent"]);
  expect(await search("Stranger")).toEqual([]);
});

it("searches the descriptions of the merchant's own payments where no tenant matches", async () => {
  expect(await search("november RENT")).toEqual(["November rent"]);
  expect(await search("rent november")).toEqual(["November rent"]);
  expect(await search("laun")).toEqual(["Laundry"]);
  expect(await search("december rent")).toEqual([]);
});

it("treats a wildcard as an ordinary letter", async () => {
  expect(await search("%")).toEqual([]);
  expect(await search("_")).toEqual([]);
});

it("finds payments by code, id, hash or its beginning, but never another merchant's", async () => {
  for (const text of [rent.code.toLowerCase(), publicId("payment", rent.id), txHash, txHash.slice(0, 10)]) {
    expect(await search(text), text).toEqual(["November rent"]);
  }
  for (const text of [publicId("payment", foreign.id), foreign.code]) expect(await search(text), text).toEqual([]);
});

it("refuses an empty search", async () => {
  await expect(search("  ")).rejects.toThrow("Please write what to look for");
});

it("names the home of a payer who has one lease of the merchant, also for a payment without a lease", async () => {
  const { db } = harness;
  const { merchant, owner } = await makeMerchant(db);
  const tenant = await makeUser(db);
  await makePayment(db, { consumerId: tenant.id, merchantId: merchant.id, aptNumber: "4B" });
  const call = harness.caller(await harness.signIn(owner.id)).merchant;
  const homes = async () => (await call.transactions({})).items.map(({ home }) => home);
  const rent = async (merchantId: string) => {
    const { property, unit } = await makeUnit(db, { merchantId, name: "4B" });
    const lease = await makeLease(db, { merchantId, unitId: unit.id, createdBy: owner.id });
    await makeLeaseTenant(db, { leaseId: lease.id, userId: tenant.id, joinedAt: new Date() });
    return `${property.name} 4B`;
  };
  await rent((await makeMerchant(db)).merchant.id);
  expect(await homes()).toEqual([null]);
  const home = await rent(merchant.id);
  expect(await homes()).toEqual([home]);
  await rent(merchant.id);
  expect(await homes()).toEqual([null]);
});

describe("the list of transactions", () => {
  const descriptions = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ description }) => description);

  it("contains the matches only, page by page, in both directions", async () => {
    const first = await list({ search: "priya nat", limit: 1 });
    const second = await list({ search: "priya nat", limit: 1, cursor: first.nextCursor ?? "" });
    expect([descriptions(first), descriptions(second), second.nextCursor]).toEqual([["Laundry"], ["November rent"], null]);
    const oldest = await list({ search: "3c", order: "oldest", limit: 1 });
    const next = await list({ search: "3c", order: "oldest", limit: 1, cursor: oldest.nextCursor ?? "" });
    expect([descriptions(oldest), descriptions(next), next.nextCursor]).toEqual([["November rent"], ["Laundry"], null]);
    expect(descriptions(await list({ search: foreign.code }))).toEqual([]);
    expect(descriptions(await list({ search: "Stranger" }))).toEqual([]);
  });

  it("filters a search by status and days, also in its export", async () => {
    expect(descriptions(await list({ search: "priya", status: "completed" }))).toEqual([]);
    expect(descriptions(await list({ search: txHash.slice(0, 10), startDate: "2026-11-02", timeZone: "UTC" }))).toEqual([]);
    expect(descriptions(await list({ search: "priya", startDate: "2026-11-02", timeZone: "UTC" }))).toEqual(["Laundry"]);
    const csv = await exportCsv(rent.code);
    expect(csv).toContain("November rent");
    expect(csv).not.toContain("Laundry");
  });

  it("pages from the oldest without a gap or a repeat", async () => {
    const all = descriptions(await list({}));
    const first = await list({ order: "oldest", limit: 1 });
    const second = await list({ order: "oldest", limit: 1, cursor: first.nextCursor ?? "" });
    expect([...descriptions(first), ...descriptions(second)]).toEqual(all.toReversed());
  });

  it("pages by amount in both directions, also with filters", async () => {
    for (const narrowed of [{}, { search: "priya" }, { status: "pending" }, { startDate: "2026-01-01", timeZone: "UTC" }] as const) {
      const largest = await list({ ...narrowed, order: "largest", limit: 1 });
      const next = await list({ ...narrowed, order: "largest", limit: 1, cursor: largest.nextCursor ?? "" });
      expect([descriptions(largest), descriptions(next), next.nextCursor]).toEqual([["November rent"], ["Laundry"], null]);
      const smallest = await list({ ...narrowed, order: "smallest", limit: 1 });
      const after = await list({ ...narrowed, order: "smallest", limit: 1, cursor: smallest.nextCursor ?? "" });
      expect([descriptions(smallest), descriptions(after)]).toEqual([["Laundry"], ["November rent"]]);
    }
  });

  it("refuses a cursor of another order", async () => {
    const [newest, largest] = [await list({ limit: 1 }), await list({ order: "largest", limit: 1 })];
    await expect(list({ order: "largest", cursor: newest.nextCursor ?? "" })).rejects.toThrow("This cursor is not valid");
    await expect(list({ cursor: largest.nextCursor ?? "" })).rejects.toThrow("This cursor is not valid");
  });
});
