import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { idempotencyKeys } from "@hearth/db/schema/idempotency-keys";
import { and, eq } from "drizzle-orm";

export interface KeyRow {
  scope: string;
  key: string;
  procedure: string;
  requestHash: string;
}

/** Claims a key. Returns false when it was claimed before. Waits for a concurrent transaction that is claiming it. */
export async function claimKey(tx: Transaction, row: KeyRow, now: Date): Promise<boolean> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...row, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return claimed.length === 1;
}

/** Finds a key with its stored answer. */
export async function findKey(db: DatabaseOrTransaction, scope: string, key: string) {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)));
  return row ?? null;
}

/** Stores the answer of a claimed key. */
export async function storeResponse(tx: Transaction, scope: string, key: string, response: unknown): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ response })
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)));
}
