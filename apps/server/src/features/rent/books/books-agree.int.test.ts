import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { posting } from "@hearth/db/postings";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { createRandom, type Random } from "@hearth/db/testing/random";
import { parsePublicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { daysOfPeriod } from "@hearth/domain/rent/book-period";
import { oneOffKinds } from "@hearth/domain/rent/charge-kinds";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { allocateWaiting } from "../charges/allocate-leases.ts";
import { leaseRules } from "../charges/check-leases.ts";
import { makeCharges } from "../charges/make-charges.ts";

const first = Number(process.env["BOOKS_SEED"] ?? 1);
const years = Number(process.env["BOOKS_YEARS"] ?? 1);

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-01-05T12:00:00Z")), env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

type Rent = ReturnType<Harness["caller"]>["rent"];
type Rows = Record<string, string>[];

/** A landlord with three leases, and the books that their bookkeeper keeps elsewhere from the exports alone. */
interface Landlord {
  random: Random;
  merchantId: string;
  ownerId: string;
  rent: Rent;
  leaseIds: string[];
  chargeIds: string[];
  creditIds: string[];
  payments: { id: string; transfer: Awaited<ReturnType<typeof makeTransfer>>; leftCents: number }[];
  /** What the bookkeeper imported: each account's balance in cents. */
  accounts: Map<string, number>;
  /** The months that were closed, each with the figures and the file that the landlord read then. */
  closed: { period: string; month: Awaited<ReturnType<Rent["month"]>>; file: string }[];
  /** How many lines the file of the month before the first one had. */
  linesBefore: number;
}

const cents = (amount: string | number) => Math.round(Number(amount) * 100);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const rowsOf = (content: string): Rows => parse(Buffer.from(content, "base64").toString(), { bom: true, columns: true });

async function makeLandlord(seed: number, place: number): Promise<Landlord> {
  const { merchant, owner } = await makeMerchant(harness.db);
  const { rent } = harness.caller(await harness.signIn(owner.id));
  for (const name of ["Juniper Court", "Cedar House"]) await rent.addProperty({ name, units: ["1", "2"] });
  const units = (await rent.properties({})).items.flatMap(({ units: own }) => own.map(({ _id }) => _id));
  const leaseIds: string[] = [];
  for (const [index, unitId] of units.slice(0, 3).entries()) {
    const tenants = [{ name: `Tenant ${index}`, email: `tenant${place}-${index}@example.com` }];
    const given = { unitId, startsOn: `2026-01-0${index + 1}`, rent: 1000 + index, deposit: "500.00", tenants };
    leaseIds.push((await rent.createLease({ ...given, timeZone: index === 2 ? "Pacific/Auckland" : "America/Chicago" }))._id);
  }
  return {
    random: createRandom("books", seed, place),
    merchantId: merchant.id,
    ownerId: owner.id,
    rent,
    leaseIds,
    chargeIds: [],
    creditIds: [],
    payments: [],
    accounts: new Map(),
    closed: [],
    linesBefore: 0,
  };
}

/** A day from the first of the year until today: most acts are about this month, some about months that are closed. */
function dayOf(random: Random): string {
  const today = harness.clock.now();
  const month = random.chance(0.6) ? today.getUTCMonth() + 1 : random.between(1, today.getUTCMonth() + 1);
  const day = random.between(1, month === today.getUTCMonth() + 1 ? Math.max(1, today.getUTCDate() - 1) : 28);
  return `2026-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

const leaseOf = ({ random, leaseIds }: Landlord) => leaseIds[random.between(0, leaseIds.length - 1)] ?? "";
const refused = (error: unknown) => {
  if (!(error instanceof Error) || !/already|Only \$/.test(error.message)) throw error;
};

const acts: ((landlord: Landlord) => Promise<unknown>)[] = [
  async (landlord) => {
    const { random, rent, chargeIds } = landlord;
    const kind = oneOffKinds[random.between(0, oneOffKinds.length - 1)] ?? "fee";
    const given = { leaseId: leaseOf(landlord), kind, description: "Something", amount: wireAmount(random.between(100, 9_999)) };
    chargeIds.push((await rent.addCharge({ ...given, dueOn: dayOf(random) }))._id);
  },
  async (landlord) => {
    const { random, rent, creditIds } = landlord;
    const kind = (["outside", "credit", "writeOff"] as const)[random.between(0, 2)] ?? "credit";
    const given = { leaseId: leaseOf(landlord), kind, amount: wireAmount(random.between(100, 60_000)), on: dayOf(random), note: "Noted" };
    const made = await rent.addCredit(given).catch(refused);
    if (made) creditIds.push(made._id);
  },
  async ({ random, rent, chargeIds }) => {
    const chargeId = chargeIds[random.between(0, 5)];
    if (chargeId !== undefined) await rent.voidCharge({ chargeId, reason: "Wrong" }).catch(refused);
  },
  async ({ random, rent, creditIds }) => {
    const creditId = creditIds[random.between(0, 5)];
    if (creditId !== undefined) await rent.reverseCredit({ creditId, reason: "Bounced" }).catch(refused);
  },
  // A payment whose block may be weeks old, because it was read or given to its lease late.
  async (landlord) => {
    const { random, merchantId, ownerId } = landlord;
    const amountCents = random.between(5_000, 150_000);
    const blockTime = new Date(`${dayOf(random)}T${String(random.between(0, 23)).padStart(2, "0")}:30:00Z`);
    const payment = await makePayment(harness.db, {
      merchantId,
      amountCents,
      status: "completed",
      completedAt: blockTime,
      createdAt: blockTime,
    });
    const leaseId = parsePublicId("lease", leaseOf(landlord)) ?? "";
    const createdAt = harness.clock.now();
    await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId: payment.id, createdBy: ownerId, createdAt });
    const transfer = await harness.db.query.transfers.findFirst({ where: (row, { eq }) => eq(row.paymentId, payment.id) });
    if (transfer === undefined) throw new Error("The payment has no transfer");
    landlord.payments.push({ id: payment.id, transfer, leftCents: amountCents });
  },
  // Some of a payment goes back.
  async ({ random, merchantId, payments }) => {
    const payment = payments.find(({ leftCents }) => leftCents > 0);
    if (payment === undefined) return;
    const part = random.between(1, payment.leftCents);
    payment.leftCents -= part;
    const at = harness.clock.now();
    const back = await makeTransfer(harness.db, { merchantId, blockTime: at });
    const { chainId, blockNumber, toAddress: walletAddress } = back;
    const subject = { kind: "returned" as const, chainId, merchantId, walletAddress, transferId: back.id, blockNumber, at };
    const units = centsToUsdcUnits(part);
    await harness.db.insert(journalEntries).values(
      posting(subject, [
        { account: "sent", units: -units },
        { account: "returned", paymentId: payment.id, units },
      ]),
    );
  },
];

/** Imports one file of journal entries as a bookkeeper does; answers what each account moved by. */
function importFile({ accounts }: Landlord, rows: Rows, period: string): Map<string, number> {
  const moved = new Map<string, number>();
  const entries = Object.values(Object.groupBy(rows, ({ JournalNo = "" }) => JournalNo));
  for (const entry of entries) expect(sum((entry ?? []).map(netOf)), "an entry is balanced").toBe(0);
  for (const row of rows) {
    const [month = "", , year = ""] = (row["JournalDate"] ?? "").split("/");
    expect(`${year}-${month}`, "an entry is dated in the month that counts it").toBe(period);
    const account = row["AccountName"] ?? "";
    moved.set(account, (moved.get(account) ?? 0) + netOf(row));
    accounts.set(account, (accounts.get(account) ?? 0) + netOf(row));
  }
  return moved;
}

function netOf({ Debits = "", Credits = "" }: Record<string, string>): number {
  return cents(Debits) - cents(Credits);
}

const chargeAccounts = [
  "Rental Income",
  "Utility Income",
  "Repairs Charged to Tenants",
  "Security Deposits Held",
  "Other Income",
  "Fee Income",
  "Late Fee Income",
];

/** Closes a month, sometimes twice, imports its file once, and holds every book of the month against its figures. */
async function closeAndImport(landlord: Landlord, period: string): Promise<void> {
  const { rent, random, accounts } = landlord;
  await rent.closeMonth({ period });
  if (random.chance(0.3)) {
    await rent.reopenMonth({ period });
    await acts[1]?.(landlord);
    await allocateWaiting(harness.deps);
    await rent.closeMonth({ period });
  }
  const month = await rent.month({ period });
  // What stood before the first month that was closed is in the files of the months before it.
  if (landlord.closed.length === 0) {
    const before = rowsOf((await rent.accountingFile({ period: "2025-12" })).content);
    importFile(landlord, before, "2025-12");
    landlord.linesBefore = before.length;
  }
  const { content } = await rent.accountingFile({ period });
  const moved = importFile(landlord, rowsOf(content), period);
  const label = `${period} of ${landlord.merchantId}`;
  expect(accounts.get("Accounts Receivable") ?? 0, label).toBe(cents(month.after));
  expect(-sum(chargeAccounts.map((name) => moved.get(name) ?? 0)) + 0, label).toBe(cents(month.charged));
  const paid = ["USDC Wallet", "Payments Outside Hearth"].map((name) => moved.get(name) ?? 0);
  expect([sum(paid), moved.get("Rent Credits") ?? 0, moved.get("Bad Debt") ?? 0], label).toEqual(
    [month.paid, month.credited, month.writtenOff].map(cents),
  );
  landlord.closed.push({ period, month, file: content });
  await compareBooks(landlord, period, label);
}

/** The rent roll, its files and the statements of a closed month say its figures. */
async function compareBooks({ rent, leaseIds }: Landlord, period: string, label: string): Promise<void> {
  const month = await rent.month({ period });
  const sums = await rent.rollSums({ period });
  const figures = ({ before, charged, paid, after }: typeof month | typeof sums) => [before, charged, paid, after].map(cents);
  expect(figures(sums), label).toEqual(figures(month));
  expect(cents(sums.credited), label).toBe(cents(month.credited) + cents(month.writtenOff));
  expect(sums.properties.map((row) => [row.property, cents(row.after)])).toEqual(
    month.properties
      .filter(({ property }) => sums.properties.some((row) => row.property === property))
      .map((row) => [row.property, cents(row.after)]),
  );
  const { items } = await rent.roll({ period });
  const total = rowsOf((await rent.rollFile({ period, format: "csv" })).content).at(-1);
  expect(cents(total?.["After (USDC)"] ?? ""), label).toBe(cents(month.after));
  const income = sums.income.filter((row) => row.month === period);
  expect(sum(income.map(({ received }) => cents(received))), label).toBe(cents(month.paid));
  const { from, to } = daysOfPeriod(period);
  for (const leaseId of leaseIds) {
    const line = items.find(({ _id }) => _id === leaseId);
    const { content } = await rent.statement({ leaseId, startDate: from, endDate: to, format: "csv" });
    const rows = rowsOf(content);
    const named = (what: string) => rows.filter((row) => row["What"] === what).map((row) => cents(row["Balance (USDC)"] ?? ""));
    expect([named("Balance before"), named("Balance after")], `${label} ${leaseId}`).toEqual([
      [cents(line?.before ?? 0)],
      [cents(line?.after ?? 0)],
    ]);
    const later = rows.filter((row) => row["Balance (USDC)"] === "");
    const came = later.map((row) => cents(row["Charged (USDC)"] ?? "") - cents(row["Paid or credited (USDC)"] ?? ""));
    expect(sum(came), `${label} ${leaseId}`).toBe(cents(line?.cameLater ?? 0));
  }
}

/** Goes to a moment; sessions have ended by then, so everybody signs in again. */
async function goTo(moment: Date, landlords: readonly Landlord[]): Promise<void> {
  harness.clock.set(moment);
  for (const landlord of landlords) landlord.rent = harness.caller(await harness.signIn(landlord.ownerId)).rent;
}

async function liveAYear(seed: number): Promise<void> {
  harness.clock.set(new Date("2026-01-05T12:00:00Z"));
  const landlords = [await makeLandlord(seed, 1), await makeLandlord(seed, 2), await makeLandlord(seed, 3)];
  for (let month = 1; month <= 12; month++) {
    const name = String(month).padStart(2, "0");
    for (const day of ["09", "18", "27"]) {
      await goTo(new Date(`2026-${name}-${day}T12:00:00Z`), landlords);
      await makeCharges(harness.deps);
      for (const landlord of landlords)
        for (let times = landlord.random.between(0, 3); times > 0; times--)
          await acts[landlord.random.between(0, acts.length - 1)]?.(landlord);
      await allocateWaiting(harness.deps);
    }
    // Somebody closes each month, somebody two at a time.
    await goTo(new Date(Date.UTC(2026, month, 3, 12)), landlords);
    for (const landlord of landlords) {
      const next = landlord.closed.length + 1;
      if (landlord.random.chance(0.4) && month < 12) continue;
      for (let one = next; one <= month; one++) await closeAndImport(landlord, `2026-${String(one).padStart(2, "0")}`);
    }
  }
  for (const landlord of landlords) {
    expect(landlord.closed).toHaveLength(12);
    for (const { period, month, file } of landlord.closed) {
      const label = `year ${seed}, ${period}`;
      expect((await landlord.rent.accountingFile({ period })).content, label).toBe(file);
      expect({ ...(await landlord.rent.month({ period })), canReopen: false }, label).toEqual({ ...month, canReopen: false });
      await compareBooks(landlord, period, label);
    }
    const whole = rowsOf((await landlord.rent.accountingFile({ period: "2026" })).content);
    expect(whole).toHaveLength(sum(landlord.closed.map(({ file }) => rowsOf(file).length)));
    expect(rowsOf((await landlord.rent.accountingFile({ period: "2025-12" })).content), "no file of before moves").toHaveLength(
      landlord.linesBefore,
    );
    expect(cents((await landlord.rent.rollSums({ period: "2026" })).after)).toBe(landlord.accounts.get("Accounts Receivable"));
    // Corrections came after closes in this year, or it would have proven nothing.
    expect(landlord.closed.some(({ file }) => rowsOf(file).some(({ Description = "" }) => Description.includes("Correction for")))).toBe(
      true,
    );
  }
  const leaseIds = landlords.flatMap((landlord) => landlord.leaseIds.map((id) => parsePublicId("lease", id) ?? ""));
  for (const rule of leaseRules) expect(await rule.check(harness.db, leaseIds)).toEqual([]);
}

it(
  `gives ${years} random years of three landlords from ${first} on one set of figures: closes, rent roll, statements and accounting files`,
  async () => {
    for (let seed = first; seed < first + years; seed++) await liveAYear(seed);
  },
  years * 300_000,
);
