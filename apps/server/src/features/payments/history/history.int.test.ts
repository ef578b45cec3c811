import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCompletedRefund, makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
let token: string;
let payments: ReturnType<Harness["caller"]>["payments"];
let consumerId: string;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  consumerId = (await makeUser(harness.db)).id;
  token = await harness.signIn(consumerId);
  ({ payments } = harness.caller(token));
  await fill();
});
afterAll(() => harness.close());

/** Three months of a tenant with two merchants, and an equal-looking payment of somebody else. */
async function fill() {
  const [court, power] = [
    await makeMerchant(harness.db, { name: "Juniper Court" }),
    await makeMerchant(harness.db, { name: "100% Power" }),
  ];
  const pay = (createdAt: string, values: Partial<Parameters<typeof makePayment>[1]>) =>
    makePayment(harness.db, { consumerId, merchantId: court.merchant.id, createdAt: new Date(createdAt), ...values });
  await pay("2026-09-01T12:00:00Z", { description: "September rent", amountCents: 145_000, status: "completed", aptNumber: "4B" });
  await pay("2026-10-01T03:30:00Z", { description: "October rent", amountCents: 145_000, status: "completed", aptNumber: "4B" });
  await pay("2026-10-15T12:00:00Z", {
    description: '=HYPERLINK("http://x")',
    amountCents: 6_420,
    merchantId: power.merchant.id,
    status: "failed",
  });
  await pay("2026-11-01T12:00:00Z", { description: "November rent", amountCents: 145_000, status: "cancelled" });
  await pay("2026-11-02T12:00:00Z", { description: "November rent_2", amountCents: 145_050, status: "pending" });
  await makePayment(harness.db, {
    merchantId: court.merchant.id,
    description: "November rent",
    createdAt: new Date("2026-11-01T12:00:00Z"),
  });
}

async function descriptions(filter: Parameters<typeof payments.list>[0]): Promise<string[]> {
  return (await payments.list(filter)).items.map(({ description }) => description);
}

describe("searching one's own payments", () => {
  it("matches words of the description, the merchant or the apartment, in any case", async () => {
    expect(await descriptions({ search: "OCTOBER" })).toEqual(["October rent"]);
    expect(await descriptions({ search: "power" })).toEqual(['=HYPERLINK("http://x")']);
    expect(await descriptions({ search: "4b" })).toEqual(["October rent", "September rent"]);
    expect(await descriptions({ search: "December" })).toEqual([]);
  });

  it("treats SQL wildcards as plain characters", async () => {
    expect(await descriptions({ search: "%" })).toEqual(['=HYPERLINK("http://x")']);
    expect(await descriptions({ search: "t_2" })).toEqual(["November rent_2"]);
    expect(await descriptions({ search: "\\" })).toEqual([]);
  });

  it("matches an exact amount in every notation", async () => {
    for (const search of ["1450.50", "$1,450.50", "1450.5"]) expect(await descriptions({ search }), search).toEqual(["November rent_2"]);
    expect(await descriptions({ search: "99999999" })).toEqual([]);
  });

  it("matches reference, id, and the beginning of the hash", async () => {
    const { items } = await payments.list({ search: "September" });
    const [september] = items;
    if (!september?.transactionHash) throw new Error("The completed payment has no hash");
    const { code, id, transactionHash } = september;
    for (const search of [code.toLowerCase(), id, transactionHash, transactionHash.slice(0, 12).toUpperCase().replace("0X", "0x")]) {
      expect(await descriptions({ search }), search).toEqual(["September rent"]);
    }
    expect(await descriptions({ search: publicId("payment", "0198a000-0000-7000-8000-000000000000") })).toEqual([]);
  });

  it("filters by status and by days of the viewer's time zone, both ends included", async () => {
    expect(await descriptions({ status: "completed" })).toEqual(["October rent", "September rent"]);
    // 03:30 UTC is still the last of September in New York.
    const september = { startDate: "2026-09-01", endDate: "2026-09-30" };
    expect(await descriptions({ ...september, timeZone: "UTC" })).toEqual(["September rent"]);
    expect(await descriptions({ ...september, timeZone: "America/New_York" })).toEqual(["October rent", "September rent"]);
    expect(await descriptions({ startDate: "2026-11-02", endDate: "2026-11-02" })).toEqual(["November rent_2"]);
  });

  it("continues page by page under the same filter", async () => {
    const first = await payments.list({ search: "rent", limit: 3 });
    const second = await payments.list({ search: "rent", limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ description }) => description)).toEqual([
      "November rent_2",
      "November rent",
      "October rent",
      "September rent",
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it("is available at the documented path too, which refuses invalid input", async () => {
    const get = (query: string) =>
      harness.app.inject({ url: `/api/payments/user?${query}`, headers: { authorization: `Bearer ${token}` } });
    const found = await get("status=completed&startDate=2026-09-01&endDate=2026-09-30&timeZone=America/New_York");
    expect(found.json().payments.map(({ description }: { description: string }) => description)).toEqual([
      "October rent",
      "September rent",
    ]);
    for (const query of ["status=lost", "startDate=yesterday", "endDate=2026-02-30", "timeZone=Moon"]) {
      expect((await get(query)).statusCode, query).toBe(400);
    }
  });
});

describe("the totals of a history", () => {
  it("agree with the listed payments, month by month, and count only completed ones as paid", async () => {
    for (const filter of [{}, { status: "completed" }, { search: "rent" }, { search: "rent", status: "pending" }] as const) {
      const { items } = await payments.list({ ...filter, timeZone: "America/New_York" });
      const { months } = await payments.historyTotals({ ...filter, timeZone: "America/New_York" });
      const monthOf = (at: string) =>
        new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York", dateStyle: "short" }).format(new Date(at)).slice(0, 7);
      const expected = [...new Set(items.map(({ createdAt }) => monthOf(createdAt)))].map((month) => {
        const rows = items.filter(({ createdAt }) => monthOf(createdAt) === month);
        const completed = rows.filter(({ status }) => status === "completed");
        const cents = completed.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
        return { month, count: rows.length, paidCount: completed.length, paid: Number(centsToDecimal(cents)) };
      });
      expect(months).toEqual(expected);
    }
  });

  it("count every status whichever is chosen, within the search and the days", async () => {
    const { count } = await payments.historyTotals({ status: "failed" });
    expect(count).toEqual({ all: 5, pending: 1, completed: 2, failed: 1, cancelled: 1 });
    expect((await payments.historyTotals({ search: "november" })).count).toEqual({
      all: 2,
      pending: 1,
      completed: 0,
      failed: 0,
      cancelled: 1,
    });
  });
});

describe("a history as CSV", () => {
  it("contains the filtered payments, newest first, with times of the business and no formula", async () => {
    harness.clock.set(new Date("2026-11-20T02:00:00Z"));
    const { fileName, csv } = await payments.exportHistory({ timeZone: "America/New_York" });
    expect(fileName).toBe("payments-2026-11-19.csv");
    const lines = csv.split("\r\n");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain("Date,Time zone,Merchant,Apartment,Description");
    expect(lines[3]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[4]).toMatch(/^2026-09-30 23:30:00,America\/New_York,Juniper Court,4B,October rent,one-time,completed,,1450\.00,/);
  });

  it("contains nobody else's payments", async () => {
    const stranger = harness.caller(await harness.signIn((await makeUser(harness.db)).id));
    expect((await stranger.payments.exportHistory({})).csv.split("\r\n")).toHaveLength(2);
    expect((await stranger.payments.historyTotals({})).months).toEqual([]);
  });
});

describe("a dashboard's figures", () => {
  it("count completed payments net of refunds, and nothing unpaid", async () => {
    const user = await makeUser(harness.db);
    const ownPayments = harness.caller(await harness.signIn(user.id)).payments;
    const { merchant } = await makeMerchant(harness.db);
    const now = harness.clock.now();
    const insertPayment = (status: "completed" | "failed" | "cancelled" | "pending", amountCents: number) =>
      makePayment(harness.db, { consumerId: user.id, merchantId: merchant.id, status, amountCents, createdAt: now });
    const [paid] = [
      await insertPayment("completed", 90_000),
      await insertPayment("failed", 10_000),
      await insertPayment("cancelled", 20_000),
      await insertPayment("pending", 30_000),
    ];
    await insertPayment("completed", 5_000);
    await makeCompletedRefund(harness.db, paid, 10_000);
    expect(await ownPayments.dashboard()).toMatchObject({
      thisMonth: 850,
      total: { count: 3, amount: 1_250 },
      pending: { count: 1, amount: 300 },
      success: { count: 2, amount: 950 },
    });
    const { items } = await ownPayments.list({ status: "completed" });
    expect(items.map(({ amount, refunded }) => [amount, refunded])).toEqual(
      expect.arrayContaining([
        [900, "part"],
        [50, "none"],
      ]),
    );
    const { csv } = await ownPayments.exportHistory({ status: "completed" });
    expect(csv).toContain("Amount (USDC),Paid (USDC),Refunded (USDC),Net (USDC)");
    expect(csv).toContain(",900.00,900.00,100.00,800.00,");
  });
});
