import { daysOfPeriod } from "@hearth/domain/rent/book-period";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookActs, type Landlord, makeLandlord } from "../../../testing/book-acts.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { allocateWaiting } from "../charges/allocate-leases.ts";
import { makeCharges } from "../charges/make-charges.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-01-05T12:00:00Z")), env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const cents = (amount: string | number) => Math.round(Number(amount) * 100);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
const rowsOf = (content: string): Record<string, string>[] =>
  parse(Buffer.from(content, "base64").toString(), { bom: true, columns: true });

/** The accounts of rent and fees in accounting files. */
const incomeAccounts = ["Rental Income", "Utility Income", "Repairs Charged to Tenants", "Other Income", "Fee Income", "Late Fee Income"];
const moneyAccounts = ["USDC Wallet", "Payments Outside Hearth"];

/** Figures that a random month has to have at least once among all, or the comparison would prove nothing. */
const met = new Set<string>();
function meet(what: string, isThere: boolean): void {
  if (isThere) met.add(what);
}

/** Compares what every page, file and sum says about past due, balance, billed and received now. */
async function compare({ rent, merchant, leaseIds }: Landlord, label: string): Promise<void> {
  const desk = await merchant.desk();
  const period = harness.clock.now().toISOString().slice(0, 7);
  expect(desk.month, label).toBe(period);

  const { items } = await rent.tenants({ limit: 100 });
  const totals = await rent.tenantSums({});
  expect(cents(totals.pastDue), label).toBe(sum(items.map(({ late }) => late)));
  expect(cents(totals.balance), label).toBe(sum(items.map(({ owed }) => owed)));
  expect([desk.pastDue.amount, desk.pastDue.leases, desk.pastDue.balance], label).toEqual([
    totals.pastDue,
    totals.pastDueLeases,
    totals.balance,
  ]);
  const { days30, days60, over60 } = desk.pastDue;
  expect(sum([days30.amount, days60.amount, over60.amount]), label).toBe(cents(desk.pastDue.amount));

  const today = harness.clock.now().toISOString().slice(0, 10);
  const building = (await rent.building({})).properties.flatMap(({ units }) => units);
  const running = items.filter(({ isOver, startsOn }) => !isOver && startsOn <= today);
  const lets = building.flatMap(({ lease }) => lease ?? []);
  expect(sum(lets.map(({ pastDue }) => pastDue)), label).toBe(sum(running.map(({ late }) => late)));
  expect(sum(lets.map(({ balance }) => balance)), label).toBe(sum(running.map(({ owed }) => owed)));
  expect(desk.vacant.count, label).toBe(building.filter(({ lease }) => lease === null).length);
  expect(lets.filter(({ state }) => state === "pastDue").length, label).toBe(running.filter(({ late }) => late > 0).length);
  const units = (await rent.properties({ limit: 100 })).items.flatMap((property) => property.units.flatMap(({ lease }) => lease ?? []));
  expect(sum(units.map(({ pastDue }) => pastDue)), label).toBe(sum(running.map(({ late }) => late)));

  for (const leaseId of leaseIds) {
    const page = await rent.lease({ leaseId });
    const row = items.find(({ _id }) => _id === leaseId);
    if (row) expect([page.late, page.owed, page.credit], `${label} ${leaseId}`).toEqual([row.late, row.owed, row.credit]);
    else expect([page.late, page.owed, page.credit], `${label} ${leaseId}`).toEqual([0, 0, 0]);
    const { content } = await rent.statement({ leaseId, startDate: "2026-01-01", endDate: "2027-12-31", format: "csv" });
    const after = rowsOf(content).find((line) => line["What"] === "Ending balance");
    expect(cents(after?.["Balance (USDC)"] ?? ""), `${label} ${leaseId}`).toBe(cents(page.owed) - cents(page.credit));
  }
  expect(cents((await rent.rollSums({ period: "2027" })).after), label).toBe(cents(totals.balance) - cents(totals.credit));

  const { income } = await rent.rollSums({ period });
  const { billed, paid, throughHearth, recorded } = desk.collected;
  expect(cents(paid), label).toBe(sum(income.map((row) => row.income)));
  expect(sum([throughHearth, recorded]), label).toBe(cents(paid));
  const months = await merchant.collectedMonths();
  expect(months.at(-1), label).toEqual({ month: desk.month, ...desk.collected });
  const before = months.at(-2);
  const earlier = await rent.rollSums({ period: before?.month ?? "" });
  expect(cents(before?.paid ?? 0), label).toBe(sum(earlier.income.map((row) => row.income)));
  const lines = rowsOf((await rent.accountingFile({ period })).content);
  const movedOn = (accounts: string[]) =>
    lines
      .filter(({ AccountName = "" }) => accounts.includes(AccountName))
      .reduce((total, { Debits = "", Credits = "" }) => total + cents(Debits) - cents(Credits), 0);
  expect(cents(billed) + movedOn(incomeAccounts), label).toBe(0);
  expect(movedOn(moneyAccounts), label).toBe(sum(income.map(({ received }) => received)));
  meet("past due", desk.pastDue.amount > 0);
  meet("more than 60 days past due", over60.amount > 0);
  meet("prepaid", totals.credit > 0);
  meet("received through Hearth", throughHearth !== 0);
  meet("recorded", recorded !== 0);
  meet(
    "deposits",
    income.some(({ deposits }) => deposits !== 0),
  );
  meet("something to give back", desk.giveBack.amount > 0);
  const back = await rent.tenants({ state: "giveBack", limit: 100 });
  expect([desk.giveBack.count, desk.ending.count], label).toEqual([
    back.items.length,
    (await rent.tenants({ state: "endsSoon" })).items.length,
  ]);
}

async function goTo(moment: string, landlord: Landlord): Promise<void> {
  harness.clock.set(new Date(moment));
  const { rent, merchant } = harness.caller(await harness.signIn(landlord.ownerId));
  Object.assign(landlord, { rent, merchant });
}

it("gives the desk, the lists, the lease pages, the rent roll, statements and files one set of figures in random months", async () => {
  for (const seed of [1, 2, 3]) {
    harness.clock.set(new Date("2026-01-05T12:00:00Z"));
    const landlord = await makeLandlord(harness, seed, seed);
    const { random } = landlord;
    for (const month of ["02", "03", "05", "06"]) {
      for (const day of ["04", "17"]) {
        await goTo(`2026-${month}-${day}T12:00:00Z`, landlord);
        await makeCharges(harness.deps);
        for (let times = random.between(2, 7); times > 0; times--) {
          await bookActs[random.between(0, bookActs.length - 1)]?.(landlord);
          harness.clock.advance({ seconds: 1 });
        }
        // Money counts before it is allocated, and the same afterwards.
        await compare(landlord, `seed ${seed}, ${month}-${day}`);
        await allocateWaiting(harness.deps);
        await compare(landlord, `seed ${seed}, ${month}-${day}, allocated`);
      }
      const [leaseId = ""] = landlord.leaseIds.slice(-1);
      if (month === "05") {
        await landlord.rent.addCredit({ leaseId, kind: "outside", amount: "9000.00", on: "2026-05-02", note: "By check" });
        await compare(landlord, `seed ${seed}, paid after the end`);
      }
      if (month === "03") {
        const { updatedAt: seenAt } = await landlord.rent.lease({ leaseId });
        await landlord.rent.endLease({ leaseId, endsOn: daysOfPeriod("2026-04").to, seenAt });
        await compare(landlord, `seed ${seed}, an end is set`);
      }
    }
  }
  expect([...met].toSorted()).toEqual([
    "deposits",
    "more than 60 days past due",
    "past due",
    "prepaid",
    "received through Hearth",
    "recorded",
    "something to give back",
  ]);
});
