import type { DatabaseOrTransaction } from "@hearth/db/client";
import { attempts } from "@hearth/db/schema/attempts";
import { eq, inArray, lt, sql } from "drizzle-orm";

/** Nobody needs to know how much more it is than any limit. */
const mostCounted = 1_000_000;

/** Counts one attempt, in a window that begins with it where none is open; answers how many there were and when the window ends. */
export async function countAttempt(
  db: DatabaseOrTransaction,
  { key, now, resetsAt }: { key: string; now: Date; resetsAt: Date },
): Promise<{ used: number; resetsAt: Date }> {
  const isOver = sql`${attempts.resetsAt} <= ${now.toISOString()}`;
  const [row] = await db
    .insert(attempts)
    .values({ key, used: 1, resetsAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        used: sql`case when ${isOver} then 1 else least(${attempts.used} + 1, ${mostCounted}) end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${attempts.resetsAt} end`,
      },
    })
    .returning({ used: attempts.used, resetsAt: attempts.resetsAt });
  if (!row) throw new Error("An attempt was not counted");
  return row;
}

/** Forgets what was tried under a key. */
export async function deleteAttempts(db: DatabaseOrTransaction, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

/** Forgets what counts for nothing any more, at most so many. */
export async function deleteAttemptsBefore(db: DatabaseOrTransaction, now: Date, atMost: number): Promise<void> {
  const over = db.select({ key: attempts.key }).from(attempts).where(lt(attempts.resetsAt, now)).limit(atMost);
  await db.delete(attempts).where(inArray(attempts.key, over));
}
