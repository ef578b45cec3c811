import { auditLog } from "@hearth/db/schema/audit-log";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { cancelledByUser } from "@hearth/domain/disputes/status";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DisputeFixture, openDisputeFixture } from "../../testing/dispute-fixture.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { disputeRules } from "./check-disputes.ts";

let harness: Harness;
let fixture: DisputeFixture;
const logged: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ onLog: (line) => logged.push(line) });
  fixture = await openDisputeFixture(harness);
});
afterAll(() => harness.close());

/** Every dispute must match a replay of its events. */
afterEach(async () => expect(await checkWholeState(harness.db, disputeRules)).toEqual([]));

const payer = () => harness.caller(fixture.tokens.payer).disputes;
const owner = () => harness.caller(fixture.tokens.owner).disputes;
const admin = () => harness.caller(fixture.tokens.admin).disputes;
const fileOne = async (overrides: { amount?: string; createdAt?: Date } = {}) => {
  const { amount = "64.20", ...payment } = overrides;
  return payer().file({ paymentId: await fixture.paid(payment), reason: "No heating", amount });
};
/** A dispute cancelled at once, about a payment of that date. */
const cancelledOne = async (paidAt: Date) => {
  const paymentId = parsePublicId("payment", await fixture.paid({ createdAt: paidAt })) ?? "";
  const outcome = { status: "closed" as const, result: "denied" as const, resultReason: cancelledByUser, chargebackCents: 0 };
  const { id } = await makeDispute(harness.db, { paymentId, createdAt: paidAt, resolvedAt: paidAt, ...outcome });
  return publicId("dispute", id);
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error.cause?.code ?? String(error),
  );
const denial = { result: "denied" as const, resultReason: "Not shown" };
const daysAgo = (days: number) => new Date(harness.clock.now().getTime() - days * 86_400_000);

describe("cancelling", () => {
  it("closes the dispute as denied by its user, without a chargeback", async () => {
    const { _id, paymentId } = await fileOne();
    const answer = await fixture.send("PUT", `/api/disputes/${_id}/cancel`, fixture.tokens.payer);
    expect(answer.json()).toMatchObject({
      status: "closed",
      resolution: { result: "denied", resultReason: "Cancelled by user", chargebackAmount: 0 },
    });
    const payment = await harness.caller(fixture.tokens.payer).payments.get({ paymentId: paymentId._id });
    expect(payment.displayStatus).toBe("disputeCancelled");
    expect(await codeOf(payer().cancel({ disputeId: _id }))).toBe("DISPUTE_NOT_OPEN");
  });

  it("is for the payer only", async () => {
    const { _id } = await fileOne();
    const stranger = harness.caller(await harness.signIn((await makeUser(harness.db)).id)).disputes;
    for (const disputesOf of [owner(), stranger]) expect(await codeOf(disputesOf.cancel({ disputeId: _id }))).toBe("NOT_FOUND");
    expect((await payer().get({ disputeId: _id })).status).toBe("open");
  });

  it("works by the short code too", async () => {
    const { disputeId } = await fileOne();
    expect((await payer().cancel({ disputeId: disputeId.toLowerCase() })).status).toBe("closed");
  });
});

describe("reopening", () => {
  it("reopens a cancelled dispute and makes the accompanying changes", async () => {
    const { _id } = await fileOne();
    await payer().cancel({ disputeId: _id });
    const reopened = await payer().reopen({ disputeId: _id, reason: "Still no heating", amount: "80" });
    expect(reopened).toMatchObject({ status: "open", reason: "Still no heating", amount: 80, resolution: null });
    expect(reopened.timeline.map(({ type }) => type)).toEqual(["filed", "cancelled", "reopened", "updated"]);
  });

  it("succeeds when the accompanying changes are refused, with a warning in the log", async () => {
    const { _id } = await fileOne();
    await payer().cancel({ disputeId: _id });
    logged.length = 0;
    const reopened = await payer().reopen({ disputeId: _id, reason: "Changed", amount: "1450.01" });
    expect(reopened).toMatchObject({ status: "open", reason: "No heating", amount: 64.2 });
    const warnings = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual(["A dispute was reopened, but its changes were not made"]);
  });

  it("is refused for an open or decided dispute, and after 90 days", async () => {
    const { _id } = await fileOne();
    expect(await codeOf(payer().reopen({ disputeId: _id }))).toBe("DISPUTE_NOT_CANCELLED");
    await admin().close({ disputeId: _id, ...denial });
    expect(await codeOf(payer().reopen({ disputeId: _id }))).toBe("DISPUTE_NOT_CANCELLED");
    const [last, over] = [await cancelledOne(daysAgo(90)), await cancelledOne(new Date(daysAgo(90).getTime() - 1))];
    expect(await codeOf(payer().reopen({ disputeId: last }))).toBe("done");
    expect(await codeOf(payer().reopen({ disputeId: over }))).toBe("DISPUTE_NOT_ALLOWED");
  });
});

describe("updating", () => {
  it("changes an open dispute's fields, up to the payment's amount", async () => {
    const { _id } = await fileOne();
    const changed = await payer().update({ disputeId: _id, amount: "1450" });
    expect(changed).toMatchObject({ amount: 1450, reason: "No heating" });
    expect(await codeOf(payer().update({ disputeId: _id, amount: "1450.01" }))).toBe("DISPUTE_AMOUNT_TOO_LARGE");
    await payer().cancel({ disputeId: _id });
    expect(await codeOf(payer().update({ disputeId: _id, reason: "Later" }))).toBe("DISPUTE_NOT_OPEN");
  });
});

describe("responding", () => {
  it("is open to the payer, the merchant and administrators, each in their role", async () => {
    const { _id } = await fileOne();
    await payer().comment({ disputeId: _id, comment: "The notice is\nattached." });
    const path = `/api/disputes/${_id}/comments`;
    await fixture.send("POST", path, fixture.tokens.owner, { comment: "We are looking into it." });
    const answer = await fixture.send("POST", path, fixture.tokens.admin, { comment: "Thank you both." });
    expect(answer.statusCode).toBe(200);
    const { comments } = await owner().get({ disputeId: _id });
    expect(comments.map(({ comment, addedBy }) => [comment, addedBy.role])).toEqual([
      ["The notice is\nattached.", "user"],
      ["We are looking into it.", "merchant"],
      ["Thank you both.", "admin"],
    ]);
    expect(comments[1]?.addedBy).toMatchObject({ firstName: fixture.owner.firstName, lastName: fixture.owner.lastName });
  });

  it("is refused for anybody else, including another merchant, and without a text", async () => {
    const { _id } = await fileOne();
    const { owner: otherOwner } = await makeMerchant(harness.db);
    const other = harness.caller(await harness.signIn(otherOwner.id)).disputes;
    expect(await codeOf(other.comment({ disputeId: _id, comment: "Mine?" }))).toBe("NOT_FOUND");
    const blank = await fixture.send("POST", `/api/disputes/${_id}/comments`, fixture.tokens.owner, { comment: " \n " });
    expect([blank.statusCode, blank.json().message]).toEqual([400, "Please write a response"]);
  });

  it("is refused once the dispute is closed", async () => {
    const { _id } = await fileOne();
    await admin().close({ disputeId: _id, ...denial });
    for (const side of [payer(), owner()]) {
      expect(await codeOf(side.comment({ disputeId: _id, comment: "Too late" }))).toBe("DISPUTE_NOT_OPEN");
    }
    expect(await codeOf(admin().commentForAdmin({ disputeId: _id, comment: "Too late" }))).toBe("DISPUTE_NOT_OPEN");
  });
});

describe("deciding", () => {
  it("charges back at most the disputable amount, and the payment shows as refunded", async () => {
    const { _id, paymentId } = await fileOne();
    const path = `/api/disputes/${_id}/close`;
    const decision = { result: "chargedBack", resultReason: "Agreed", chargebackAmount: 64.21 };
    const tooMuch = await fixture.send("PUT", path, fixture.tokens.admin, decision);
    expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([422, "CHARGEBACK_TOO_LARGE"]);
    const closed = await fixture.send("PUT", path, fixture.tokens.admin, { ...decision, chargebackAmount: 64.2 });
    expect(closed.json().resolution).toMatchObject({ result: "chargedBack", resultReason: "Agreed", chargebackAmount: 64.2 });
    const payment = await harness.caller(fixture.tokens.payer).payments.get({ paymentId: paymentId._id });
    expect(payment.displayStatus).toBe("refunded");
  });

  it("needs a reason, and happens once", async () => {
    const { _id } = await fileOne();
    const path = `/api/disputes/${_id}/close`;
    const unreasoned = await fixture.send("PUT", path, fixture.tokens.admin, { result: "denied", resultReason: " " });
    expect([unreasoned.statusCode, unreasoned.json().message]).toEqual([400, "Please provide a reason for the resolution"]);
    expect((await fixture.send("PUT", path, fixture.tokens.admin, denial)).statusCode).toBe(200);
    const again = await fixture.send("PUT", path, fixture.tokens.admin, denial);
    expect([again.statusCode, again.json().code]).toEqual([409, "DISPUTE_NOT_OPEN"]);
  });

  it("needs an administrator's account and token", async () => {
    const { _id } = await fileOne();
    for (const token of [fixture.tokens.payer, fixture.tokens.owner, null]) {
      expect((await fixture.send("PUT", `/api/disputes/${_id}/close`, token, denial)).statusCode).toBe(401);
    }
  });

  it("is written to the audit log with its outcome", async () => {
    const { _id } = await fileOne();
    await admin().close({ disputeId: _id, ...denial });
    const lines = await harness.db.select().from(auditLog).where(eq(auditLog.subject, _id)).orderBy(asc(auditLog.id));
    expect(lines.map(({ action }) => action)).toEqual(["dispute.filed", "dispute.closed"]);
    expect(lines[1]?.data).toEqual({ ...denial, chargebackCents: 0 });
  });
});
