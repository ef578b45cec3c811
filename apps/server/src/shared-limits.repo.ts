import type { DatabaseOrTransaction } from "@hearth/db/client";
import { rateLimits } from "@hearth/db/schema/rate-limits";
import { and, eq, sql } from "drizzle-orm";

/** Counts one try, in a new window if the last one is over. Returns the number of tries, at most `max` + 1, and the end of the window. */
export async function countTry(
  db: DatabaseOrTransaction,
  { now, max, ...counted }: { rule: string; keyHash: string; endsAt: Date; now: Date; max: number },
): Promise<{ calls: number; endsAt: Date }> {
  const isOver = sql`${rateLimits.endsAt} <= ${now.toISOString()}::timestamptz`;
  const [row = { calls: 1, endsAt: counted.endsAt }] = await db
    .insert(rateLimits)
    .values({ ...counted, calls: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.rule, rateLimits.keyHash],
      set: {
        calls: sql`case when ${isOver} then 1 else least(${rateLimits.calls}, ${max}) + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ calls: rateLimits.calls, endsAt: rateLimits.endsAt });
  return row;
}

/** Resets the tries of a key. */
export async function forgetTries(db: DatabaseOrTransaction, rule: string, keyHash: string): Promise<void> {
  await db.delete(rateLimits).where(and(eq(rateLimits.rule, rule), eq(rateLimits.keyHash, keyHash)));
}
