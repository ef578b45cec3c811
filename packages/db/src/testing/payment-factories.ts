import { centsToUsdcUnits } from "@hearth/domain/money";
import { desc, eq, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import { credited, type Origin, received, returned, sent } from "../postings.ts";
import {
  journalEntries,
  payees,
  paymentEvents,
  payments,
  refundDestinations,
  refunds,
  relays,
  relayTransactions,
  topUps,
  transferClaims,
  transfers,
} from "../schema.ts";
import { hashOf, hexOf, makeAddress, makeMerchant, makeUser, nextNumber, one } from "./factories.ts";
import { localToken, paymentDefaults, paymentHistory } from "./payment-history.ts";

export type PaymentRow = InferSelectModel<typeof payments>;
export type TransferRow = InferSelectModel<typeof transfers>;
export type PaymentEventRow = InferSelectModel<typeof paymentEvents>;
export type RelayRow = InferSelectModel<typeof relays>;
export type RefundRow = InferSelectModel<typeof refunds>;

type NewPayment = InferInsertModel<typeof payments>;
type NewTransfer = InferInsertModel<typeof transfers>;

/**
 * A payment of $1,450.00 with the events of its status. Creates payer and merchant if they are not given. A completed one has its counted
 * transfer, 20 seconds after the checkout unless `completedAt` is set.
 */
export async function makePayment(db: DatabaseOrTransaction, overrides: Partial<NewPayment> = {}): Promise<PaymentRow> {
  const values = await paymentValues(db, overrides);
  if (values.status !== "completed") {
    const endedAt = values.status === "pending" ? null : (values.endedAt ?? values.expiresAt);
    const notes = values.notes ?? (values.status === "failed" ? "Checkout expired" : null);
    return insertWithEvents(db, { ...values, endedAt, notes }, null);
  }
  const completedAt = values.completedAt ?? new Date(values.createdAt.getTime() + 20_000);
  const transferId = values.transferId ?? (await insertTransferFor(db, values, completedAt)).id;
  return insertWithEvents(db, { ...values, completedAt, transferId }, transferId);
}

async function paymentValues(db: DatabaseOrTransaction, overrides: Partial<NewPayment>) {
  const number = nextNumber();
  const createdAt = overrides.createdAt ?? new Date();
  const consumerId = overrides.consumerId ?? (await makeUser(db)).id;
  const payee = await payeeFor(db, overrides);
  return {
    ...paymentDefaults(number, createdAt),
    ...overrides,
    createdAt,
    consumerId,
    merchantId: payee.merchantId,
    payeeId: payee.id,
    payeeAddress: overrides.payeeAddress ?? payee.address,
  };
}

async function payeeFor(db: DatabaseOrTransaction, overrides: Partial<NewPayment>): Promise<InferSelectModel<typeof payees>> {
  const { payeeId, merchantId } = overrides;
  if (payeeId !== undefined) return one(await db.select().from(payees).where(eq(payees.id, payeeId)));
  if (merchantId !== undefined) {
    return one(await db.select().from(payees).where(eq(payees.merchantId, merchantId)).orderBy(desc(payees.createdAt)).limit(1));
  }
  const { payee } = await makeMerchant(db);
  return one(payee === null ? [] : [payee]);
}

function insertTransferFor(db: DatabaseOrTransaction, payment: Omit<NewPayment, "id">, blockTime: Date): Promise<TransferRow> {
  return makeTransfer(db, {
    merchantId: payment.merchantId,
    toAddress: payment.payeeAddress,
    usdcUnits: centsToUsdcUnits(payment.amountCents),
    binding: payment.binding,
    boundBy: "authorization",
    chainId: payment.chainId,
    tokenAddress: payment.tokenAddress,
    blockTime,
    seenAt: blockTime,
    finalAt: blockTime,
  });
}

async function insertWithEvents(db: DatabaseOrTransaction, values: NewPayment, transferId: string | null): Promise<PaymentRow> {
  const payment = one(await db.insert(payments).values(values).returning());
  const counted = transferId === null ? [] : [await bindTransfer(db, transferId, payment.id)];
  for (const transfer of counted) await db.insert(journalEntries).values(credited(transfer, payment.id, values.completedAt ?? new Date()));
  await db.insert(paymentEvents).values(paymentHistory(payment, counted));
  return payment;
}

async function bindTransfer(db: DatabaseOrTransaction, id: string, paymentId: string): Promise<TransferRow> {
  return one(
    await db.update(transfers).set({ paymentId, verdict: "matched", countedAt: new Date() }).where(eq(transfers.id, id)).returning(),
  );
}

/** One event of a payment. Does not change the payment. */
export async function makePaymentEvent(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof paymentEvents>> & { paymentId: string },
): Promise<PaymentEventRow> {
  const values = { type: "created" as const, at: new Date(), ...overrides };
  return one(await db.insert(paymentEvents).values(values).returning());
}

/** A transfer of $1,450.00 that fits no payment, with its journal lines. */
export async function makeTransfer(
  db: DatabaseOrTransaction,
  overrides: Partial<NewTransfer> & { merchantId: string | null },
): Promise<TransferRow> {
  const number = nextNumber();
  const now = overrides.blockTime ?? new Date();
  const values = {
    ...localToken,
    txHash: hashOf("transaction", number),
    logIndex: 0,
    blockNumber: BigInt(number),
    blockHash: hashOf("block", number),
    blockTime: now,
    fromAddress: makeAddress("payer", number),
    toAddress: makeAddress("payee", number),
    usdcUnits: centsToUsdcUnits(145_000),
    verdict: "unmatched" as const,
    seenAt: now,
    ...overrides,
  };
  const transfer = one(await db.insert(transfers).values(values).returning());
  const entries = transfer.reorgedAt === null ? received(transfer, now) : [];
  if (entries.length > 0) await db.insert(journalEntries).values(entries);
  return transfer;
}

/** A queued relay of a payment. */
export async function makeRelay(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof relays>> & { paymentId: string },
): Promise<RelayRow> {
  const number = nextNumber();
  const values = {
    chainId: localToken.chainId,
    fromAddress: makeAddress("payer", number),
    toAddress: makeAddress("payee", number),
    usdcUnits: centsToUsdcUnits(145_000),
    validAfter: 0,
    validBefore: Math.floor(Date.now() / 1000) + 600,
    nonce: hashOf("binding", number),
    signature: `0x${hexOf("r", number)}${hexOf("s", number)}1b` as const,
    relayerAddress: makeAddress("relayer"),
    ...overrides,
  };
  return one(await db.insert(relays).values(values).returning());
}

/** A transaction of the relayer that is in flight and carries one authorization. */
export async function makeRelayTransaction(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof relayTransactions>> = {},
): Promise<InferSelectModel<typeof relayTransactions>> {
  const number = nextNumber();
  const values = {
    chainId: localToken.chainId,
    relayerAddress: makeAddress("relayer"),
    carries: 1,
    accountNonce: number,
    rawTransaction: hashOf("raw transaction", number),
    txHash: hashOf("relay transaction", number),
    maxFeePerGas: 30_000_000n,
    sentAt: new Date(),
    ...overrides,
  };
  return one(await db.insert(relayTransactions).values(values).returning());
}

/** An open refund of a whole payment or transfer of $1,450.00. */
export async function makeRefund(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof refunds>> & { merchantId: string; createdBy: string } & Origin,
): Promise<RefundRow> {
  const number = nextNumber();
  const values = {
    ...localToken,
    usdcUnits: centsToUsdcUnits(145_000),
    toAddress: makeAddress("payer", number),
    binding: hashOf("refund", number),
    ...overrides,
  };
  return one(await db.insert(refunds).values(values).returning());
}

/** A payer's open claim that a transaction paid $1,450.00 of theirs. */
export async function makeTransferClaim(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof transferClaims>> & { paymentId: string; payerId: string },
): Promise<InferSelectModel<typeof transferClaims>> {
  const values = { txHash: hashOf("claimed", nextNumber()), amountCents: 145_000, sentOn: "2026-01-02", ...overrides };
  return one(await db.insert(transferClaims).values(values).returning());
}

/** A wallet that a payer has named for the refunds of a payment. */
export async function makeRefundDestination(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof refundDestinations>> & { paymentId: string; payerId: string },
): Promise<InferSelectModel<typeof refundDestinations>> {
  const named = { address: makeAddress("wallet", nextNumber()), namedAt: new Date(), confirmedBy: "password" as const };
  return one(
    await db
      .insert(refundDestinations)
      .values({ ...named, ...overrides })
      .returning(),
  );
}

/** A completed refund of `amountCents` of a completed payment, with its transfer and its postings. */
export async function makeCompletedRefund(db: DatabaseOrTransaction, payment: PaymentRow, amountCents: number): Promise<RefundRow> {
  const { id: paymentId, merchantId, consumerId, payeeAddress } = payment;
  const units = centsToUsdcUnits(amountCents);
  const refund = await makeRefund(db, { paymentId, merchantId, createdBy: consumerId, usdcUnits: units });
  const at = new Date(refund.createdAt.getTime() + 10_000);
  const place = { refundId: refund.id, senderMerchantId: merchantId, fromAddress: payeeAddress, toAddress: refund.toAddress };
  const transfer = await makeTransfer(db, {
    ...place,
    merchantId: null,
    verdict: null,
    binding: refund.binding,
    usdcUnits: units,
    blockTime: at,
    givenBackAt: at,
  });
  await db.insert(journalEntries).values([...sent(transfer, at), ...returned(transfer, { paymentId }, units, at)]);
  const counted = { status: "completed" as const, transferId: transfer.id, completedAt: at };
  return one(await db.update(refunds).set(counted).where(eq(refunds.id, refund.id)).returning());
}

/** An open top-up of $450.00 for a payment. Its checkout ends ten minutes after it began. */
export async function makeTopUp(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof topUps>> & { paymentId: string },
): Promise<InferSelectModel<typeof topUps>> {
  const number = nextNumber();
  const [reference, binding] = [hashOf("top-up reference", number).slice(2), hashOf("top-up binding", number)];
  const { createdAt = new Date() } = overrides;
  const values = { reference, binding, amountCents: 45_000, createdAt, expiresAt: new Date(createdAt.getTime() + 600_000), ...overrides };
  return one(await db.insert(topUps).values(values).returning());
}
