import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { shortUnits } from "@hearth/db/payment-money";
import { payments } from "@hearth/db/schema/payments";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { and, asc, desc, eq, inArray, isNull, ne, notInArray, sql } from "drizzle-orm";

export type ClaimRow = typeof transferClaims.$inferSelect;

/** Locks the claim of a payment and transaction until the transaction ends. */
export async function lockClaimOf(tx: Transaction, paymentId: string, txHash: `0x${string}`): Promise<ClaimRow | null> {
  const isIt = and(eq(transferClaims.paymentId, paymentId), eq(transferClaims.txHash, txHash));
  const [row] = await tx.select().from(transferClaims).where(isIt).for("update");
  return row ?? null;
}

/** Inserts a claim, or reopens a withdrawn one with the new data. */
export async function upsertClaim(tx: Transaction, claim: typeof transferClaims.$inferInsert): Promise<ClaimRow> {
  const { amountCents, sentOn } = claim;
  const [row] = await tx
    .insert(transferClaims)
    .values(claim)
    .onConflictDoUpdate({
      target: [transferClaims.paymentId, transferClaims.txHash],
      set: { amountCents, sentOn, status: "open" },
      setWhere: eq(transferClaims.status, "withdrawn"),
    })
    .returning();
  if (!row) throw new Error("The claim was not stored");
  return row;
}

/** Counts a payer's undecided claims, and all claims ever made for one payment. */
export async function countClaims(tx: Transaction, { payerId, paymentId }: Pick<ClaimRow, "payerId" | "paymentId">) {
  const waiting = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.id, transferClaims.paymentId), ne(payments.status, "completed")));
  const ofPayer = and(eq(transferClaims.payerId, payerId), eq(transferClaims.status, "open"), sql`exists ${waiting}`);
  return { open: await tx.$count(transferClaims, ofPayer), all: await tx.$count(transferClaims, eq(transferClaims.paymentId, paymentId)) };
}

/** Lists a payment's claims that are not withdrawn, newest first. */
export async function listClaims(db: DatabaseOrTransaction, paymentId: string, limit: number): Promise<ClaimRow[]> {
  return db
    .select()
    .from(transferClaims)
    .where(and(eq(transferClaims.paymentId, paymentId), ne(transferClaims.status, "withdrawn")))
    .orderBy(desc(transferClaims.createdAt), desc(transferClaims.id))
    .limit(limit);
}

/** Returns a payer's own claim by id. */
export async function findOwnClaim(db: DatabaseOrTransaction, payerId: string, id: string): Promise<ClaimRow | null> {
  const [row] = await db
    .select()
    .from(transferClaims)
    .where(and(eq(transferClaims.id, id), eq(transferClaims.payerId, payerId)));
  return row ?? null;
}

/** Withdraws an open claim. Returns false if it was not open. */
export async function markWithdrawn(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(transferClaims)
    .set({ status: "withdrawn" })
    .where(and(eq(transferClaims.id, id), eq(transferClaims.status, "open")))
    .returning({ id: transferClaims.id });
  return rows.length > 0;
}

/** Claims shown per transfer. */
const claimsPerTransfer = 10;

/**
 * Lists open claims on transfers by payers of the receiving merchant, oldest first. Leaves out claims whose payment has been completed:
 * there is nothing left to decide.
 */
export async function listClaimsOn(db: DatabaseOrTransaction, transferIds: string[]) {
  if (transferIds.length === 0) return [];
  const ranked = db
    .select({
      transferId: sql<string>`${transfers.id}`.as("claimed_transfer_id"),
      claimId: sql<string>`${transferClaims.id}`.as("claim_id"),
      rank: sql<number>`row_number() over (partition by ${transfers.id} order by ${transferClaims.createdAt}, ${transferClaims.id})::int`.as(
        "claim_rank",
      ),
    })
    .from(transfers)
    .innerJoin(transferClaims, and(eq(transferClaims.txHash, sql`lower(${transfers.txHash})`), eq(transferClaims.status, "open")))
    .innerJoin(payments, and(eq(payments.id, transferClaims.paymentId), eq(payments.merchantId, transfers.merchantId)))
    .where(and(inArray(transfers.id, transferIds), ne(payments.status, "completed")))
    .as("ranked");
  return db
    .select({
      transferId: ranked.transferId,
      claim: transferClaims,
      payment: payments,
      shortUnits,
      payer: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(ranked)
    .innerJoin(transferClaims, eq(transferClaims.id, ranked.claimId))
    .innerJoin(payments, eq(payments.id, transferClaims.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(sql`${ranked.rank} <= ${claimsPerTransfer}`)
    .orderBy(asc(ranked.transferId), asc(ranked.rank));
}
export type ClaimOnTransfer = Awaited<ReturnType<typeof listClaimsOn>>[number];

/** Locks a claim on a merchant's money (null: any merchant) until the transaction ends. */
export async function lockClaim(tx: Transaction, merchantId: string | null, id: string): Promise<ClaimRow | null> {
  const [row] = await tx
    .select({ claim: transferClaims })
    .from(transferClaims)
    .innerJoin(payments, eq(payments.id, transferClaims.paymentId))
    .where(and(eq(transferClaims.id, id), merchantId === null ? undefined : eq(payments.merchantId, merchantId)))
    .for("update", { of: transferClaims });
  return row?.claim ?? null;
}

interface ClaimDecision {
  decidedAt: Date;
  decidedBy: string;
}

/** Refuses an open claim. Returns false if it was not open. */
export async function markRefused(tx: Transaction, id: string, refusal: ClaimDecision & { reason: string }): Promise<boolean> {
  const rows = await tx
    .update(transferClaims)
    .set({ status: "refused", ...refusal })
    .where(and(eq(transferClaims.id, id), eq(transferClaims.status, "open")))
    .returning({ id: transferClaims.id });
  return rows.length > 0;
}

/** Confirms the claims on a transfer for the payment it was attached to. Returns their ids. */
export async function confirmClaims(
  tx: Transaction,
  { transferId, txHash, paymentId, ...decision }: ClaimDecision & { transferId: string; txHash: string; paymentId: string },
): Promise<string[]> {
  const isMeant = and(eq(transferClaims.paymentId, paymentId), eq(transferClaims.txHash, sql`lower(${txHash})`));
  const rows = await tx
    .update(transferClaims)
    .set({ status: "confirmed", transferId, reason: null, ...decision })
    .where(and(isMeant, inArray(transferClaims.status, ["open", "refused"])))
    .returning({ id: transferClaims.id });
  return rows.map(({ id }) => id);
}

/**
 * Refuses open claims of a merchant's payers on a transaction in which no free transfer is left. Returns the claims with their payments.
 */
export async function refuseClaimsOfNothing(
  tx: Transaction,
  { merchantId, txHash, ...refusal }: ClaimDecision & { merchantId: string; txHash: string; reason: string },
): Promise<{ id: string; paymentId: string }[]> {
  const isOfHash = eq(sql`lower(${transfers.txHash})`, txHash.toLowerCase());
  const isFree = sql`${transfers.boundBy} is distinct from 'admin'`;
  const isUnmatched = and(isNull(transfers.reorgedAt), notInArray(transfers.verdict, ["matched", "part"]), isFree);
  if ((await tx.$count(transfers, and(isOfHash, isUnmatched, eq(transfers.merchantId, merchantId)))) > 0) return [];
  return tx
    .update(transferClaims)
    .set({ status: "refused", ...refusal })
    .from(payments)
    .where(
      and(
        eq(payments.id, transferClaims.paymentId),
        eq(payments.merchantId, merchantId),
        eq(transferClaims.txHash, sql`lower(${txHash})`),
        eq(transferClaims.status, "open"),
      ),
    )
    .returning({ id: transferClaims.id, paymentId: transferClaims.paymentId });
}

/** Reopens the claims that a transfer's attachment had confirmed. */
export async function reopenClaims(tx: Transaction, transferId: string): Promise<void> {
  await tx
    .update(transferClaims)
    .set({ status: "open", transferId: null, decidedAt: null, decidedBy: null })
    .where(eq(transferClaims.transferId, transferId));
}
