import { isTable, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "../client.ts";
import { applyPaymentEvent, type PaymentState } from "@hearth/domain/payments/rules";
import * as schema from "../schema.ts";
import * as exchange from "./exchange-factories.ts";
import * as people from "./factories.ts";
import * as notices from "./notice-factories.ts";
import * as money from "./payment-factories.ts";
import * as records from "./record-factories.ts";
import * as requests from "./request-factories.ts";
import * as rent from "./rent-factories.ts";
import * as secondFactor from "./second-factor-factories.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

describe("the factories", () => {
  it("make a row of every table that the database accepts", async () => {
    const { db } = connection;
    const { payment } = await makeOneOfEach();
    for (const [name, table] of Object.entries(schema)) {
      if (isTable(table)) expect(await db.$count(table), name).toBeGreaterThan(0);
    }
    expect(payment.status).toBe("pending");
  });

  it("give each payment the events that its status replays from", async () => {
    const { db } = connection;
    for (const status of ["pending", "completed", "failed", "cancelled"] as const) {
      const payment = await money.makePayment(db, { status });
      const events = await db.query.paymentEvents.findMany({ where: (event, { eq }) => eq(event.paymentId, payment.id) });
      const replayed = events
        .toSorted((left, right) => left.id - right.id)
        .reduce<PaymentState | null>((state, event) => applyPaymentEvent(state, { type: event.type, ...event.data }), null);
      expect(replayed?.status, status).toBe(status);
      expect(payment.transferId !== null, status).toBe(status === "completed");
    }
  });
});

describe("a test database", () => {
  it("begins without the rows of another one", async () => {
    await people.makeUser(connection.db);
    const other = await createTestDatabase();
    const { db, close } = connectDatabase(other.url);
    expect(await db.$count(schema.users)).toBe(0);
    await close();
    await other.close();
  });
});

async function makeOneOfEach() {
  const { db } = connection;
  const { merchant } = await people.makeMerchant(db);
  const user = await people.makeUser(db, { enrolledMerchantId: merchant.id });
  await people.makeAcknowledgement(db, { userId: user.id, merchantId: merchant.id });
  await rent.makeTenantInvitation(db, { merchantId: merchant.id, invitedBy: merchant.ownerUserId });
  await people.makeStaff(db, { merchantId: merchant.id, invitedBy: merchant.ownerUserId });
  await people.makeWallet(db, { userId: user.id });
  await people.makeRefundWallet(db, { merchantId: merchant.id, provenBy: merchant.ownerUserId });
  await people.makePayeeChange(db, { merchantId: merchant.id, requestedBy: merchant.ownerUserId });
  await people.makePayeeCard(db, { merchantId: merchant.id, createdBy: merchant.ownerUserId });
  const session = await people.makeSession(db, { userId: user.id });
  await exchange.makeExchangeLink(db, { userId: user.id, sessionId: session.id });
  await exchange.makeExchangeAccount(db, { userId: user.id });
  await exchange.makeProviderEvent(db);
  await people.makeWalletChallenge(db, { userId: user.id });
  await secondFactor.makeSecondFactor(db, { userId: user.id });
  await secondFactor.makeRecoveryCode(db, { userId: user.id });
  await secondFactor.makeSignInChallenge(db, { userId: user.id });
  await secondFactor.makeKnownDevice(db, { userId: user.id });
  await secondFactor.makePasskey(db, { userId: user.id });
  await secondFactor.makePasskeyChallenge(db);
  const wallet = await secondFactor.makePasskeyWallet(db, { userId: user.id });
  await secondFactor.makeWalletPasskey(db, { walletId: wallet.id });
  await people.makeAuditEntry(db, { actorId: user.id });
  const payment = await money.makePayment(db, { consumerId: user.id, merchantId: merchant.id });
  await people.makePayerNotice(db, { merchantId: merchant.id, payeeId: payment.payeeId });
  await requests.makePaymentRequest(db, { merchantId: merchant.id, createdBy: merchant.ownerUserId, paymentId: payment.id });
  await exchange.makeOnrampOrder(db, { paymentId: payment.id });
  await money.makeRelay(db, { paymentId: payment.id });
  await money.makeRelayTransaction(db);
  await money.makeTransfer(db, { merchantId: merchant.id });
  const paid = await money.makePayment(db, { status: "completed" });
  await money.makeRefund(db, { paymentId: paid.id, merchantId: paid.merchantId, createdBy: paid.consumerId });
  await money.makeRefundDestination(db, { paymentId: paid.id, payerId: paid.consumerId });
  await money.makeTopUp(db, { paymentId: payment.id });
  await money.makeTransferClaim(db, { paymentId: payment.id, payerId: user.id });
  const dispute = await records.makeDispute(db, { paymentId: paid.id });
  await records.makeJobHeartbeat(db);
  await records.makeDisputeComment(db, { disputeId: dispute.id, authorId: paid.consumerId });
  await records.makeDisputeDocument(db, { disputeId: dispute.id, addedBy: paid.consumerId });
  await notices.makeNotification(db, { userId: user.id });
  await notices.makeMail(db, { userId: user.id });
  await notices.makeAccountToken(db, { userId: user.id });
  const alarm = await records.makeAlarm(db);
  await records.makeSetAside(db);
  await records.makeRestore(db);
  await records.makeAlarmSilence(db, { silencedById: user.id });
  await records.makeAlarmWebhook(db, { alarmId: alarm.id });
  const lease = await rent.makeLease(db, { merchantId: merchant.id, createdBy: merchant.ownerUserId, tenantId: user.id });
  const terms = await db.query.leaseTerms.findFirst();
  await rent.makeTermsSignature(db, { termsId: terms?.id ?? "", createdBy: merchant.ownerUserId });
  await rent.makeRentRecord(db, { leaseId: lease.id, userId: merchant.ownerUserId });
  await rent.makeReminderRule(db, { merchantId: merchant.id });
  await rent.makeReminder(db, { leaseId: lease.id });
  const charge = await rent.makeCharge(db, { leaseId: lease.id });
  const [line] = await db.query.leaseEntries.findMany({ limit: 1 });
  await rent.makeMonthClose(db, { merchantId: merchant.id, closedBy: merchant.ownerUserId, entryIds: line ? [line.id] : [] });
  await rent.makeLeaseCredit(db, { leaseId: lease.id, createdBy: merchant.ownerUserId, chargeId: charge.id });
  await rent.makeLateFeeDay(db, { chargeId: charge.id });
  await people.makeUser(db, { status: "suspended" }); // a trigger stores since when they cannot pay
  await people.makeMerchant(db, { status: "suspended" }); // a trigger stores since when it cannot be paid
  await rent.makeScheduledPayment(db, { leaseId: lease.id, payerId: user.id, payeeId: payment.payeeId });
  await records.makeAlarm(db);
  await records.makeChainCursor(db);
  await records.makeChainBlock(db);
  await records.makeIdempotencyKey(db);
  await records.makeRateLimit(db);
  await records.makeStateCheck(db);
  // Folds the changes made by the rows above into figures. A later row leaves one change unfolded.
  await db.execute(sql`select fold_figures(1000)`);
  await people.makeUser(db);
  return { payment };
}
