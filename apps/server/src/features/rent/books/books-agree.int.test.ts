import { parsePublicId } from "@hearth/domain/ids";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { daysOfPeriod } from "@hearth/domain/rent/book-period";
import { monthAfter } from "@hearth/domain/rent/calendar";
import { sql } from "drizzle-orm";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCredit, bookActs, type Landlord, makeLandlord } from "../../../testing/book-acts.ts";
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

type Rows = Record<string, string>[];

const cents = (amount: string | number) => Math.round(Number(amount) * 100);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const rowsOf = (content: string): Rows => parse(Buffer.from(content, "base64").toString(), { bom: true, columns: true });

/** Imports a file of journal entries like a bookkeeper. Returns the change of each account in cents. */
function importFile({ accounts }: Pick<Landlord, "accounts">, rows: Rows, period: string): Map<string, number> {
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
    harness.clock.advance({ seconds: 1 });
    await addCredit(landlord);
    await allocateWaiting(harness.deps);
    harness.clock.advance({ seconds: 1 });
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
  const { income } = await rent.rollSums({ period });
  landlord.closed.push({ period, month, income, file: content });
  await compareBooks(landlord, period, label);
  await compareDeposits(landlord, label);
  harness.clock.advance({ seconds: 1 });
}

/**
 * Compares the bookkeeper's account of deposits with Hearth: held, open, credited and written off together. Each allocation to a deposit must be in
 * the income of exactly one month. Open months are imported into a copy of the books, up to the current one.
 */
async function compareDeposits(landlord: Landlord, label: string): Promise<void> {
  const { rent, closed } = landlord;
  const books = { accounts: new Map(landlord.accounts) };
  const today = harness.clock.now().toISOString().slice(0, 7);
  for (
    let period = monthAfter(`${closed.at(-1)?.period}-01`, 1).slice(0, 7);
    period <= today;
    period = monthAfter(`${period}-01`, 1).slice(0, 7)
  )
    importFile(books, rowsOf((await rent.accountingFile({ period })).content), period);
  const [stands] = await harness.db.execute<{ open: number; given: number }>(sql`
    with own as (
      select c.id, c.cents - c.paid_cents as open from ${charges} c join ${leases} l on l.id = c.lease_id
      where l.merchant_id = ${landlord.merchantId} and c.kind = 'deposit' and c.voided_at is null
    ), given as (
      select a.cents from own join ${leaseAllocations} a on a.charge_id = own.id
      join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('credit', 'writeOff') and k.deposit_charge_id is null
    ) select (select coalesce(sum(open), 0)::float8 from own) as open, (select coalesce(sum(cents), 0)::float8 from given) as given`);
  const years = await Promise.all(["2025", "2026", "2027"].map((period) => rent.rollSums({ period })));
  const held = cents(years[1]?.depositHeld ?? 0);
  expect(0 - (books.accounts.get("Security Deposits Held") ?? 0), `${label}: deposits`).toBe(
    held + (stands?.open ?? 0) + (stands?.given ?? 0),
  );
  const income = years.flatMap((year) => year.income);
  expect(sum(income.map(({ deposits }) => cents(deposits))), `${label}: put to deposits`).toBe(held);
  const money = ["USDC Wallet", "Payments Outside Hearth"].map((name) => books.accounts.get(name) ?? 0);
  expect(sum(income.map(({ received }) => cents(received))), `${label}: received`).toBe(sum(money));
}

/** The rent roll, its files and the statements of a closed month say its figures. */
async function compareBooks(landlord: Landlord, period: string, label: string): Promise<void> {
  const { rent, leaseIds } = landlord;
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
  expect(cents(total?.["Ending balance (USDC)"] ?? ""), label).toBe(cents(month.after));
  expect(sums.income, label).toEqual(landlord.closed.find((one) => one.period === period)?.income);
  const income = sums.income.filter((row) => row.month === period);
  expect(sum(income.map(({ received }) => cents(received))), label).toBe(cents(month.paid));
  const { from, to } = daysOfPeriod(period);
  for (const leaseId of leaseIds) {
    const line = items.find(({ _id }) => _id === leaseId);
    const { content } = await rent.statement({ leaseId, startDate: from, endDate: to, format: "csv" });
    const rows = rowsOf(content);
    const named = (what: string) => rows.filter((row) => row["What"] === what).map((row) => cents(row["Balance (USDC)"] ?? ""));
    expect([named("Balance forward"), named("Ending balance")], `${label} ${leaseId}`).toEqual([
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
  for (const landlord of landlords) {
    const { rent, merchant } = harness.caller(await harness.signIn(landlord.ownerId));
    Object.assign(landlord, { rent, merchant });
  }
}

async function liveAYear(seed: number): Promise<void> {
  harness.clock.set(new Date("2026-01-05T12:00:00Z"));
  const landlords = [await makeLandlord(harness, seed, 1), await makeLandlord(harness, seed, 2), await makeLandlord(harness, seed, 3)];
  for (let month = 1; month <= 12; month++) {
    const name = String(month).padStart(2, "0");
    for (const day of ["09", "18", "27"]) {
      await goTo(new Date(`2026-${name}-${day}T12:00:00Z`), landlords);
      await makeCharges(harness.deps);
      for (const landlord of landlords)
        for (let times = landlord.random.between(0, 6); times > 0; times--) {
          await bookActs[landlord.random.between(0, bookActs.length - 1)]?.(landlord);
          harness.clock.advance({ seconds: 1 });
        }
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
