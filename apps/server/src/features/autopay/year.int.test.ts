import { charges } from "@hearth/db/schema/charges";
import { relays } from "@hearth/db/schema/relays";
import { createRandom } from "@hearth/db/testing/random";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { and, asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Deps } from "../../deps.ts";
import { type AutopayFixture, startAutopay, type Prepared, type Tenancy } from "../../testing/autopay-fixture.ts";
import { dyingDatabase, Killed } from "../../testing/dying-database.ts";
import { type PaymentFixture } from "../../testing/payment-fixture.ts";
import { stateRules } from "../operations/check-state.ts";
import { relayAuthorizations } from "../payments/relay/relay-authorizations.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { checkScheduledPayments } from "./check-scheduled-payments.ts";
import { sendScheduledPayments } from "./send-scheduled-payments.ts";

/** Seeds of simulated years: one per run, twenty in `npm run prove`, which sets the first and the number. */
const firstYear = Number(process.env["YEAR_FIRST"] ?? 1);
const years = Array.from({ length: Number(process.env["YEARS"] ?? 1) }, (_, place) => firstYear + place);

const oldRent = 145_000;
const newRent = 150_000;
/** In the seventh month the landlord raises the rent from the ninth month on. */
const [changedIn, newFrom] = [6, 8];

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => void ({ fixture, autopay } = await startAutopay()));
afterAll(() => fixture.harness.close());

/** Runs work in a process that is killed repeatedly, each time a few steps later, until it completes. Returns the number of kills. */
async function killing(work: (deps: Deps) => Promise<unknown>, stepsOf: () => number): Promise<number> {
  const { deps } = fixture.harness;
  let killed = 0;
  for (let dieAt = stepsOf(); ; dieAt += stepsOf()) {
    try {
      await work({ ...deps, db: dyingDatabase(deps.db, dieAt) });
      return killed;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      killed += 1;
    }
  }
}

/** Empties the wallet on the due day and refills it within grace. */
async function failOnce(tenancy: Tenancy, scheduledPayment: Prepared): Promise<void> {
  const { address } = tenancy.tenant.account;
  const saved = await walletOf(tenancy);
  await fixture.transfer(tenancy.tenant.account, { to: demoAccounts.relayer.address, usdcUnits: saved });
  await fixture.mine(1);
  await autopay.goToDue(scheduledPayment);
  await autopay.send();
  expect(await autopay.scheduledPayment(scheduledPayment._id)).toMatchObject({ status: "ready", trouble: "balance" });
  await fixture.harness.chain.mintUsdc(address, saved);
}

/** The landlord changes the rent of these months, which voids their scheduled payments the day after. Returns the newly signed ones. */
async function signAgain(tenancy: Tenancy, old: Prepared[]): Promise<Prepared[]> {
  const { leaseId } = tenancy;
  const { harness } = fixture;
  const { rent } = await fixture.landlord();
  const { updatedAt: seenAt } = await rent.lease({ leaseId });
  await rent.changeLease({ leaseId, effectiveFrom: old[0]?.period ?? "", rent: newRent / 100, seenAt });
  await fixture.pass(1_441);
  await checkScheduledPayments(harness.deps);
  for (const { _id } of old) {
    expect(await autopay.scheduledPayment(_id)).toMatchObject({ status: "void", voidReason: "amountChanged", encryptedSignature: null });
  }
  const periods = new Set(old.map(({ period }) => period));
  return (await autopay.setUp(tenancy, 12)).filter(({ period }) => periods.has(period));
}

const walletOf = ({ tenant }: Tenancy) => fixture.harness.deps.chain.balanceOf(tenant.account.address);

it.each(years)(
  "a year of rent is paid on its due days, once each, however often the process is killed: year %i",
  async (year) => {
    const random = createRandom("year of autopay", year);
    const steps = () => random.between(1, 6);
    const tenancy = await autopay.tenancy();
    let signed = await autopay.setUp(tenancy, 12);
    const emptyIn = random.between(1, changedIn - 1);
    let killed = 0;

    for (let month = 0; month < 12; month++) {
      const scheduledPayment = signed[month];
      if (scheduledPayment === undefined) throw new Error(`Month ${month} was not signed`);
      await autopay.goToDue(scheduledPayment, -4 * 1_440);
      await checkScheduledPayments(fixture.harness.deps);
      if (month === emptyIn) await failOnce(tenancy, scheduledPayment);
      await autopay.goToDue(scheduledPayment, month === emptyIn ? 45 : 5);
      killed += await killing(sendScheduledPayments, steps);
      killed += await killing(relayAuthorizations, steps);
      // A transaction stored but not sent by the killed process is sent minutes later.
      for (let turn = 0; turn < 8 && (await autopay.scheduledPayment(scheduledPayment._id)).status !== "paid"; turn++) {
        await autopay.settle();
        await fixture.pass(2);
        killed += await killing(sendScheduledPayments, steps);
      }
      expect(await autopay.scheduledPayment(scheduledPayment._id), `month ${month}`).toMatchObject({
        status: "paid",
        encryptedSignature: null,
      });
      expect(await autopay.owed(tenancy), `month ${month}`).toEqual({ owed: 0, credit: 0 });
      if (month === changedIn) signed = [...signed.slice(0, newFrom), ...(await signAgain(tenancy, signed.slice(newFrom)))];
    }

    const expected = Array.from({ length: 12 }, (_, month) => (month < newFrom ? oldRent : newRent));
    const paid = await autopay.paymentsOf(tenancy);
    expect(paid.map(({ status, oddity, amountCents }) => ({ status, oddity, amountCents }))).toEqual(
      expected.map((amountCents) => ({ status: "completed", oddity: "none", amountCents })),
    );
    const { db } = fixture.harness;
    const asked = await db
      .select()
      .from(charges)
      .where(and(eq(charges.leaseId, tenancy.uuid), eq(charges.kind, "rent")))
      .orderBy(asc(charges.period));
    expect(asked.slice(0, 12).map(({ cents, paidCents }) => [cents, paidCents])).toEqual(expected.map((cents) => [cents, cents]));
    const carried = await db
      .select()
      .from(relays)
      .where(
        inArray(
          relays.paymentId,
          paid.map(({ id }) => id),
        ),
      );
    expect(carried).toHaveLength(12);
    const spent = 50_000_000_000n - (await walletOf(tenancy));
    expect(spent).toBe(BigInt(expected.reduce((sum, cents) => sum + cents, 0)) * 10_000n);
    expect(killed).toBeGreaterThan(12);
    expect(await checkWholeState(db, stateRules)).toEqual([]);
  },
  300_000,
);
