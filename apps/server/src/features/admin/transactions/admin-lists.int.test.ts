import { auditLog } from "@hearth/db/schema/audit-log";
import { disputes } from "@hearth/db/schema/disputes";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makeCompletedRefund, makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseAlarm } from "../../alarms/alarms.repo.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
let token: string;
let now: Date;
type People = { maya: { id: string }; omar: { id: string }; juniper: { id: string }; harbor: { id: string } };
let people: People;

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const daysAgo = (days: number) => minutesAgo(days * 24 * 60);
const admin = () => harness.caller(token).admin;
const get = (url: string) => harness.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const amounts = (page: { items: { amount: number }[] }) => page.items.map(({ amount }) => amount);

beforeAll(async () => {
  harness = await startHarness();
  now = harness.clock.now();
  const { db } = harness;
  const root = await makeUser(db, { role: "admin", createdAt: daysAgo(400) });
  token = await harness.signIn(root.id, "admin");
  const { merchant: juniper } = await makeMerchant(db, { name: "Juniper Court", contactName: "Ines Prado", createdAt: daysAgo(300) });
  const { merchant: harbor } = await makeMerchant(db, { name: "Harbor 100% Dental", contactName: "Ines Prado", createdAt: daysAgo(200) });
  const maya = await makeUser(db, { firstName: "Maya", lastName: "Okafor", email: "maya@example.com", createdAt: daysAgo(100) });
  const omar = await makeUser(db, { firstName: "Omar", lastName: "Farouk", email: "omar_f@example.com", createdAt: daysAgo(50) });
  people = { maya, omar, juniper, harbor };
  const pay = (consumerId: string, merchantId: string, cents: number, days: number, status: "pending" | "completed" | "failed") =>
    makePayment(db, { consumerId, merchantId, amountCents: cents, createdAt: daysAgo(days), status });
  await pay(maya.id, juniper.id, 10_100, 1, "completed");
  await pay(maya.id, harbor.id, 10_200, 2, "failed");
  await pay(omar.id, juniper.id, 10_300, 3, "completed");
  await pay(omar.id, harbor.id, 10_400, 40, "pending");
});
afterAll(() => harness.close());

describe("the list of transactions", () => {
  it("shows everybody's, newest first, with both documented names of the amount", async () => {
    const answer = (await get("/api/admin/transactions")).json();
    expect(answer.map(({ amount }: { amount: number }) => amount)).toEqual([101, 102, 103, 104]);
    expect(answer[0]).toMatchObject({
      userId: { email: "maya@example.com", firstName: "Maya", lastName: "Okafor" },
      merchantId: { name: "Juniper Court", businessType: "apartment" },
      amountUSD: 101,
      status: "completed",
      coinbaseSessionId: null,
    });
    expect(JSON.stringify(answer)).not.toContain("reference");
  });

  it.each([
    ["a user's email", () => "MAYA@example", [101, 102]],
    ["a user's whole name", () => "omar farouk", [103, 104]],
    ["a merchant's name", () => "juniper", [101, 103]],
    ["letters that are wildcards elsewhere", () => "100%", [102, 104]],
    ["an underscore that is one", () => "omar_f", [103, 104]],
    ["a user's ID", () => publicId("user", people.maya.id), [101, 102]],
    ["a merchant's ID", () => publicId("merchant", people.harbor.id), [102, 104]],
    ["what no one is called", () => "zebra", []],
  ])("finds by %s", async (_, search, expected) => {
    expect(amounts(await admin().transactions({ search: search() }))).toEqual(expected);
  });

  it("finds one by its ID, its code, its transaction hash or the beginning of that, and its payer's wallet", async () => {
    const [first] = (await admin().transactions({ limit: 1 })).items;
    const { address } = await makeWallet(harness.db, { userId: people.omar.id });
    const hash = first?.transactionHash ?? "";
    for (const search of [first?._id, first?.code, first?.code.toLowerCase(), hash, hash.slice(0, 12).toUpperCase().replace("X", "x")]) {
      expect(amounts(await admin().transactions({ search })), search).toEqual([101]);
    }
    expect(amounts(await admin().transactions({ search: address.toLowerCase() }))).toEqual([103, 104]);
  });

  it("combines the filters of user, merchant, status and days", async () => {
    const [userId, merchantId] = [publicId("user", people.omar.id), publicId("merchant", people.juniper.id)];
    expect(amounts(await admin().transactions({ userId }))).toEqual([103, 104]);
    expect(amounts(await admin().transactions({ merchantId, status: "completed" }))).toEqual([101, 103]);
    expect(amounts(await admin().transactions({ userId, merchantId, search: "maya" }))).toEqual([]);
    const startDate = daysAgo(3).toISOString();
    expect(amounts(await admin().transactions({ startDate, endDate: daysAgo(2).toISOString() }))).toEqual([102, 103]);
    expect(amounts(await admin().transactions({ userId: "nobody" }))).toEqual([]);
  });

  it("pages without gaps, with and without search words", async () => {
    for (const search of [undefined, "example.com"]) {
      const first = await admin().transactions({ limit: 3, search });
      const second = await admin().transactions({ limit: 3, search, cursor: first.nextCursor ?? "" });
      expect([...amounts(first), ...amounts(second)]).toEqual([101, 102, 103, 104]);
      expect(second.nextCursor).toBeNull();
    }
  });

  it("begins with the oldest on request, page by page, with and without search words", async () => {
    for (const search of [undefined, "example.com"]) {
      const first = await admin().transactions({ order: "oldest", limit: 3, search });
      const second = await admin().transactions({ order: "oldest", limit: 3, search, cursor: first.nextCursor ?? "" });
      expect([...amounts(first), ...amounts(second)]).toEqual([104, 103, 102, 101]);
    }
    const answer = await get("/api/admin/transactions?order=oldest&limit=1");
    expect(answer.json()).toMatchObject([{ amount: 104 }]);
  });

  it("are ordered by amount on request, page by page, by every kind of filter", async () => {
    const days = { startDate: daysAgo(3).toISOString(), endDate: daysAgo(2).toISOString() };
    const userId = publicId("user", people.omar.id);
    for (const [filter, expected] of [
      [{}, [101, 102, 103, 104]],
      [{ status: "completed" }, [101, 103]],
      [{ search: "example.com" }, [101, 102, 103, 104]],
      [{ userId }, [103, 104]],
      [days, [102, 103]],
    ] as const) {
      const smallest = await admin().transactions({ ...filter, order: "smallest", limit: 1 });
      const rest = await admin().transactions({ ...filter, order: "smallest", cursor: smallest.nextCursor ?? "" });
      expect([...amounts(smallest), ...amounts(rest)]).toEqual(expected);
      expect(amounts(await admin().transactions({ ...filter, order: "largest" }))).toEqual(expected.toReversed());
    }
  });

  it("finds the same when the words match very many people", async () => {
    const separateHarness = await startHarness();
    const { merchant } = await makeMerchant(separateHarness.db);
    const bearer = await separateHarness.signIn((await makeUser(separateHarness.db, { role: "admin" })).id, "admin");
    const rows = Array.from({ length: 250 }, (_, index) => ({
      email: `crowd${index}@crowd.example`,
      passwordHash: "x",
      firstName: "Crowd",
      lastName: String(index),
    }));
    const crowd = await separateHarness.db.insert(users).values(rows).returning({ id: users.id });
    for (const [index, member] of [crowd[0], crowd[249]].entries()) {
      const values = { consumerId: member?.id ?? "", merchantId: merchant.id, amountCents: 20_000 + index * 100 };
      await makePayment(separateHarness.db, { ...values, createdAt: minutesAgo(index) });
    }
    await makePayment(separateHarness.db, { merchantId: merchant.id });
    const found = await separateHarness.caller(bearer).admin.transactions({ search: "crowd.example" });
    expect(amounts(found)).toEqual([200, 201]);
    expect(amounts(await separateHarness.caller(bearer).admin.transactions({ search: "crowd.example", order: "largest" }))).toEqual([
      201, 200,
    ]);
    expect(await separateHarness.caller(bearer).admin.transactionCounts({ search: "crowd.example" })).toBeNull();
    await separateHarness.close();
  });

  it("counts each status as the list shows it", async () => {
    const counts = async (filter: { search?: string }) => {
      const found = await admin().transactionCounts(filter);
      return found && Object.values(found).map(({ count }) => count);
    };
    expect(await counts({})).toEqual([4, 1, 2, 1, 0]);
    expect(await counts({ search: "maya" })).toEqual([2, 0, 1, 1, 0]);
    expect(await counts({ search: "zebra" })).toEqual([0, 0, 0, 0, 0]);
  });

  it.each(["status=unknown", "startDate=soon", "limit=0", "limit=501", "cursor=x"])("refuses %s", async (query) => {
    const answer = await get(`/api/admin/transactions?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "VALIDATION"]);
  });

  it("exports a file in which no cell is a formula", async () => {
    const consumer = await makeUser(harness.db, { firstName: "=cmd()", lastName: "Formula", email: "formula@example.com" });
    const { id } = await makePayment(harness.db, { consumerId: consumer.id, merchantId: people.juniper.id, createdAt: daysAgo(500) });
    const { fileName, csv } = await admin().exportTransactions({ search: "formula@example.com" });
    expect(fileName).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("Date,Time zone,User email,User,Merchant");
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,America\/New_York,/);
    expect(lines[1]).toContain(`'=cmd() Formula`);
    expect(lines[1]).toContain(publicId("payment", id));
  });
});

describe("one transaction", () => {
  it("shows its timeline and its transfer's verdict", async () => {
    const [first] = (await admin().transactions({ search: "maya", status: "completed" })).items;
    const detail = await admin().transaction({ transactionId: first?._id ?? "" });
    expect(detail.timeline.map(({ type }) => type)).toEqual(expect.arrayContaining(["created", "completed"]));
    expect(detail.timeline[0]).toMatchObject({ type: "created" });
    expect(detail.transfers).toMatchObject([
      { verdict: "matched", isCounted: true, boundBy: "authorization", usdc: "101.00", orphanedAt: null },
    ]);
    expect(detail.transfers[0]?.transactionHash).toBe(detail.transactionHash);
  });

  it("answers NOT_FOUND over both interfaces where it does not exist", async () => {
    for (const id of ["pay_00000000000000000000000000", "nonsense", publicId("user", people.maya.id)]) {
      const answer = await get(`/api/admin/transactions/${id}`);
      expect([answer.statusCode, answer.json()]).toEqual([404, { message: "Transaction not found", code: "NOT_FOUND" }]);
    }
    await expect(admin().transaction({ transactionId: "" })).rejects.toThrow("No transaction ID provided");
  });
});

describe("the lists of people", () => {
  it("show accounts and merchants newest first, page by page, and find them by words, ID and wallet", async () => {
    const page = await admin().users({ limit: 2, search: "example.com" });
    const rest = await admin().users({ limit: 500, search: "example.com", cursor: page.nextCursor ?? "" });
    const all = [...page.items, ...rest.items].map(({ createdAt }) => createdAt);
    expect(all).toEqual(all.toSorted().toReversed());
    expect(all.length).toBe(await harness.db.$count(users, sql`email like '%example.com%'`));
    expect((await admin().users({ search: "okafor" })).items).toMatchObject([
      { email: "maya@example.com", disputes: [], walletAddress: null },
    ]);
    expect((await admin().users({ search: publicId("user", people.omar.id) })).items).toHaveLength(1);
    expect((await admin().merchants({ search: "dental" })).items).toMatchObject([{ name: "Harbor 100% Dental", transactionCount: 2 }]);
    const [juniper] = (await admin().merchants({ search: "juniper" })).items;
    expect((await admin().merchants({ search: juniper?.walletAddress ?? "" })).items).toMatchObject([{ _id: juniper?._id }]);
  });

  it("answer bare arrays over the documented calls, without credentials", async () => {
    const answer = await get("/api/admin/users?limit=1");
    expect(answer.json()).toHaveLength(1);
    expect(answer.headers["x-next-cursor"]).toBeTypeOf("string");
    expect(answer.body).not.toMatch(/password|argon2|tokenHash/);
    expect((await get("/api/admin/merchants?search=juniper")).json()).toMatchObject([{ name: "Juniper Court" }]);
  });
});

describe("the dashboard", () => {
  it("counts every row", async () => {
    const { db } = harness;
    const [disputed] = (await admin().transactions({ search: "maya", status: "completed" })).items;
    const [row] = await db
      .select()
      .from(payments)
      .where(sql`code = ${disputed?.code ?? ""}`);
    await makeDispute(db, { paymentId: row?.id ?? "", amountCents: 5_000, reason: "No heating", createdAt: daysAgo(9) });
    const answer = (await get("/api/admin/dashboard")).json();
    expect(answer).toMatchObject({
      totalUsers: await db.$count(users),
      totalMerchants: 2,
      totalTransactions: await db.$count(payments),
      totalDisputes: await db.$count(disputes),
      openDisputes: 1,
    });
    expect(answer.recentTransactions.slice(0, 2)).toMatchObject([
      { amountUSD: 101, userId: { email: "maya@example.com" } },
      { amount: 102 },
    ]);
    expect(answer.recentDisputes).toMatchObject([
      { amount: 50, status: "open", urgency: "high", userId: { email: "maya@example.com" }, merchantId: { name: "Juniper Court" } },
    ]);
    expect(answer.months).toHaveLength(12);
  });

  it("sums the months like their transactions", async () => {
    const { months } = await admin().dashboard();
    const completed = months.reduce((sum, month) => sum + month.completed, 0);
    const pending = months.reduce((sum, month) => sum + month.pending, 0);
    expect([completed, pending]).toEqual([204, 104]);
  });

  it("subtracts refunds, and shows them in the list and in the file", async () => {
    const consumer = await makeUser(harness.db, { email: "refunded@example.com" });
    const completedOf = async () => (await admin().dashboard()).months.reduce((sum, month) => sum + month.completed, 0);
    const before = await completedOf();
    const paymentFields = { consumerId: consumer.id, merchantId: people.juniper.id, status: "completed" as const };
    const payment = await makePayment(harness.db, { ...paymentFields, amountCents: 90_000, createdAt: daysAgo(10) });
    await makeCompletedRefund(harness.db, payment, 10_000);
    const ancient = await makePayment(harness.db, { ...paymentFields, amountCents: 30_000, createdAt: daysAgo(500) });
    await makeCompletedRefund(harness.db, ancient, 30_000);
    expect(await completedOf()).toBe(before + 800);
    const { items } = await admin().transactions({ search: "refunded@example.com" });
    const money = { grossAmount: 900, refundedAmount: 100, netAmount: 800 };
    expect(items).toMatchObject([{ amount: 900, status: "completed", refunded: "part", ...money }, { refunded: "whole" }]);
    expect(await admin().transaction({ transactionId: publicId("payment", payment.id) })).toMatchObject({ refunded: "part", ...money });
    const { csv } = await admin().exportTransactions({ search: "refunded@example.com" });
    expect(csv).toContain("Amount (USDC),Gross (USDC),Refunded (USDC),Net (USDC)");
    expect(csv).toContain(",900.00,900.00,100.00,800.00,");
  });

  it("lists what needs attention: alarms, unmatched money, waiting disputes and refunds owed", async () => {
    const { db } = harness;
    const { id: paymentId } = await makePayment(db, { merchantId: people.juniper.id, status: "completed", createdAt: daysAgo(20) });
    const approved = { status: "closed", result: "chargedBack", resultReason: "So it is", resolvedAt: daysAgo(8) } as const;
    await makeDispute(db, { paymentId, amountCents: 4_000, chargebackCents: 2_550, createdAt: daysAgo(15), ...approved });
    for (const days of [2, 3, 6.9]) {
      const { id } = await makePayment(db, { merchantId: people.juniper.id, status: "completed", createdAt: daysAgo(20) });
      await makeDispute(db, { paymentId: id, createdAt: daysAgo(days) });
    }
    await raiseAlarm(db, { key: "relayer-gas", message: "The relayer is short of gas", now });
    await makeTransfer(db, { merchantId: people.juniper.id, usdcUnits: 12_500_001n, blockTime: daysAgo(4) });
    await makeTransfer(db, { merchantId: people.juniper.id, usdcUnits: 1_000_000n, reorgedAt: now });
    const { attention } = await admin().dashboard();
    expect(attention).toMatchObject([
      { kind: "alarm", severity: "high", message: "The relayer is short of gas" },
      { kind: "disputes", severity: "high", message: "1 dispute open for 7 days or more" },
      { kind: "oddMoney", severity: "medium", message: "1 transfer matches no payment · $12.50" },
      { kind: "disputes", severity: "medium", message: "2 disputes open for 3 to 6 days", since: daysAgo(6.9).toISOString() },
      { kind: "refunds", severity: "medium", message: "$25.50 owed to payers in 1 refund after approved disputes" },
    ]);
    expect(attention[2]?.since).toBe(daysAgo(4).toISOString());
  });
});

describe("the audit log", () => {
  it("shows actor, action, subject and changes, newest first, and finds lines by actor or subject", async () => {
    const userId = publicId("user", people.maya.id);
    await admin().editUser({ userId, lastName: "Okafor-Reyes" });
    await admin().editUser({ userId, lastName: "Okafor" });
    const { items } = await admin().auditLog({ search: "maya@example.com" });
    expect(items.map(({ action, subject, data }) => [action, subject, data])).toEqual([
      ["user.edited", userId, { lastName: { from: "Okafor-Reyes", to: "Okafor" } }],
      ["user.edited", userId, { lastName: { from: "Okafor", to: "Okafor-Reyes" } }],
    ]);
    expect(items[0]?.actor?.name).toBeTypeOf("string");
    expect((await admin().auditLog({ search: userId, action: "user.edited" })).items).toHaveLength(2);
    expect((await admin().auditLog({ action: "merchant.created" })).items).toEqual([]);
  });

  it("pages without losing a line", async () => {
    const listedIds: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await admin().auditLog({ limit: 1, cursor });
      listedIds.push(...page.items.map(({ _id }) => _id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(listedIds).toHaveLength(await harness.db.$count(auditLog));
    expect(new Set(listedIds).size).toBe(listedIds.length);
  });

  it("can be exported", async () => {
    const { csv } = await admin().exportAuditLog({ action: "user.edited" });
    const [head, ...lines] = csv.trim().split("\r\n");
    expect(head).toMatch(/^\uFEFF?Date \([\w/+-]+\),Action,By/);
    expect(lines).toEqual([expect.stringContaining(",user.edited,"), expect.stringContaining(",user.edited,")]);
    expect(csv).toContain("Okafor-Reyes");
  });

  it("cannot be changed or emptied in the database", async () => {
    for (const statement of ["update audit_log set action = 'x'", "delete from audit_log", "truncate audit_log"]) {
      await expect(harness.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { message: "audit_log is append-only" } });
    }
  });
});
