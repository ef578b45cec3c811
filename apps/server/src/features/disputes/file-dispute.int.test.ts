import { disputes } from "@hearth/db/schema/disputes";
import { makeUser } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DisputeFixture, openDisputeFixture } from "../../testing/dispute-fixture.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
let fixture: DisputeFixture;
beforeAll(async () => {
  harness = await startHarness();
  fixture = await openDisputeFixture(harness);
});
afterAll(() => harness.close());

const payer = () => harness.caller(fixture.tokens.payer).disputes;
const admin = () => harness.caller(fixture.tokens.admin).disputes;
const filing = { reason: "The heating did not work for two weeks", amount: "64.20" };
const daysBefore = (days: number, ms = 0) => new Date(harness.clock.now().getTime() - days * 86_400_000 - ms);

describe("a payer's filing", () => {
  it("opens a dispute that the payment shows at once", async () => {
    const paymentId = await fixture.paid();
    const dispute = await payer().file({ paymentId, ...filing, description: "See the notice." });
    expect(dispute).toMatchObject({
      status: "open",
      amount: 64.2,
      reason: filing.reason,
      description: "See the notice.",
      resolution: null,
    });
    expect(dispute.disputeId).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(dispute.paymentId).toMatchObject({ _id: paymentId, amount: 1450, status: "completed" });
    expect(dispute.timeline).toMatchObject([{ type: "filed", by: { firstName: fixture.payer.firstName, role: "user" } }]);
    const payment = await harness.caller(fixture.tokens.payer).payments.get({ paymentId });
    expect([payment.displayStatus, payment.disputeStatus]).toEqual(["inDispute", "open"]);
  });

  it("is accepted on the 90th day and refused a millisecond later", async () => {
    const last = await fixture.paid({ createdAt: daysBefore(90) });
    expect((await payer().file({ paymentId: last, ...filing })).status).toBe("open");
    const over = await fixture.paid({ createdAt: daysBefore(90, 1) });
    await expect(payer().file({ paymentId: over, ...filing })).rejects.toMatchObject({ cause: { code: "DISPUTE_NOT_ALLOWED" } });
  });

  it("is for completed payments only", async () => {
    for (const status of ["pending", "failed", "cancelled"] as const) {
      const paymentId = await fixture.paid({ status, amountCents: 12_300 });
      await expect(payer().file({ paymentId, ...filing })).rejects.toThrow("Only a completed payment can be disputed");
    }
  });

  it("treats somebody else's payment like a missing one", async () => {
    const other = await makeUser(harness.db);
    const foreign = await fixture.paid({ consumerId: other.id });
    const failures = [];
    for (const paymentId of [foreign, "pay_01h455vb4pex5vsknk084sn02q", "nonsense"]) {
      failures.push(
        await payer()
          .file({ paymentId, ...filing })
          .catch((error: unknown) => error),
      );
    }
    for (const failure of failures) expect(failure).toMatchObject({ message: "Payment not found", cause: { code: "NOT_FOUND" } });
  });

  it("is for at most the paid amount", async () => {
    const paymentId = await fixture.paid();
    await expect(payer().file({ paymentId, ...filing, amount: "1450.01" })).rejects.toMatchObject({
      message: "The disputed amount can be at most $1,450.00",
      cause: { code: "DISPUTE_AMOUNT_TOO_LARGE", fields: { amount: expect.any(String) } },
    });
    await expect(payer().file({ paymentId, ...filing, amount: "999999999.99" })).rejects.toThrow("at most $1,450.00");
    expect((await payer().file({ paymentId, ...filing, amount: "1450.00" })).amount).toBe(1450);
  });

  it("is refused with an open dispute, after a decision and after a cancellation", async () => {
    const open = await fixture.paid();
    await payer().file({ paymentId: open, ...filing });
    await expect(payer().file({ paymentId: open, ...filing })).rejects.toMatchObject({ cause: { code: "DISPUTE_ALREADY_OPEN" } });

    for (const result of ["denied", "chargedBack"] as const) {
      const decided = await fixture.paid();
      const { _id } = await payer().file({ paymentId: decided, ...filing });
      await admin().close({
        disputeId: _id,
        result,
        resultReason: "Looked into",
        ...(result === "chargedBack" && { chargebackAmount: 1 }),
      });
      await expect(payer().file({ paymentId: decided, ...filing })).rejects.toThrow("has been decided");
    }

    const cancelled = await fixture.paid();
    const { _id } = await payer().file({ paymentId: cancelled, ...filing });
    await payer().cancel({ disputeId: _id });
    await expect(payer().file({ paymentId: cancelled, ...filing })).rejects.toThrow("It can only be reopened");
  });

  it("has one winner when done many times concurrently", async () => {
    const paymentId = await fixture.paid();
    const filings = await Promise.allSettled(Array.from({ length: 12 }, () => payer().file({ paymentId, ...filing })));
    expect(filings.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const filed of filings) if (filed.status === "rejected") expect(filed.reason.cause.code).toBe("DISPUTE_ALREADY_OPEN");
    expect((await payer().ofPayment({ paymentId })).map(({ status }) => status)).toEqual(["open"]);
  });

  it("repeated under its key returns the first answer, and under another filing's key nothing", async () => {
    const [paymentId, other] = [await fixture.paid(), await fixture.paid()];
    const idempotencyKey = "one-intention-1";
    const before = await harness.db.$count(disputes);
    const answers = await Promise.all([1, 2, 3].map(() => payer().file({ paymentId, ...filing, idempotencyKey })));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(await harness.db.$count(disputes)).toBe(before + 1);
    await expect(payer().file({ paymentId: other, ...filing, idempotencyKey })).rejects.toMatchObject({
      cause: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
  });
});

describe("an administrator's filing", () => {
  it("returns the documented answer, and the dispute is the payer's", async () => {
    const transactionId = await fixture.paid();
    const body = { transactionId, reason: "Called us about the heating", amount: 20, notes: "By phone" };
    const answer = await fixture.send("POST", "/api/disputes/create", fixture.tokens.admin, body);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().dispute).toMatchObject({ amount: 20, notes: "By phone", status: "open" });
    expect((await payer().ofPayment({ paymentId: transactionId }))[0]?.disputeId).toBe(answer.json().dispute.disputeId);
  });

  it("of an unknown payment reports NOT_FOUND", async () => {
    const body = { transactionId: "pay_01h455vb4pex5vsknk084sn02q", reason: "x", amount: 20 };
    const answer = await fixture.send("POST", "/api/disputes/create", fixture.tokens.admin, body);
    expect([answer.statusCode, answer.json().message]).toEqual([404, "Transaction not found"]);
  });

  it("is refused for others: a payer's JSON needs a form, and a stranger must sign in", async () => {
    const body = { transactionId: await fixture.paid(), reason: "x", amount: 20 };
    const mine = await fixture.send("POST", "/api/disputes/create", fixture.tokens.payer, body);
    expect([mine.statusCode, mine.json()]).toEqual([415, { message: "Please send a form with files", code: "UNSUPPORTED_MEDIA_TYPE" }]);
    expect((await fixture.send("POST", "/api/disputes/create", null, body)).statusCode).toBe(401);
    expect((await fixture.sendForm({ url: "/api/disputes/create" })).statusCode).toBe(401);
    const form = await fixture.sendForm({ url: "/api/disputes/create", token: fixture.tokens.admin });
    expect([form.statusCode, form.json().message]).toEqual([415, "Please send JSON"]);
  });
});
