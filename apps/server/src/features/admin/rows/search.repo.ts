import type { DatabaseOrTransaction } from "@hearth/db/client";
import { hashBegins, merchantMatches, userMatches } from "@hearth/db/search";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";

/** The first users and merchants that the words match, at most as many of each as asked for. */
export async function findMatches(db: DatabaseOrTransaction, words: string, limit: number) {
  const [userRows, merchantRows] = await Promise.all([
    db.select({ id: users.id }).from(users).where(userMatches(words)).limit(limit),
    db.select({ id: merchants.id }).from(merchants).where(merchantMatches(words)).limit(limit),
  ]);
  return { userIds: userRows.map(({ id }) => id), merchantIds: merchantRows.map(({ id }) => id) };
}

/** Payments of a code that people read to each other. */
export async function findPaymentIdsByCode(db: DatabaseOrTransaction, code: string): Promise<string[]> {
  const rows = await db.select({ id: payments.id }).from(payments).where(eq(payments.code, code)).limit(20);
  return rows.map(({ id }) => id);
}

/** Payments that a transaction of the chain was bound to whose hash this is, or its beginning. */
export async function findPaymentIdsByHash(db: DatabaseOrTransaction, chainId: number, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ id: transfers.paymentId })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), hashBegins(transfers.txHash, beginning)))
    .limit(100);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** The accounts that have an address linked now, or own the merchant that is paid there. */
export async function findUserIdsByAddress(db: DatabaseOrTransaction, address: string): Promise<string[]> {
  const rows = await db
    .select({ id: wallets.userId })
    .from(wallets)
    .where(and(eq(sql`lower(${wallets.address})`, address.toLowerCase()), isNull(wallets.unlinkedAt)));
  return rows.map(({ id }) => id);
}

/** One of several conditions; nothing matches where there are none. */
export function anyOf(conditions: SQL[]): SQL {
  return or(...conditions) ?? sql`false`;
}
