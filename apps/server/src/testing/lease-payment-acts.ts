import { disputes } from "@hearth/db/schema/disputes";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { credited, sent, uncredited } from "@hearth/db/postings";
import { makePayment, makeRefund, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeScheduledPayment, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { eq } from "drizzle-orm";
import { assignPayment } from "../features/rent/bills/assign-payment.ts";
import { settleRefund } from "../features/settlement/returns/settle-refund.ts";
import { appRouter } from "../trpc/root.ts";
import { type Act, amountFor, openCharges, perform, refusalOf, rents } from "./lease-act.ts";
import { Broken } from "./lease-rulings.ts";
import { dayMs, type LeaseWorld, type Paying, startsOn, type Tenancy } from "./lease-world.ts";

const cent = centsToUsdcUnits(1);

/** A payment reaches the landlord. It counts at once, or later where completions are stopped or a provider lags. */
const pay: Act = async (world, tenancy) => {
  const { landlord, uuid, tenantId } = tenancy;
  if (world.isSuspended(landlord)) return;
  const now = world.harness.clock.now();
  const cents = amountFor(world, tenancy);
  // Nobody has two open checkouts of one amount.
  if (cents === tenancy.scheduledPaymentCents || tenancy.payments.some((each) => each.state === "waits" && each.cents === cents)) return;
  const payment = await makePayment(world.db, { merchantId: landlord.id, consumerId: tenantId, amountCents: cents, createdAt: now });
  const chosen = world.random.chance(0.15) ? openCharges(tenancy).filter(() => world.random.chance(0.4)) : [];
  const ids = chosen.map(({ id }) => id ?? "");
  await world.db
    .insert(leaseCredits)
    .values({ leaseId: uuid, kind: "payment", paymentId: payment.id, chosen: ids, createdBy: tenantId, createdAt: now });
  const usdcUnits = centsToUsdcUnits(cents) + BigInt(world.random.between(0, 1) * 9_999);
  const common = { merchantId: landlord.id, paymentId: payment.id, verdict: "matched" as const, boundBy: "calldata" as const };
  const transfer = await makeTransfer(world.db, { ...common, usdcUnits, blockTime: now });
  const paying: Paying = { paymentId: payment.id, transfer, cents, credit: null, chosen, state: "waits", refund: null };
  tenancy.payments.push(paying);
  if (!world.areCompletionsStopped && world.random.chance(0.9)) await count(world, tenancy, paying);
};

/** Counts a waiting payment: its money enters the ledger with the time of its block. */
async function count(world: LeaseWorld, tenancy: Tenancy, paying: Paying): Promise<void> {
  const { transfer, paymentId, cents, chosen } = paying;
  const now = world.harness.clock.now();
  await world.db.update(transfers).set({ countedAt: now }).where(eq(transfers.id, transfer.id));
  const completed = { status: "completed" as const, transferId: transfer.id, completedAt: now };
  await world.db.update(payments).set(completed).where(eq(payments.id, paymentId));
  await world.db.insert(journalEntries).values(credited(transfer, paymentId, now));
  paying.credit = tenancy.model.receiveCredit({ id: paymentId, kind: "payment", chosen }, cents, transfer.blockTime.getTime());
  paying.state = "counts";
}

const countWaiting: Act = async (world, tenancy) => {
  if (world.areCompletionsStopped) return;
  for (const paying of tenancy.payments.filter(({ state }) => state === "waits")) await count(world, tenancy, paying);
};

/** The block of a payment leaves the chain. */
const reorganise: Act = async (world, tenancy) => {
  const paying = tenancy.payments.findLast(({ state }) => state === "counts");
  if (!paying?.credit) return;
  const now = world.harness.clock.now();
  await world.db.update(transfers).set({ countedAt: null, reorgedAt: now }).where(eq(transfers.id, paying.transfer.id));
  await world.db.insert(journalEntries).values(uncredited(paying.transfer, paying.paymentId, now));
  tenancy.model.takeBack(paying.credit);
  paying.state = "gone";
};

/** Sends money of a payment back to its payer on the chain, as a confirmed refund. Returns the whole cents sent back. */
async function sendBack(
  world: LeaseWorld,
  { landlord }: Tenancy,
  paying: Paying,
  { cents, ...of }: { cents: number; disputeId?: string; chargeId?: string },
) {
  const now = world.harness.clock.now();
  const usdcUnits = centsToUsdcUnits(cents);
  const refund = await makeRefund(world.db, {
    paymentId: paying.paymentId,
    merchantId: landlord.id,
    createdBy: landlord.ownerUserId,
    usdcUnits,
    createdAt: now,
    ...of,
  });
  const place = { senderMerchantId: landlord.id, merchantId: null, verdict: null, fromAddress: paying.transfer.toAddress };
  const transfer = await makeTransfer(world.db, {
    ...place,
    refundId: refund.id,
    toAddress: refund.toAddress,
    binding: refund.binding,
    usdcUnits,
    blockTime: now,
    givenBackAt: now,
  });
  await world.db.insert(journalEntries).values(sent(transfer, now));
  await world.db.transaction((tx) => settleRefund(tx, refund.id, now));
  paying.state = "refunded";
  paying.refund = { transfer, refundId: refund.id };
  // Fractions of a cent in the payment can keep one cent more.
  return paying.cents - Number((paying.transfer.usdcUnits - usdcUnits) / cent);
}

const countsOf = ({ payments: all }: Tenancy) => all.find(({ state }) => state === "counts");

/** A landlord refunds a part of a payment voluntarily. */
const giveBack: Act = async (world, tenancy) => {
  const paying = countsOf(tenancy);
  if (!paying?.credit || tenancy.model.isLoose) return;
  const cents = world.random.between(1, paying.cents);
  tenancy.model.refund(paying.credit, await sendBack(world, tenancy, paying, { cents }));
};

/** Approves a dispute about a payment, in part or in full, and refunds the money: the bill is not owed again (R66). */
const loseDispute: Act = async (world, tenancy) => {
  const paying = countsOf(tenancy);
  const { model } = tenancy;
  if (!paying?.credit || model.isLoose) return;
  const cents = world.pick([paying.cents, world.random.between(1, paying.cents)]) ?? paying.cents;
  const now = world.harness.clock.now();
  const closed = {
    status: "closed" as const,
    result: "chargedBack" as const,
    resultReason: "So it is",
    chargebackCents: cents,
    resolvedAt: now,
  };
  const before = "returnedBeforeUnits" in disputes ? { returnedBeforeUnits: 0n } : {};
  const { id } = await makeDispute(world.db, {
    paymentId: paying.paymentId,
    amountCents: paying.cents,
    createdAt: now,
    resolvedBy: tenancy.landlord.ownerUserId,
    ...closed,
    ...before,
  });
  const back = await sendBack(world, tenancy, paying, { cents, disputeId: id });
  model.put(); // waiting money pays its bill before the refund is recorded
  model.refund(paying.credit, back);
  model.replaceRefunded(paying.credit);
  tenancy.disputes.push(id);
};

/** Refunds a deposit, as far as one payment paid it (R64). Where a refund cannot name its charge, it is a refund of the payment. */
const giveDepositBack: Act = async (world, tenancy) => {
  const { model } = tenancy;
  const put = model.puts.find(
    ({ charge, credit, wasRefunded }) => charge.kind === "deposit" && charge.id !== null && credit.kind === "payment" && !wasRefunded,
  );
  const paying = tenancy.payments.find(({ credit, state }) => credit !== null && credit === put?.credit && state === "counts");
  if (!put || !paying || model.isLoose || put.cents === 0) return;
  const cents = world.pick([put.cents, world.random.between(1, put.cents)]) ?? put.cents;
  const named = "chargeId" in refunds && put.charge.id !== null ? { chargeId: put.charge.id } : {};
  // Fractions of a cent in the payment would stay with it.
  if (paying.transfer.usdcUnits % cent !== 0n) return;
  await sendBack(world, tenancy, paying, { cents, ...named });
  model.refundOf(put.credit, put.charge, cents);
  tenancy.givenDeposits.push(put.charge);
};

/** The block of a refund leaves the chain: the payment has all of its money again. */
const ungiveBack: Act = async (world, tenancy) => {
  const paying = tenancy.payments.find(({ refund }) => refund !== null);
  if (!paying?.credit || !paying.refund || tenancy.disputes.length > 0 || tenancy.givenDeposits.length > 0) return;
  const { transfer, refundId } = paying.refund;
  const now = world.harness.clock.now();
  await world.db.update(transfers).set({ reorgedAt: now, givenBackAt: null }).where(eq(transfers.id, transfer.id));
  await world.db.transaction((tx) => settleRefund(tx, refundId, now));
  paying.credit.moments = [{ at: paying.transfer.blockTime.getTime(), cents: paying.cents }];
  // The rulings do not decide what the money pays now, but they do decide its day.
  tenancy.model.isLoose = true;
  paying.refund = null;
};

const hasParts = "deepAt" in transfers;
const canPlace = "rent.setPaymentLease" in appRouter._def.procedures;
/** A moment of the last days. */
const lately = (world: LeaseWorld) =>
  new Date(Math.max(world.now - world.random.between(0, 20) * dayMs, Date.parse(`${startsOn}T20:00:00Z`)));

/** A payment comes in two parts on two days: the first counts while it is short, the second completes it. */
const payInParts: Act = async (world, tenancy) => {
  if (!hasParts || world.isSuspended(tenancy.landlord)) return;
  const { landlord, uuid, tenantId, model } = tenancy;
  const createdAt = world.harness.clock.now();
  const { id: paymentId } = await makePayment(world.db, { merchantId: landlord.id, amountCents: 4_000, createdAt });
  await world.db.insert(leaseCredits).values({ leaseId: uuid, kind: "payment", paymentId, createdBy: tenantId, createdAt });
  const common = { merchantId: landlord.id, paymentId, verdict: "short" as const, boundBy: "calldata" as const, deepAt: null };
  const part = await makeTransfer(world.db, {
    ...common,
    usdcUnits: centsToUsdcUnits(world.random.between(1, 3_999)) + 4_000n,
    blockTime: lately(world),
  });
  await world.db.update(transfers).set({ deepAt: createdAt }).where(eq(transfers.id, part.id));
  const parts = [part];
  if (world.random.chance(0.7)) {
    parts.push(await makeTransfer(world.db, { ...common, usdcUnits: centsToUsdcUnits(4_000) - part.usdcUnits, blockTime: lately(world) }));
    for (const each of parts) await world.db.update(transfers).set({ verdict: "part" }).where(eq(transfers.id, each.id));
    await world.db.insert(journalEntries).values(parts.flatMap((each) => credited(each, paymentId, createdAt)));
  }
  model.isLoose = true;
  const credit = model.receiveCredit({ id: paymentId, kind: "payment" }, 0, world.now);
  tenancy.parted.push({ paymentId, parts, isComplete: parts.length === 2, credit });
  countParts(tenancy);
};

/** Counts the parts of a payment, rounded down to whole cents together. */
function countParts({ parted }: Tenancy): void {
  for (const { parts, credit } of parted) {
    const units = parts.reduce((total, { usdcUnits }) => total + usdcUnits, 0n);
    credit.moments = [{ at: credit.moments[0]?.at ?? 0, cents: Number(units / cent) }];
  }
}

/** The blocks of parts leave the chain: a complete payment is short again, or all of it is gone. */
const reorganiseParts: Act = async (world, tenancy) => {
  const payment = tenancy.parted.find(({ parts }) => parts.length > 0);
  if (!payment) return;
  const now = world.harness.clock.now();
  if (payment.isComplete)
    for (const part of payment.parts) await world.db.insert(journalEntries).values(uncredited(part, payment.paymentId, now));
  const gone = world.random.chance(0.5) ? payment.parts.splice(0) : payment.parts.splice(-1);
  for (const part of gone) await world.db.update(transfers).set({ reorgedAt: now }).where(eq(transfers.id, part.id));
  judgeAgain(tenancy);
  payment.isComplete = false;
  countParts(tenancy);
};

/** Rent whose money is taken away is judged for late fees again. Which rent that is, the rulings do not decide where only sums are compared. */
function judgeAgain(tenancy: Tenancy): void {
  for (const rent of rents(tenancy)) Object.assign(rent, { judgedThrough: null, wasTakenBack: true });
}

/** A payment without a lease is assigned to this one, moved to another lease of the payer, or removed from its lease. */
const place: Act = async (world, tenancy) => {
  const { landlord, tenantId, model } = tenancy;
  if (!canPlace || world.isSuspended(landlord)) return;
  const calls = world.calls(landlord);
  model.isLoose = true;
  const [chosen] = tenancy.placed;
  if (!chosen || world.random.chance(0.3)) {
    const cents = world.random.between(100, 4_000);
    const payment = await makePayment(world.db, {
      merchantId: landlord.id,
      consumerId: tenantId,
      amountCents: cents,
      status: "completed",
      createdAt: lately(world),
    });
    const paymentId = publicId("payment", payment.id);
    await perform(calls.setPaymentLease({ paymentId, leaseId: tenancy.leaseId }), "sums", "Giving a payment to a lease");
    const credit = model.receiveCredit({ id: payment.id, kind: "payment" }, cents, world.now);
    tenancy.placed.unshift({ paymentId, cents, credit });
    return;
  }
  const isHere = model.cameOf(chosen.credit) > 0;
  const leaseId = isHere ? (world.random.chance(0.5) ? await otherLease(world, tenancy) : null) : tenancy.leaseId;
  await perform(calls.setPaymentLease({ paymentId: chosen.paymentId, leaseId }), "sums", "Moving a payment").catch((error: unknown) => {
    if (!String(error).includes("already") && !String(error).includes("no lease")) throw error;
  });
  if (isHere) judgeAgain(tenancy);
  chosen.credit.moments = [{ at: world.now, cents: leaseId === tenancy.leaseId ? chosen.cents : 0 }];
};

async function otherLease(world: LeaseWorld, tenancy: Tenancy): Promise<string> {
  const { landlord, tenantId } = tenancy;
  if (tenancy.otherLeaseId === null) {
    const lease = await makeLease(world.db, { merchantId: landlord.id, createdBy: landlord.ownerUserId, nextPeriod: "2190-01-01" });
    await makeLeaseTenant(world.db, { leaseId: lease.id, userId: tenantId });
    tenancy.otherLeaseId = publicId("lease", lease.id);
  }
  return tenancy.otherLeaseId;
}

/** A scheduled payment of a rent is being sent, and its payer opens a checkout of the same amount for another charge. */
const openSameCheckout: Act = async (world, tenancy) => {
  const { landlord, uuid, tenantId, model } = tenancy;
  const rent = openCharges(tenancy).find(({ kind }) => kind === "rent");
  const other = openCharges(tenancy).find(({ kind }) => kind !== "rent");
  if (!rent?.id || !other?.id || !rent.period || model.openOf(rent) < 100 || tenancy.scheduledPaymentCents !== null) return;
  const now = world.harness.clock.now();
  const cents = model.openOf(rent);
  if (tenancy.payments.some((each) => each.state === "waits" && each.cents === cents)) return;
  const payment = await makePayment(world.db, { merchantId: landlord.id, consumerId: tenantId, amountCents: cents, createdAt: now });
  const common = { leaseId: uuid, paymentId: payment.id, createdAt: now };
  await world.db.insert(leaseCredits).values({ ...common, kind: "payment", chosen: [rent.id], createdBy: tenantId });
  const signed = { status: "sent" as const, encryptedSignature: "signed", nextLookAt: now };
  await makeScheduledPayment(world.db, { ...common, payerId: tenantId, payeeId: payment.payeeId, period: rent.period, cents, ...signed });
  tenancy.scheduledPaymentCents = cents;
  const asked = {
    lease: { id: uuid, place: "Juniper Court 4B", partPayments: true, endsOn: null },
    isNamed: true,
    payerId: tenantId,
    paymentId: payment.id,
    amountCents: cents,
  };
  const chargeIds = [publicId("charge", other.id)];
  await world.db
    .transaction((tx) => assignPayment(tx, { ...asked, chargeIds }, now))
    .catch((error: unknown) => {
      if (refusalOf(error) === null) throw error;
    });
  const [kept] = await world.db.select({ chosen: leaseCredits.chosen }).from(leaseCredits).where(eq(leaseCredits.paymentId, payment.id));
  if (kept?.chosen.join() !== rent.id)
    throw new Broken(
      "scheduledPayment",
      `${model.name}: the scheduled payment of rent ${rent.period} is for ${other.kind} due ${other.dueOn} now`,
    );
};

export const paymentActs = {
  pay,
  countWaiting,
  reorganise,
  giveBack,
  loseDispute,
  giveDepositBack,
  ungiveBack,
  openSameCheckout,
  payInParts,
  reorganiseParts,
  place,
} satisfies Record<string, Act>;
