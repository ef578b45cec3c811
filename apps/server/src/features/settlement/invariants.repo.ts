import type { DatabaseOrTransaction } from "@hearth/db/client";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { unitsOfCents } from "@hearth/db/usdc";
import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";

/** Completed payments whose transfer does not say what it should. */
export async function listBrokenCredits(db: DatabaseOrTransaction) {
  const due = unitsOfCents(payments.amountCents);
  const problem = sql<string | null>`case
    when ${transfers.paymentId} is distinct from ${payments.id} then 'the transfer is matched to another payment'
    when ${transfers.verdict} <> 'matched' then 'the transfer is not matched'
    when ${transfers.orphanedAt} is not null then 'the transfer has left the chain'
    when ${transfers.chainId} <> ${payments.chainId} then 'the chain differs'
    when lower(${transfers.tokenAddress}) <> lower(${payments.tokenAddress}) then 'the token differs'
    when lower(${transfers.toAddress}) <> lower(${payments.payeeAddress}) then 'the payee differs'
    when ${transfers.usdcUnits} < ${due} then 'it is too little'
    when ${transfers.usdcUnits} > ${due} and ${payments.oddity} <> 'over' then 'it is too much and not marked over'
    when ${transfers.blockTime} < date_trunc('second', ${payments.createdAt}) then 'it is older than the checkout'
    when ${transfers.boundBy} is null then 'nothing binds it'
    when ${transfers.boundBy} in ('authorization', 'calldata') and ${transfers.binding} <> ${payments.binding} then 'its reference is another one'
  end`;
  const rows = await db
    .select({ id: payments.id, transferId: payments.transferId, problem })
    .from(payments)
    .innerJoin(transfers, eq(transfers.id, payments.transferId))
    .where(and(isNotNull(payments.transferId), sql`${problem} is not null`))
    .limit(100);
  return rows;
}

/** A batch of payments with what they say they are, in the order of their ids. */
export async function listPaymentStates(db: DatabaseOrTransaction, after: string | null, limit: number) {
  return db
    .select({ id: payments.id, status: payments.status, oddity: payments.oddity })
    .from(payments)
    .where(after === null ? undefined : gt(payments.id, after))
    .orderBy(asc(payments.id))
    .limit(limit);
}

/** The events of those payments in the order they happened, ready for replaying. */
export async function loadEventsForReplay(db: DatabaseOrTransaction, ids: string[]) {
  const rows = await db
    .select({ paymentId: paymentEvents.paymentId, type: paymentEvents.type, data: paymentEvents.data })
    .from(paymentEvents)
    .where(inArray(paymentEvents.paymentId, ids))
    .orderBy(asc(paymentEvents.id));
  const byPayment = new Map<
    string,
    { type: (typeof rows)[number]["type"]; oddity?: "none" | "late" | "over"; reopenAs?: "pending" | "failed" | "cancelled" }[]
  >();
  for (const row of rows) {
    const events = byPayment.get(row.paymentId) ?? [];
    events.push({ type: row.type, ...row.data });
    byPayment.set(row.paymentId, events);
  }
  return byPayment;
}
