import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { isBlockSince, isPaidInTime } from "@hearth/db/block-seconds";
import type { Transaction } from "@hearth/db/client";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** A checkout that an unbound transfer may pay. `open`: it was open at the block's time; otherwise it had ended before. */
export interface Candidate {
  paymentId: string;
  topUpId: string | null;
  open: boolean;
}

/**
 * Lists the checkouts, of payments and of top-ups, that an unbound transfer may pay. Conditions: same payee, proven by the block; exact
 * amount; begun at or before the block and within the day before it. The payment is unpaid, and its payer has proven the sending wallet.
 */
export async function listCandidates(tx: Transaction, observed: ObservedTransfer, amountCents: number): Promise<Candidate[]> {
  const paymentCandidates = await tx
    .select({ paymentId: payments.id, open: wasOpen(payments, observed) })
    .from(payments)
    .innerJoin(payees, isProvenBy(observed))
    .where(and(eq(payments.amountCents, amountCents), begunBefore(payments.createdAt, observed), isUnpaidBySender(tx, observed)));
  const topUpCandidates = await tx
    .select({ paymentId: payments.id, topUpId: topUps.id, open: wasOpen(topUps, observed) })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .innerJoin(payees, isProvenBy(observed))
    .where(and(eq(topUps.amountCents, amountCents), begunBefore(topUps.createdAt, observed), isUnpaidBySender(tx, observed)));
  return [...paymentCandidates.map((candidate) => ({ ...candidate, topUpId: null })), ...topUpCandidates];
}

function wasOpen({ expiresAt, endedAt }: { expiresAt: PgColumn; endedAt: PgColumn }, { blockTime }: ObservedTransfer) {
  return isPaidInTime(instantOf(blockTime), { expiresAt, endedAt });
}

/** True when the payment's payee wallet was proven by the transfer's block. */
function isProvenBy({ blockNumber }: ObservedTransfer): SQL | undefined {
  return and(eq(payees.id, payments.payeeId), lte(payees.provenFromBlock, blockNumber));
}

function begunBefore(createdAt: PgColumn, { blockTime }: ObservedTransfer): SQL | undefined {
  return and(isBlockSince(instantOf(blockTime), createdAt), gt(createdAt, new Date(blockTime.getTime() - 86_400_000)));
}

function instantOf(time: Date): SQL {
  return sql`${time.toISOString()}::timestamptz`;
}

function isUnpaidBySender(tx: Transaction, observed: ObservedTransfer): SQL | undefined {
  const proven = tx
    .select({ one: sql`1` })
    .from(wallets)
    .where(
      and(
        eq(wallets.userId, payments.consumerId),
        eq(sql`lower(${wallets.address})`, observed.from.toLowerCase()),
        isNotNull(wallets.provenAt),
        isNull(wallets.unlinkedAt),
      ),
    );
  const paying = tx
    .select({ one: sql`1` })
    .from(transfers)
    .where(and(eq(transfers.paymentId, payments.id), inArray(transfers.verdict, ["matched", "part"]), isNull(transfers.reorgedAt)));
  return and(
    eq(payments.chainId, observed.chainId),
    eq(sql`lower(${payments.payeeAddress})`, observed.to.toLowerCase()),
    ne(payments.status, "completed"),
    exists(proven),
    notExists(paying),
  );
}
