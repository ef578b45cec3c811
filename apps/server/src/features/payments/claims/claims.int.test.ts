import { auditLog } from "@hearth/db/schema/audit-log";
import { merchants } from "@hearth/db/schema/merchants";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { payFromElsewhere, settleOn } from "../../../testing/odd-money.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";

let fixture: PaymentFixture;
let call: ReturnType<PaymentFixture["harness"]["caller"]>["merchant"];
let admin: ReturnType<PaymentFixture["harness"]["caller"]>["admin"];
let adminId: string;
let cents = 30_000;

beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  const { db, caller, signIn } = fixture.harness;
  const [row] = await db.select({ ownerId: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, fixture.merchantId));
  call = caller(await signIn(row?.ownerId ?? "")).merchant;
  adminId = (await makeUser(db, { role: "admin" })).id;
});
/** Signs the administrator in anew, because decisions about claims need a recent sign-in. */
beforeEach(async () => {
  const { caller, signIn } = fixture.harness;
  admin = caller(await signIn(adminId, "admin")).admin;
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const as = ({ token }: Pick<Tenant, "token">) => fixture.harness.caller(token).payments;
const today = () => fixture.harness.clock.now().toISOString().slice(0, 10);

/** An amount unique in this file, so that one test's money fits no other test's payment. */
function nextAmount(): string {
  cents += 100;
  return (cents / 100).toFixed(2);
}

const paidFromElsewhere = (amount = nextAmount()) => payFromElsewhere(fixture, amount);
type Paid = Awaited<ReturnType<typeof paidFromElsewhere>>;

/** A payer's claim that a transaction paid their payment. */
function claimOf({ paymentId, txHash, usdcUnits }: Pick<Paid, "paymentId" | "txHash" | "usdcUnits">) {
  return { paymentId, transactionHash: txHash, amount: Number(usdcUnits) / 1e6, sentOn: today() };
}

/** Another payer with an open checkout of the same amount. */
async function neighbour(amount: string) {
  const tenant = await fixture.tenant();
  return { tenant, ...(await fixture.checkout(tenant, amount)) };
}

const claimsOn = async (transferId: string) => (await call.oddTransfers({})).items.find(({ _id }) => _id === transferId)?.claims ?? [];

/** Id of the only claim on a transfer. */
async function claimIdOn(transferId: string): Promise<string> {
  const [claim, ...others] = await claimsOn(transferId);
  if (!claim || others.length > 0) throw new Error("There is not one claim on this transfer");
  return claim._id;
}

const seenBy = async (tenant: Tenant, paymentId: string) =>
  (await as(tenant).claims({ paymentId })).map(({ status, reason }) => [status, reason]);

const actionsAbout = async (subject: string) =>
  (await fixture.harness.db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(asc(auditLog.id))).map(
    ({ action }) => action,
  );

describe("a payer who paid from an unlinked wallet", () => {
  it("names the transaction; the merchant sees the claim, and attaching the transfer completes the payment", async () => {
    const paid = await paidFromElsewhere();
    const { tenant, paymentId, transferId } = paid;
    expect(await as(tenant).claim(claimOf(paid))).toEqual({ message: "We have asked the merchant" });
    expect(await seenBy(tenant, paymentId)).toEqual([["pending", null]]);
    expect(await claimsOn(transferId)).toMatchObject([
      { paymentId, payer: `${tenant.user.firstName} ${tenant.user.lastName}`, fits: { amount: true, day: true }, sentOn: today() },
    ]);
    const claimId = await claimIdOn(transferId);
    await call.confirmClaim({ claimId, transferId });
    expect(await seenBy(tenant, paymentId)).toEqual([["confirmed", null]]);
    await settleOn(fixture);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    expect(await actionsAbout(claimId)).toEqual(["claim.made", "claim.confirmed"]);
    expect(await actionsAbout(transferId)).toEqual(["transfer.attached"]);
    await expect(as(tenant).claim({ ...claimOf(paid), transactionHash: `0x${"1".repeat(64)}` })).rejects.toThrow("already completed");
  });

  it("reads the reason of a refusal and cannot claim again; the merchant may still attach the money", async () => {
    const paid = await paidFromElsewhere();
    const { tenant, paymentId, transferId } = paid;
    await as(tenant).claim(claimOf(paid));
    const claimId = await claimIdOn(transferId);
    await expect(call.refuseClaim({ claimId, reason: " " })).rejects.toThrow("Please provide a reason");
    await call.refuseClaim({ claimId, reason: "It is the deposit of flat 2" });
    expect(await seenBy(tenant, paymentId)).toEqual([["refused", "It is the deposit of flat 2"]]);
    await expect(call.confirmClaim({ claimId, transferId })).rejects.toThrow("already decided");
    await as(tenant).claim(claimOf(paid));
    expect(await claimsOn(transferId)).toEqual([]);
    await call.attachTransfer({ transferId, paymentId, reason: "It was hers after all" });
    expect(await seenBy(tenant, paymentId)).toEqual([["confirmed", null]]);
  });

  it("may name a transaction before it is read; the claim is shown once it is", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const checkout = await fixture.checkout(tenant, nextAmount());
    const txHash = await fixture.transfer(tenant.account, { usdcUnits: checkout.usdcUnits });
    await as(tenant).claim({ ...claimOf({ ...checkout, txHash }), transactionHash: `0x${txHash.slice(2).toUpperCase()}` });
    expect((await call.oddTransfers({})).items.flatMap(({ claims }) => claims)).not.toContainEqual(
      expect.objectContaining({ paymentId: checkout.paymentId }),
    );
    await fixture.mine(1);
    await fixture.watch();
    const listed = (await call.oddTransfers({})).items.find(({ transactionHash }) => transactionHash === txHash);
    expect(listed?.claims).toMatchObject([{ paymentId: checkout.paymentId }]);
  });

  it("claims a payment that failed or was cancelled, and withdraws a claim", async () => {
    const paid = await paidFromElsewhere();
    const { tenant, paymentId, transferId } = paid;
    await fixture.passCheckouts();
    await as(tenant).recheck({ paymentId });
    expect((await fixture.payment(tenant, paymentId)).status).toBe("failed");
    await as(tenant).claim(claimOf(paid));
    const claimId = await claimIdOn(transferId);
    await as(tenant).withdrawClaim({ claimId });
    expect(await seenBy(tenant, paymentId)).toEqual([]);
    await expect(as(tenant).withdrawClaim({ claimId })).rejects.toThrow("already decided");
    await expect(call.confirmClaim({ claimId, transferId })).rejects.toThrow("taken this claim back");
    await as(tenant).claim({ ...claimOf(paid), amount: 1.5 });
    expect(await claimsOn(transferId)).toMatchObject([{ _id: claimId, amount: 1.5, fits: { amount: false } }]);
  });

  it("gets an error for a future day", async () => {
    const paid = await paidFromElsewhere();
    await expect(as(paid.tenant).claim({ ...claimOf(paid), sentOn: "2090-01-01" })).rejects.toThrow("still to come");
  });
});

describe("a claim reveals nothing about other people's money", () => {
  it("gets the same answer for an existing transaction, a missing one and somebody else's", async () => {
    const paid = await paidFromElsewhere();
    const { tenant, paymentId } = await neighbour(nextAmount());
    const owned = await neighbour(nextAmount());
    const matched = await fixture.transfer(owned.tenant.account, owned);
    await settleOn(fixture);
    const hashes = [paid.txHash, `0x${"5".repeat(64)}`, matched];
    const answers = [];
    for (const transactionHash of hashes) answers.push(await as(tenant).claim({ ...claimOf(paid), paymentId, transactionHash }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const claims = await as(tenant).claims({ paymentId });
    const amount = Number(paid.usdcUnits) / 1e6;
    expect(claims.map(({ status, reason, ...claim }) => ({ status, reason, amount: claim.amount, sentOn: claim.sentOn }))).toEqual(
      hashes.map(() => ({ status: "pending", reason: null, amount, sentOn: today() })),
    );
  });

  it("is visible to the payer and the merchant only", async () => {
    const paid = await paidFromElsewhere();
    const { tenant, paymentId, transferId } = paid;
    await as(tenant).claim(claimOf(paid));
    const claimId = await claimIdOn(transferId);
    const other = await fixture.tenant();
    await expect(as(other).claims({ paymentId })).rejects.toThrow("Payment not found");
    await expect(as(other).claim(claimOf(paid))).rejects.toThrow("Payment not found");
    await expect(as(other).withdrawClaim({ claimId })).rejects.toThrow("Claim not found");
    const { owner } = await makeMerchant(fixture.harness.db);
    const stranger = fixture.harness.caller(await fixture.harness.signIn(owner.id)).merchant;
    await expect(stranger.confirmClaim({ claimId, transferId })).rejects.toThrow("Claim not found");
    await expect(stranger.refuseClaim({ claimId, reason: "Mine" })).rejects.toThrow("Claim not found");
  });

  it("on another merchant's money is shown to neither merchant", async () => {
    const { merchant, owner } = await makeMerchant(fixture.harness.db);
    const elsewhere = await fixture.tenant({ merchantId: merchant.id });
    const paid = await paidFromElsewhere();
    const checkout = await fixture.checkout(elsewhere, "41.00");
    await as(elsewhere).claim({ ...claimOf(paid), paymentId: checkout.paymentId });
    expect(await claimsOn(paid.transferId)).toEqual([]);
    const theirs = fixture.harness.caller(await fixture.harness.signIn(owner.id)).merchant;
    expect((await theirs.oddTransfers({})).items).toEqual([]);
  });
});

describe("a transfer claimed by several payers", () => {
  it("goes to the payer whom the merchant confirms; the others read that it is not theirs", async () => {
    const amount = nextAmount();
    const other = await neighbour(amount);
    const paid = await paidFromElsewhere(amount);
    const { tenant, paymentId, transferId } = paid;
    await as(other.tenant).claim({ ...claimOf(paid), paymentId: other.paymentId });
    await as(tenant).claim(claimOf(paid));
    expect((await claimsOn(transferId)).map((claim) => claim.paymentId)).toEqual([other.paymentId, paymentId]);
    const right = (await claimsOn(transferId)).find((claim) => claim.paymentId === paymentId);
    await call.confirmClaim({ claimId: right?._id ?? "", transferId });
    expect(await seenBy(other.tenant, other.paymentId)).toEqual([["refused", "This transfer was not found to be yours"]]);
    await settleOn(fixture);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    expect((await fixture.payment(other.tenant, other.paymentId)).status).toBe("pending");
  });

  it("has one winner when two confirmations, a refusal and an attachment run concurrently", async () => {
    const amount = nextAmount();
    const other = await neighbour(amount);
    const paid = await paidFromElsewhere(amount);
    const { transferId } = paid;
    await as(other.tenant).claim({ ...claimOf(paid), paymentId: other.paymentId });
    await as(paid.tenant).claim(claimOf(paid));
    const [first, second] = await claimsOn(transferId);
    const outcomes = await Promise.allSettled([
      call.confirmClaim({ claimId: first?._id ?? "", transferId }),
      call.confirmClaim({ claimId: second?._id ?? "", transferId }),
      admin.confirmClaim({ claimId: second?._id ?? "", transferId }),
      call.attachTransfer({ transferId, paymentId: other.paymentId, reason: "The neighbour's" }),
      call.refuseClaim({ claimId: first?._id ?? "", reason: "No" }),
    ]);
    const attached = outcomes.slice(0, 4).filter(({ status }) => status === "fulfilled");
    expect(attached).toHaveLength(1);
    const rows = await fixture.harness.db.select().from(transferClaims).where(eq(transferClaims.txHash, paid.txHash));
    const [row] = await fixture.harness.db.select().from(transfers).where(eq(transfers.id, paid.transferUuid));
    const confirmed = rows.filter(({ status }) => status === "confirmed");
    expect(confirmed.map((claim) => claim.paymentId)).toEqual([row?.paymentId]);
    expect(rows.every(({ status }) => status !== "open")).toBe(true);
  });

  it("is confirmed once per idempotency key, and a repetition gets the same answer", async () => {
    const paid = await paidFromElsewhere();
    await as(paid.tenant).claim(claimOf(paid));
    const wish = { claimId: await claimIdOn(paid.transferId), transferId: paid.transferId, idempotencyKey: "confirmed-once" };
    const first = await call.confirmClaim(wish);
    expect(await call.confirmClaim(wish)).toEqual(first);
  });
});

describe("confirming a claim has the rules of attaching", () => {
  it("never gives away money with somebody else's reference", async () => {
    const amount = nextAmount();
    const [one, two] = [await neighbour(amount), await neighbour(amount)];
    await fixture.transfer(one.tenant.account, one);
    const txHash = await fixture.transfer(one.tenant.account, { usdcUnits: one.usdcUnits, binding: one.binding });
    await settleOn(fixture);
    const listed = (await call.oddTransfers({})).items.find(({ transactionHash }) => transactionHash === txHash);
    const transferId = listed?._id ?? "";
    await as(two.tenant).claim({ ...claimOf({ ...two, txHash }), paymentId: two.paymentId });
    await expect(call.confirmClaim({ claimId: await claimIdOn(transferId), transferId })).rejects.toThrow("another person's payment");
    expect(await seenBy(two.tenant, two.paymentId)).toEqual([["pending", null]]);
  });

  it("refuses another transaction than the claimed one", async () => {
    const [paid, other] = [await paidFromElsewhere(), await paidFromElsewhere()];
    await as(paid.tenant).claim({ ...claimOf(paid), transactionHash: other.txHash });
    const claimId = await claimIdOn(other.transferId);
    await expect(call.confirmClaim({ claimId, transferId: paid.transferId })).rejects.toThrow("Transfer not found");
  });
});

it("an administrator may decide too; detaching the transfer reopens the claim", async () => {
  const paid = await paidFromElsewhere();
  const { tenant, paymentId, transferId } = paid;
  await as(tenant).claim(claimOf(paid));
  const [claim] = (await admin.transfer({ transferId })).claims;
  await admin.confirmClaim({ claimId: claim?._id ?? "", transferId });
  await settleOn(fixture);
  expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  await admin.detachTransfer({ transferId, reason: "It was her neighbour's" });
  expect(await seenBy(tenant, paymentId)).toEqual([["pending", null]]);
  await admin.refuseClaim({ claimId: claim?._id ?? "", reason: "It came from another flat" });
  expect(await seenBy(tenant, paymentId)).toEqual([["refused", "It came from another flat"]]);
});

describe("the limits on claims", () => {
  const hashes = (count: number) => Array.from({ length: count }, (_, index) => `0x${(index + 1).toString(16).padStart(64, "0")}`);

  it("allow a number of open claims per payer, also concurrently; claims of completed payments do not count", async () => {
    const tenant = await fixture.tenant();
    const [first, second] = [await fixture.checkout(tenant, nextAmount()), await fixture.checkout(tenant, nextAmount())];
    const txHash = `0x${"7".repeat(64)}` as const;
    await as(tenant).claim(claimOf({ ...first, txHash }));
    const results = await Promise.allSettled(
      hashes(8).map((transactionHash) => as(tenant).claim({ ...claimOf({ ...second, txHash }), transactionHash })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(limits.openClaimsPerPayer - 1);
    const sixth = { ...claimOf({ ...second, txHash }), transactionHash: `0x${"9".repeat(64)}` };
    await expect(as(tenant).claim(sixth)).rejects.toThrow("already waiting");
    await fixture.transfer(tenant.account, first);
    await settleOn(fixture);
    await as(tenant).claim(sixth);
  });

  it("allow a number of claims per payment, including withdrawn ones", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, nextAmount());
    const wish = (transactionHash: string) => ({ ...claimOf({ ...checkout, txHash: `0x${"7".repeat(64)}` }), transactionHash });
    for (const hash of hashes(limits.claimsPerPayment)) {
      await as(tenant).claim(wish(hash));
      const [{ _id: claimId } = { _id: "" }] = await as(tenant).claims({ paymentId: checkout.paymentId });
      await as(tenant).withdrawClaim({ claimId });
    }
    await expect(as(tenant).claim(wish(`0x${"8".repeat(64)}`))).rejects.toThrow("Too many transfers were named");
  });
});
