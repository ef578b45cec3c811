import { charges } from "@hearth/db/schema/charges";
import { transfers } from "@hearth/db/schema/transfers";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { paymentStops } from "@hearth/db/schema/payment-stops";
import { credited, posting } from "@hearth/db/postings";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { and, asc, eq, isNull } from "drizzle-orm";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { chargeLateFees } from "../features/rent/charges/charge-late-fees.ts";
import { leaseRules } from "../features/rent/charges/check-leases.ts";
import { makeCharges } from "../features/rent/charges/make-charges.ts";
import { startHarness } from "./harness.ts";
import { ManualClock } from "./manual-clock.ts";

/** A late fee of $50.00, once. */
export const fixed = { lateFeeKind: "fixed", lateFeeAmount: 5_000, lateFeeRepeats: "once" } as const;
/** A late fee of $10.00 a day. */
export const daily = { lateFeeKind: "fixed", lateFeeAmount: 1_000, lateFeeRepeats: "daily" } as const;

export type LateFeeFixture = Awaited<ReturnType<typeof openLateFeeFixture>>;

/** A landlord whose leases bear late fees. Tests set the clock, and all blocks are read up to it. */
export async function openLateFeeFixture() {
  const harness = await startHarness({ clock: new ManualClock(new Date("2026-11-18T12:00:00Z")) });
  await makeChainCursor(harness.db, { chainId: harness.deps.network.chainId, blockTime: harness.clock.now() });
  const business = await makeMerchant(harness.db);
  const signIn = async () => harness.caller(await harness.signIn(business.owner.id)).rent;
  let landlord = await signIn();

  /** Sets the time, with all blocks read up to it, and runs the jobs that are due. */
  async function at(moment: string) {
    await goTo(moment);
    await makeCharges(harness.deps);
    await allocateWaiting(harness.deps);
    await chargeLateFees(harness.deps);
  }

  async function goTo(moment: string) {
    harness.clock.set(new Date(moment));
    await harness.db.execute(`update chain_cursors set block_time = '${moment}'`);
    landlord = await signIn();
  }

  /** A lease of one month at $1,450.00 in Chicago, due on the 1st with three grace days, charged on November 18. */
  async function december(terms: Record<string, unknown> = fixed, landlordBusiness: typeof business = business) {
    const lease = await makeLease(harness.db, {
      merchantId: landlordBusiness.merchant.id,
      createdBy: landlordBusiness.owner.id,
      startsOn: "2026-12-01",
      endsOn: "2026-12-31",
      nextPeriod: "2026-12-01",
      nextChargeAt: new Date("2026-11-16T06:00:00Z"),
      terms: { fromPeriod: "2026-12-01", ...terms },
    });
    await goTo("2026-11-18T12:00:00Z");
    await makeCharges(harness.deps);
    return lease.id;
  }

  const rentOf = async (leaseId: string) =>
    (
      await harness.db
        .select()
        .from(charges)
        .where(and(eq(charges.leaseId, leaseId), eq(charges.kind, "rent"), isNull(charges.voidedAt)))
    )[0];

  /** The day and dollars of a lease's late fees, without voided ones. */
  async function feesOf(leaseId: string) {
    const rows = await harness.db
      .select()
      .from(charges)
      .where(and(eq(charges.leaseId, leaseId), eq(charges.kind, "lateFee"), isNull(charges.voidedAt)))
      .orderBy(asc(charges.dueOn));
    return rows.map(({ id, dueOn, cents }) => ({ id: publicId("charge", id), dueOn, dollars: wireAmount(cents) }));
  }
  const daysOf = async (leaseId: string) => (await feesOf(leaseId)).map(({ dueOn, dollars }) => `${dueOn} ${dollars}`);

  /** The ledger's reasons for days without a fee on the lease's rent. */
  async function reasonsOf(leaseId: string) {
    const { items } = await landlord.ledger({ leaseId: publicId("lease", leaseId) });
    return items
      .filter(({ kind, charge }) => kind === "charge" && charge?.kind === "rent")
      .flatMap(({ withoutFees }) => withoutFees.map(({ from, through, why }) => [why, from, through]));
  }

  const note = (
    leaseId: string,
    on: string,
    amount = "1450.00",
    more: { voidFees?: boolean; kind?: "outside" | "credit" | "writeOff" } = {},
  ) => landlord.addCredit({ leaseId: publicId("lease", leaseId), kind: "outside", amount, on, note: "By check", ...more });

  /** A payment on the chain for a lease, at a block's time. With `counted` it is completed at once. */
  async function pay(leaseId: string, blockTime: string, { cents = 145_000, counted = true } = {}) {
    const payment = await makePayment(harness.db, { merchantId: business.merchant.id, amountCents: cents });
    await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId: payment.id, createdBy: business.owner.id });
    const transfer = await makeTransfer(harness.db, {
      merchantId: business.merchant.id,
      paymentId: payment.id,
      verdict: "matched",
      usdcUnits: centsToUsdcUnits(cents),
      blockTime: new Date(blockTime),
      countedAt: null,
      chainId: harness.deps.network.chainId,
    });
    const count = async () => {
      await harness.db.insert(journalEntries).values(credited(transfer, payment.id, harness.clock.now()));
      await harness.db.update(transfers).set({ countedAt: harness.clock.now() }).where(eq(transfers.id, transfer.id));
    };
    if (counted) await count();
    return { payment, transfer, count };
  }

  async function refund(
    paymentId: string,
    { chainId, blockNumber, toAddress: walletAddress, usdcUnits }: Awaited<ReturnType<typeof makeTransfer>>,
  ) {
    const merchantId = business.merchant.id;
    const gone = await makeTransfer(harness.db, { merchantId, blockTime: harness.clock.now() });
    const subject = {
      kind: "returned" as const,
      chainId,
      merchantId,
      walletAddress,
      transferId: gone.id,
      blockNumber,
      at: harness.clock.now(),
    };
    const lines = [
      { account: "sent" as const, units: -usdcUnits },
      { account: "returned" as const, paymentId, units: usdcUnits },
    ];
    await harness.db.insert(journalEntries).values(posting(subject, lines));
  }

  /** Checks the ledgers of all leases, and deletes the test's payment stops, since other tests use other days. @throws where a ledger is inconsistent. */
  async function settle() {
    await harness.db.delete(paymentStops);
    const ids = (await harness.db.select({ id: leases.id }).from(leases)).map(({ id }) => id);
    const broken = await Promise.all(leaseRules.map((rule) => rule.check(harness.db, ids)));
    if (broken.flat().length > 0) throw new Error(broken.flat().join("\n"));
  }

  const acts = { at, goTo, december, note, pay, refund };
  return { harness, business, landlord: () => landlord, ...acts, rentOf, feesOf, daysOf, reasonsOf, settle };
}
