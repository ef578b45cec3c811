import type { DatabaseOrTransaction } from "@hearth/db/client";
import { stateChecks } from "@hearth/db/schema/state-checks";
import { desc, eq } from "drizzle-orm";

export type StateCheck = typeof stateChecks.$inferSelect;

/** Returns the newest check of the whole state, or null before the first. */
export async function findStateCheck(db: DatabaseOrTransaction): Promise<StateCheck | null> {
  const [row] = await db.select().from(stateChecks).orderBy(desc(stateChecks.id)).limit(1);
  return row ?? null;
}

/** Starts a check of the whole state. */
export async function insertStateCheck(db: DatabaseOrTransaction, now: Date): Promise<StateCheck> {
  const [row] = await db.insert(stateChecks).values({ createdAt: now }).returning();
  if (!row) throw new Error("The check was not stored");
  return row;
}

/** Stores the progress and results of a check. */
export async function markChecked(
  db: DatabaseOrTransaction,
  id: string,
  set: Pick<StateCheck, "part" | "after" | "contradictions" | "first" | "endedAt">,
): Promise<void> {
  await db.update(stateChecks).set(set).where(eq(stateChecks.id, id));
}
