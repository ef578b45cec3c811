import type { DatabaseOrTransaction } from "@hearth/db/client";
import { hashBegins, merchantMatches, userMatches } from "@hearth/db/search";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";

/** Finds users and merchants that match the words, up to `limit` of each. */
export async function findMatches(db: DatabaseOrTransaction, text: string, limit: number) {
  const [userRows, merchantRows] = await Promise.all([
    db.select({ id: users.id }).from(users).where(userMatches(text)).limit(limit),
    db.select({ id: merchants.id }).from(merchants).where(merchantMatches(text)).limit(limit),
  ]);
  return { userIds: userRows.map(({ id }) => id), merchantIds: merchantRows.map(({ id }) => id) };
}

/** Finds payments by their short code, which people read out to each other. */
export async function findPaymentIdsByCode(db: DatabaseOrTransaction, code: string): Promise<string[]> {
  const rows = await db.select({ id: payments.id }).from(payments).where(eq(payments.code, code)).limit(20);
  return rows.map(({ id }) => id);
}

/** Finds payments by the hash, or its beginning, of a transaction whose transfer is bound to them. */
export async function findPaymentIdsByHash(db: DatabaseOrTransaction, chainId: number, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ id: transfers.paymentId })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), hashBegins(transfers.txHash, beginning)))
    .limit(100);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Finds the accounts that have an address linked now. */
export async function findUserIdsByAddress(db: DatabaseOrTransaction, address: string): Promise<string[]> {
  const rows = await db
    .select({ id: wallets.userId })
    .from(wallets)
    .where(and(eq(sql`lower(${wallets.address})`, address.toLowerCase()), isNull(wallets.unlinkedAt)));
  return rows.map(({ id }) => id);
}

/** Combines conditions with OR; without any, matches nothing. */
export function anyOf(conditions: SQL[]): SQL {
  return or(...conditions) ?? sql`false`;
}
