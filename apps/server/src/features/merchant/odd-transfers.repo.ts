import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Place } from "../../paging/cursor.ts";

/** Money in a merchant's wallet that no payment has: what still asks for a look, or what was set aside. */
export interface OddTransfersOf {
  merchantId: string;
  setAside: boolean;
}

function odd({ merchantId, setAside }: OddTransfersOf) {
  return and(
    eq(transfers.merchantId, merchantId),
    ne(transfers.verdict, "matched"),
    isNull(transfers.orphanedAt),
    setAside ? isNotNull(transfers.setAsideAt) : isNull(transfers.setAsideAt),
  );
}

/** A page of it, newest first, with the payment that a short or second transfer was meant for. */
export async function listOddTransfers(db: DatabaseOrTransaction, filter: OddTransfersOf & { after?: Place | undefined; limit: number }) {
  const { after, limit } = filter;
  return db
    .select({ transfer: transfers, payment: payments, payer: { id: users.id, firstName: users.firstName, lastName: users.lastName } })
    .from(transfers)
    .leftJoin(payments, eq(payments.id, transfers.paymentId))
    .leftJoin(users, eq(users.id, payments.consumerId))
    .where(
      and(odd(filter), after && or(lt(transfers.blockTime, after.at), and(eq(transfers.blockTime, after.at), lt(transfers.id, after.id)))),
    )
    .orderBy(desc(transfers.blockTime), desc(transfers.id))
    .limit(limit);
}
export type OddTransferRow = Awaited<ReturnType<typeof listOddTransfers>>[number];

/** Whether a transfer reached a wallet of the merchant, and still does. */
export async function isOwnTransfer(db: DatabaseOrTransaction, merchantId: string, id: string): Promise<boolean> {
  const own = and(eq(transfers.id, id), eq(transfers.merchantId, merchantId), isNull(transfers.orphanedAt));
  return (await db.$count(transfers, own)) > 0;
}

/** How much money of a merchant still asks for a look. */
export function countOddTransfers(db: DatabaseOrTransaction, merchantId: string): Promise<number> {
  return db.$count(transfers, odd({ merchantId, setAside: false }));
}

const taken = alias(transfers, "taken");

/**
 * The payments that these transfers could be for: same merchant, payee and exact amount, begun before the money moved, and without money of
 * their own. `isLikely` where the payer once linked the sending wallet; those come first, then what is closest in time.
 */
export async function listCandidates(db: DatabaseOrTransaction, merchantId: string, transferIds: string[], perTransfer: number) {
  if (transferIds.length === 0) return [];
  const fromPayer = sql<boolean>`exists (select 1 from ${wallets} where ${wallets.userId} = ${payments.consumerId}
    and lower(${wallets.address}) = lower(${transfers.fromAddress}))`;
  const order = sql`${fromPayer} desc, abs(extract(epoch from ${transfers.blockTime} - ${payments.createdAt}))`;
  const ranked = db
    .select({
      transferId: sql<string>`${transfers.id}`.as("candidate_transfer_id"),
      paymentId: sql<string>`${payments.id}`.as("candidate_payment_id"),
      isLikely: fromPayer.as("is_likely"),
      rank: sql<number>`row_number() over (partition by ${transfers.id} order by ${order}, ${payments.id})::int`.as("candidate_rank"),
    })
    .from(transfers)
    .innerJoin(
      payments,
      and(
        eq(payments.merchantId, transfers.merchantId),
        eq(payments.chainId, transfers.chainId),
        sql`lower(${payments.payeeAddress}) = lower(${transfers.toAddress})`,
        sql`${payments.amountCents}::numeric * 10000 = ${transfers.usdcUnits}`,
        sql`date_trunc('second', ${payments.createdAt}) <= ${transfers.blockTime}`,
        ne(payments.status, "completed"),
        notExists(
          db
            .select({ one: sql`1` })
            .from(taken)
            .where(and(eq(taken.paymentId, payments.id), eq(taken.verdict, "matched"), isNull(taken.orphanedAt))),
        ),
      ),
    )
    .where(and(eq(transfers.merchantId, merchantId), inArray(transfers.id, transferIds), isNull(transfers.orphanedAt)))
    .as("ranked");
  return db
    .select({
      transferId: ranked.transferId,
      isLikely: ranked.isLikely,
      payment: payments,
      payer: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(ranked)
    .innerJoin(payments, eq(payments.id, ranked.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(sql`${ranked.rank} <= ${perTransfer}`)
    .orderBy(asc(ranked.transferId), asc(ranked.rank));
}
export type CandidateRow = Awaited<ReturnType<typeof listCandidates>>[number];

/** Sets a transfer aside, or takes that back; whether this call was the one that did. */
export async function markSetAside(tx: Transaction, id: string, at: Date | null): Promise<boolean> {
  const rows = await tx
    .update(transfers)
    .set({ setAsideAt: at })
    .where(and(eq(transfers.id, id), at === null ? isNotNull(transfers.setAsideAt) : isNull(transfers.setAsideAt)))
    .returning({ id: transfers.id });
  return rows.length > 0;
}
