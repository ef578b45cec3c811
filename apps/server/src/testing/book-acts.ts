import { journalEntries } from "@hearth/db/schema/journal-entries";
import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { transfers } from "@hearth/db/schema/transfers";
import { sent } from "@hearth/db/postings";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment, makeRefund, makeTransfer } from "@hearth/db/testing/payment-factories";
import { createRandom, type Random } from "@hearth/db/testing/random";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, parseWireAmount, wireAmount } from "@hearth/domain/money";
import { oneOffKinds } from "@hearth/domain/rent/charge-kinds";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { settleRefund } from "../features/settlement/returns/settle-refund.ts";
import type { Harness } from "./harness.ts";

type Calls = ReturnType<Harness["caller"]>;

/** A refund of a payment on the chain. */
interface SentBack {
  paymentId: string;
  refundId: string;
  transferId: string;
  isOnChain: boolean;
}

/** A landlord with three leases, and the books that a bookkeeper keeps from the exports alone. */
export interface Landlord {
  harness: Harness;
  random: Random;
  merchantId: string;
  ownerId: string;
  rent: Calls["rent"];
  merchant: Calls["merchant"];
  leaseIds: string[];
  chargeIds: string[];
  creditIds: string[];
  /** The received payments, each with its cents that are not refunded. */
  payments: { id: string; blockTime: Date; leftCents: number }[];
  sentBack: SentBack[];
  /** Counts of the deposit acts, by name. */
  done: Map<string, number>;
  /** The bookkeeper's accounts: each balance in cents. */
  accounts: Map<string, number>;
  /** The closed months, each with its figures, income and file at the time of the close. */
  closed: {
    period: string;
    month: Awaited<ReturnType<Calls["rent"]["month"]>>;
    income: Awaited<ReturnType<Calls["rent"]["rollSums"]>>["income"];
    file: string;
  }[];
  /** Lines in the file of the month before the first one. */
  linesBefore: number;
}

export type BookAct = (landlord: Landlord) => Promise<unknown>;

export async function makeLandlord(harness: Harness, seed: number, place: number): Promise<Landlord> {
  const { merchant, owner } = await makeMerchant(harness.db);
  const calls = harness.caller(await harness.signIn(owner.id));
  const { rent } = calls;
  for (const name of ["Juniper Court", "Cedar House"]) await rent.addProperty({ name, units: ["1", "2"] });
  const units = (await rent.properties({})).items.flatMap(({ units: own }) => own.map(({ _id }) => _id));
  const leaseIds: string[] = [];
  for (const [index, unitId] of units.slice(0, 3).entries()) {
    const tenants = [{ name: `Tenant ${index}`, email: `tenant${place}-${index}@example.com` }];
    const given = { unitId, startsOn: `2026-01-0${index + 1}`, rent: 1000 + index, deposit: "500.00", tenants };
    leaseIds.push((await rent.createLease({ ...given, timeZone: index === 2 ? "Pacific/Auckland" : "America/Chicago" }))._id);
  }
  return {
    harness,
    random: createRandom("books", seed, place),
    merchantId: merchant.id,
    ownerId: owner.id,
    rent,
    merchant: calls.merchant,
    leaseIds,
    chargeIds: [],
    creditIds: [],
    payments: [],
    sentBack: [],
    done: new Map(),
    accounts: new Map(),
    closed: [],
    linesBefore: 0,
  };
}

/** A day from the first of the year until today: most acts are about this month, some about months that are closed. */
function dayOf({ random, harness }: Landlord): string {
  const today = harness.clock.now();
  const [year, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  const month = random.chance(0.6) ? thisMonth : random.between(1, thisMonth);
  const day = random.between(1, month === thisMonth ? Math.max(1, today.getUTCDate() - 1) : 28);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

const leaseOf = ({ random, leaseIds }: Landlord) => leaseIds[random.between(0, leaseIds.length - 1)] ?? "";
const hourOf = (landlord: Landlord) => new Date(`${dayOf(landlord)}T${String(landlord.random.between(0, 23)).padStart(2, "0")}:30:00Z`);
const refused = (error: unknown) => {
  if (!(error instanceof Error) || !/already|Only \$|The lease begins/.test(error.message)) throw error;
};

function count({ done }: Landlord, what: string): void {
  done.set(what, (done.get(what) ?? 0) + 1);
}

/** All of an amount in half of the cases, else a part of it. */
const partOf = ({ random }: Landlord, cents: number) => (random.chance(0.5) ? cents : random.between(1, cents));

const addCharge: BookAct = async (landlord) => {
  const { random, rent, chargeIds } = landlord;
  const kind = oneOffKinds[random.between(0, oneOffKinds.length - 1)] ?? "fee";
  const given = { leaseId: leaseOf(landlord), kind, description: "Something", amount: wireAmount(random.between(100, 9_999)) };
  chargeIds.push((await rent.addCharge({ ...given, dueOn: dayOf(landlord) }))._id);
};

export const addCredit: BookAct = async (landlord) => {
  const { random, rent, creditIds } = landlord;
  const kind = (["outside", "credit", "writeOff"] as const)[random.between(0, 2)] ?? "credit";
  const given = { leaseId: leaseOf(landlord), kind, amount: wireAmount(random.between(100, 60_000)), on: dayOf(landlord), note: "Noted" };
  const made = await rent.addCredit(given).catch(refused);
  if (made) creditIds.push(made._id);
};

const voidCharge: BookAct = async ({ random, rent, chargeIds }) => {
  const chargeId = chargeIds[random.between(0, 5)];
  if (chargeId !== undefined) await rent.voidCharge({ chargeId, reason: "Wrong" }).catch(refused);
};

const reverseCredit: BookAct = async ({ random, rent, creditIds }) => {
  const creditId = creditIds[random.between(0, 5)];
  if (creditId !== undefined) await rent.reverseCredit({ creditId, reason: "Bounced" }).catch(refused);
};

/** A payment whose block may be weeks old, because it was read or given to its lease late. */
const pay: BookAct = async (landlord) => {
  const { random, merchantId, ownerId, harness, payments } = landlord;
  const amountCents = random.between(5_000, 150_000);
  const blockTime = hourOf(landlord);
  const times = { completedAt: blockTime, createdAt: blockTime };
  const payment = await makePayment(harness.db, { merchantId, amountCents, status: "completed", ...times });
  const leaseId = parsePublicId("lease", leaseOf(landlord)) ?? "";
  const createdAt = harness.clock.now();
  await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId: payment.id, createdBy: ownerId, createdAt });
  payments.push({ id: payment.id, blockTime, leftCents: amountCents });
};

/** Money of a payment goes back on the chain, as a refund does that counts; its block may be weeks old as well, but is younger than the payment's. */
async function sendBack(landlord: Landlord, paymentId: string, part: { cents: number; chargeId?: string }): Promise<boolean> {
  const { merchantId, ownerId: createdBy, harness, payments, sentBack } = landlord;
  const { cents, chargeId } = part;
  const payment = payments.find(({ id }) => id === paymentId);
  if (payment === undefined) throw new Error("There is no such payment");
  // A refund whose block left the chain is open, and a payment has one open refund.
  if (sentBack.some((one) => one.paymentId === paymentId && !one.isOnChain)) return false;
  const now = harness.clock.now();
  const blockTime = new Date(Math.max(hourOf(landlord).getTime(), payment.blockTime.getTime() + 60_000));
  const usdcUnits = centsToUsdcUnits(cents);
  const refund = await makeRefund(harness.db, { paymentId, merchantId, createdBy, usdcUnits, chargeId, createdAt: blockTime });
  const place = { senderMerchantId: merchantId, merchantId: null, verdict: null, toAddress: refund.toAddress, binding: refund.binding };
  const transfer = await makeTransfer(harness.db, { ...place, refundId: refund.id, usdcUnits, blockTime, givenBackAt: now });
  await harness.db.insert(journalEntries).values(sent(transfer, now));
  await harness.db.transaction((tx) => settleRefund(tx, refund.id, now));
  payment.leftCents -= cents;
  sentBack.push({ paymentId, refundId: refund.id, transferId: transfer.id, isOnChain: true });
  return true;
}

/** Some of a payment goes back; the refund names no charge. */
const refund: BookAct = async (landlord) => {
  const payment = landlord.payments.find(({ leftCents }) => leftCents > 0);
  if (payment) await sendBack(landlord, payment.id, { cents: landlord.random.between(1, payment.leftCents) });
};

/** The block of a refund leaves the chain, or is there again. */
const reorganiseRefund: BookAct = async (landlord) => {
  const { harness, random, sentBack } = landlord;
  const one = sentBack[random.between(0, Math.max(0, sentBack.length - 1))];
  if (!one) return;
  const now = harness.clock.now();
  one.isOnChain = !one.isOnChain;
  const change = one.isOnChain ? { reorgedAt: null, givenBackAt: now } : { reorgedAt: now, givenBackAt: null };
  await harness.db.update(transfers).set(change).where(eq(transfers.id, one.transferId));
  await harness.db.transaction((tx) => settleRefund(tx, one.refundId, now));
  count(landlord, one.isOnChain ? "refund is on the chain again" : "refund left the chain");
};

/** Picks money of a random lease: held for a deposit, or unused. */
async function moneyOf(landlord: Landlord, isDeposit: boolean) {
  const { merchant, random } = landlord;
  const found = (await merchant.leaseMoney({ leaseId: leaseOf(landlord) })).filter(({ chargeId }) => (chargeId !== null) === isDeposit);
  const one = found[random.between(0, Math.max(0, found.length - 1))];
  return one && { ...one, cents: parseWireAmount(one.amount) ?? 0 };
}

/** Some of what a lease's tenants have with their landlord goes back: by a refund that names its deposit, or by hand. */
const giveBack: BookAct = async (landlord) => {
  const { random, merchant, leaseIds } = landlord;
  const isDeposit = random.chance(0.8);
  const money = await moneyOf(landlord, isDeposit);
  if (!money) return;
  const cents = partOf(landlord, money.cents);
  const { paymentId, chargeId, creditId } = money;
  if (paymentId !== null) {
    const named = chargeId === null ? {} : { chargeId: parsePublicId("charge", chargeId) ?? "" };
    if (!(await sendBack(landlord, parsePublicId("payment", paymentId) ?? "", { cents, ...named }))) return;
    return count(landlord, isDeposit ? "deposit given back on the chain" : "unused money given back on the chain");
  }
  const leaseId = await leaseOfCredit(landlord, creditId);
  if (!leaseIds.includes(leaseId)) throw new Error("The money is of another landlord's lease");
  const given = { leaseId, creditId, amount: wireAmount(cents), on: dayOf(landlord), ...(chargeId !== null && { chargeId }) };
  await merchant.giveBack(given);
  return count(landlord, isDeposit ? "deposit given back by hand" : "unused money given back by hand");
};

async function leaseOfCredit({ harness }: Landlord, creditId: string): Promise<string> {
  const credit = await harness.db.query.leaseCredits.findFirst({
    where: (row) => eq(row.id, parsePublicId("leaseCredit", creditId) ?? ""),
  });
  return publicId("lease", credit?.leaseId ?? "");
}

/** Some of a deposit is kept for what is owed. */
const keepDeposit: BookAct = async (landlord) => {
  const money = await moneyOf(landlord, true);
  if (!money?.chargeId) return;
  const keptPart = { chargeId: money.chargeId, amount: wireAmount(partOf(landlord, money.cents)), reason: "The door" };
  if (await landlord.rent.keepDeposit(keptPart).catch(refused)) count(landlord, "deposit kept");
};

/** Reverses a returned or kept deposit by hand. */
const undoDeposit: BookAct = async (landlord) => {
  const { harness, random, rent, merchantId } = landlord;
  const rows = await harness.db
    .select({ id: leaseCredits.id })
    .from(leaseCredits)
    .innerJoin(leases, eq(leases.id, leaseCredits.leaseId))
    .where(and(eq(leases.merchantId, merchantId), isNotNull(leaseCredits.depositChargeId)))
    .orderBy(asc(leaseCredits.createdAt), asc(leaseCredits.id));
  const one = rows[random.between(0, Math.max(0, rows.length - 1))];
  if (!one) return;
  const undone = await rent.reverseCredit({ creditId: publicId("leaseCredit", one.id), reason: "Not so" }).catch(refused);
  if (undone) count(landlord, "deposit act undone");
};

/** A deposit was none, after it may have been paid, kept or given back. */
const voidDeposit: BookAct = async (landlord) => {
  const { harness, random, rent, merchantId } = landlord;
  if (!random.chance(0.3)) return;
  const rows = await harness.db
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(leases, eq(leases.id, charges.leaseId))
    .where(and(eq(leases.merchantId, merchantId), eq(charges.kind, "deposit"), isNull(charges.voidedAt)))
    .orderBy(asc(charges.createdAt), asc(charges.dueOn), asc(charges.cents), asc(charges.id));
  const one = rows[random.between(0, Math.max(0, rows.length - 1))];
  if (!one) return;
  await rent.voidCharge({ chargeId: publicId("charge", one.id), reason: "It was none" });
  count(landlord, "deposit voided");
};

/** A deposit is charged beside the one that each lease begins with. */
const chargeDeposit: BookAct = async (landlord) => {
  const { random, rent } = landlord;
  const given = { leaseId: leaseOf(landlord), kind: "deposit" as const, description: "A further deposit", dueOn: dayOf(landlord) };
  await rent.addCharge({ ...given, amount: wireAmount(random.between(1_000, 50_000)) });
  count(landlord, "deposit charged");
};

/** The acts of a random year. An act listed twice is twice as likely. */
export const bookActs: readonly BookAct[] = [
  addCharge,
  addCredit,
  voidCharge,
  reverseCredit,
  pay,
  pay,
  refund,
  reorganiseRefund,
  giveBack,
  giveBack,
  keepDeposit,
  keepDeposit,
  undoDeposit,
  voidDeposit,
  chargeDeposit,
];
