import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { and, asc, eq, gt, lt, or, sql } from "drizzle-orm";

export type RelayTransactionRow = typeof relayTransactions.$inferSelect;
type NewRelayTransaction = typeof relayTransactions.$inferInsert;

/** Finds the one transaction in flight of a relayer's key. */
export async function findInFlight(
  db: DatabaseOrTransaction,
  chainId: number,
  relayerAddress: `0x${string}`,
): Promise<RelayTransactionRow | null> {
  const [row] = await db
    .select()
    .from(relayTransactions)
    .where(
      and(
        eq(relayTransactions.chainId, chainId),
        eq(relayTransactions.relayerAddress, relayerAddress),
        sql`${relayTransactions.status} = 'sent'`, // a literal, as in its index
      ),
    );
  return row ?? null;
}

/** Upper limit of keys used within the lifetime of a signature. */
const mostFormerKeys = 20;

/** Lists the transactions in flight of all other keys, oldest first; of every key for null. At most one per key, found by index. */
export async function listInFlightOfOthers(
  db: DatabaseOrTransaction,
  chainId: number,
  relayerAddress: `0x${string}` | null,
): Promise<RelayTransactionRow[]> {
  const { relayerAddress: address } = relayTransactions;
  return db
    .select()
    .from(relayTransactions)
    .where(
      and(
        eq(relayTransactions.chainId, chainId),
        // Two index ranges; "not equal" could not use the index.
        relayerAddress === null ? undefined : or(lt(address, relayerAddress), gt(address, relayerAddress)),
        sql`${relayTransactions.status} = 'sent'`, // a literal, as in its index
      ),
    )
    .orderBy(asc(relayTransactions.createdAt))
    .limit(mostFormerKeys);
}

/**
 * Stores a signed transaction before it is broadcast. @throws on `relay_transactions_one_in_flight_key` while another of its key is in
 * flight.
 */
export async function insertRelayTransaction(tx: Transaction, transaction: NewRelayTransaction): Promise<string> {
  const [row] = await tx.insert(relayTransactions).values(transaction).returning({ id: relayTransactions.id });
  if (row === undefined) throw new Error("The database stored no transaction");
  return row.id;
}

type Signed = Pick<NewRelayTransaction, "rawTransaction" | "txHash" | "maxFeePerGas">;

/** Stores the replacement with a higher fee before it is broadcast. Returns false when the transaction's state has changed. */
export async function replaceRelayTransaction(
  db: DatabaseOrTransaction,
  transaction: RelayTransactionRow,
  signed: Signed,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(relayTransactions)
    .set({ ...signed, attempts: transaction.attempts + 1, sentAt: now, updatedAt: now })
    .where(and(isStill(transaction), eq(relayTransactions.attempts, transaction.attempts)))
    .returning({ id: relayTransactions.id });
  return rows.length > 0;
}

/** Records a rebroadcast of the same transaction, which delays the next retry. */
export async function touchRelayTransaction(db: DatabaseOrTransaction, transaction: RelayTransactionRow, now: Date): Promise<void> {
  await db.update(relayTransactions).set({ updatedAt: now }).where(isStill(transaction));
}

/** Ends a transaction and erases the signatures in it, so that the key can send the next one. Returns false when its state has changed. */
export async function endRelayTransaction(
  db: DatabaseOrTransaction,
  transaction: RelayTransactionRow,
  status: "mined" | "reverted" | "lost",
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(relayTransactions)
    .set({ status, rawTransaction: "0x", updatedAt: now })
    .where(isStill(transaction))
    .returning({ id: relayTransactions.id });
  return rows.length > 0;
}

function isStill({ id, status }: RelayTransactionRow) {
  return and(eq(relayTransactions.id, id), eq(relayTransactions.status, status));
}
