import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { credited, posting, uncredited } from "@hearth/db/postings";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { createRandom, type Random } from "@hearth/db/testing/random";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { oneOffKinds } from "@hearth/domain/rent/charge-kinds";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { allocateWaiting } from "./allocate-leases.ts";
import { leaseRules } from "./check-leases.ts";

const first = Number(process.env["LEASE_HISTORY_SEED"] ?? 1);
const histories = Number(process.env["LEASE_HISTORIES"] ?? 300);
const steps = 9;

let harness: Harness;
let merchant: { id: string; ownerUserId: string };
let landlord: ReturnType<Harness["caller"]>["rent"];

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")), env: { RATE_LIMITS: "off" } });
  ({ merchant } = await makeMerchant(harness.db));
  landlord = harness.caller(await harness.signIn(merchant.ownerUserId)).rent;
});
afterAll(() => harness.close());

/** A lease as anybody would keep it on paper: what is charged, and what came. */
interface Paper {
  leaseId: string;
  charges: { id: string; cents: number; isVoided: boolean; on: string }[];
  credits: { id: string; cents: number; on: string }[];
  payments: { transfer: Awaited<ReturnType<typeof makeTransfer>>; paymentId: string; cents: number; state: "in" | "back" | "gone" }[];
}

const dayOf = (random: Random) =>
  `2026-${String(random.between(1, 11)).padStart(2, "0")}-${String(random.between(1, 22)).padStart(2, "0")}`;

const acts: ((paper: Paper, random: Random) => Promise<void>)[] = [
  async (paper, random) => {
    const [cents, dueOn] = [random.between(1, 50) * 50, dayOf(random)];
    const kind = oneOffKinds[random.between(0, oneOffKinds.length - 1)] ?? "fee";
    const charge = { leaseId: paper.leaseId, kind, description: "Something", amount: wireAmount(cents), dueOn };
    paper.charges.push({ id: (await landlord.addCharge(charge))._id, cents, isVoided: false, on: dueOn });
  },
  async (paper, random) => {
    const [cents, on] = [random.between(1, 60) * 50, dayOf(random)];
    const kind = random.chance(0.5) ? ("outside" as const) : ("credit" as const);
    const { _id } = await landlord.addCredit({ leaseId: paper.leaseId, kind, amount: wireAmount(cents), on, note: "Noted" });
    paper.credits.push({ id: _id, cents, on });
  },
  async (paper, random) => {
    const charge = paper.charges.filter(({ isVoided }) => !isVoided)[random.between(0, 3)];
    if (!charge) return;
    await landlord.voidCharge({ chargeId: charge.id, reason: "Wrong" });
    charge.isVoided = true;
  },
  async (paper, random) => {
    const credit = paper.credits.filter(({ cents }) => cents > 0)[random.between(0, 3)];
    if (!credit) return;
    await landlord.reverseCredit({ creditId: credit.id, reason: "Bounced" });
    credit.cents = 0;
  },
  // A payment that completes, sometimes with a part of a cent too much, for charges that its payer chose.
  async (paper, random) => {
    const cents = random.between(100, 4_000);
    const { id: paymentId } = await makePayment(harness.db, { merchantId: merchant.id, amountCents: cents });
    const chosen = paper.charges.filter(() => random.chance(0.2)).map(({ id }) => parsePublicId("charge", id) ?? "");
    const leaseId = parsePublicId("lease", paper.leaseId) ?? "";
    await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId, chosen, createdBy: merchant.ownerUserId });
    const usdcUnits = centsToUsdcUnits(cents) + BigInt(random.between(0, 1) * 9_999);
    const transfer = await makeTransfer(harness.db, { merchantId: merchant.id, usdcUnits, blockTime: harness.clock.now() });
    await harness.db.insert(journalEntries).values(credited(transfer, paymentId, harness.clock.now()));
    paper.payments.push({ transfer, paymentId, cents, state: "in" });
  },
  // Its block leaves the chain, or it goes back to its payer.
  async (paper, random) => {
    const payment = paper.payments.find(({ state }) => state === "in");
    if (!payment) return;
    const { transfer, paymentId, cents } = payment;
    const now = harness.clock.now();
    if (random.chance(0.5)) {
      await harness.db.insert(journalEntries).values(uncredited(transfer, paymentId, now));
      payment.state = "gone";
      payment.cents = 0;
      return;
    }
    const part = random.between(1, cents);
    const { chainId, blockNumber, toAddress: walletAddress } = transfer;
    const subject = {
      kind: "returned" as const,
      chainId,
      merchantId: merchant.id,
      walletAddress,
      transferId: transfer.id,
      blockNumber,
      at: now,
    };
    const units = centsToUsdcUnits(part);
    const lines = [
      { account: "sent" as const, units: -units },
      { account: "returned" as const, paymentId, units },
    ];
    await harness.db.insert(journalEntries).values(posting(subject, lines));
    payment.state = "back";
    // What is left is cut to whole cents, so a part of a cent too much can keep one more.
    payment.cents = Number((transfer.usdcUnits - units) / centsToUsdcUnits(1));
  },
];

const sum = (numbers: number[]) => numbers.reduce((total, cents) => total + cents, 0);

/** What the product says of a lease is what the paper says. */
async function compare(paper: Paper, label: string): Promise<void> {
  const charged = sum(paper.charges.filter(({ isVoided }) => !isVoided).map(({ cents }) => cents));
  const came = sum(paper.credits.map(({ cents }) => cents)) + sum(paper.payments.map(({ cents }) => cents));
  const { owed, credit, charges } = await landlord.lease({ leaseId: paper.leaseId });
  expect({ owed, credit }, label).toEqual({
    owed: wireAmount(Math.max(0, charged - came)),
    credit: wireAmount(Math.max(0, came - charged)),
  });
  expect(sum(charges.map(({ open }) => Math.round(open * 100))), label).toBe(Math.max(0, charged - came));
  const { items } = await landlord.ledger({ leaseId: paper.leaseId, limit: 500 });
  expect(items[0]?.balance ?? 0, label).toBe(wireAmount(charged - came));
  const uuid = parsePublicId("lease", paper.leaseId) ?? "";
  for (const rule of leaseRules) expect(await rule.check(harness.db, [uuid]), label).toEqual([]);
}

async function live(seed: number): Promise<void> {
  const random = createRandom("lease history", seed);
  const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: merchant.ownerUserId, nextPeriod: "2190-01-01" });
  const paper: Paper = { leaseId: publicId("lease", lease.id), charges: [], credits: [], payments: [] };
  for (let step = 0; step < steps; step++) {
    await acts[random.between(0, acts.length - 1)]?.(paper, random);
    if (random.chance(0.5)) await allocateWaiting(harness.deps);
  }
  await allocateWaiting(harness.deps);
  await compare(paper, `history ${seed}`);
}

it(
  `says after ${histories} random histories from ${first} on what somebody with a sheet of paper would`,
  async () => {
    for (let seed = first; seed < first + histories; seed++) await live(seed);
  },
  histories * 2_000,
);
