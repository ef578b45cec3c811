import type { DatabaseOrTransaction } from "@hearth/db/client";
import { alarmWebhooks } from "@hearth/db/schema/alarm-webhooks";
import { alarms } from "@hearth/db/schema/alarms";
import type { AlarmTransition } from "@hearth/domain/operations/alarms";
import { and, asc, eq, getTableColumns, inArray, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

/** A webhook call that is due, with its alarm. */
export type DueWebhook = Awaited<ReturnType<typeof claimDueWebhooks>>[number];

/** Queues a webhook call about an alarm; at most one for each of its turns (raised, cleared). */
export async function insertAlarmWebhook(
  tx: DatabaseOrTransaction,
  { alarmId, turn, now }: { alarmId: string; turn: AlarmTransition; now: Date },
): Promise<void> {
  await tx.insert(alarmWebhooks).values({ alarmId, turn, nextTryAt: now, createdAt: now }).onConflictDoNothing();
}

/** True where the call that an alarm was raised has been queued or sent. */
export async function hasRaisedWebhook(tx: DatabaseOrTransaction, alarmId: string): Promise<boolean> {
  return (await tx.$count(alarmWebhooks, and(eq(alarmWebhooks.alarmId, alarmId), eq(alarmWebhooks.turn, "raised")))) > 0;
}

/**
 * Claims due calls until `until`, so that no other worker makes them meanwhile, and counts the try. A call that an alarm was cleared waits
 * for the call that it was raised. In the other order, the receiver would keep the alarm open for ever.
 */
export async function claimDueWebhooks(db: DatabaseOrTransaction, { now, until, limit }: { now: Date; until: Date; limit: number }) {
  const first = alias(alarmWebhooks, "first");
  const isInOrder = notExists(
    db
      .select({ id: first.id })
      .from(first)
      .where(
        and(
          eq(first.alarmId, alarmWebhooks.alarmId),
          eq(first.turn, "raised"),
          eq(first.status, "waiting"),
          eq(alarmWebhooks.turn, "cleared"),
        ),
      ),
  );
  const due = db
    .select({ id: alarmWebhooks.id })
    .from(alarmWebhooks)
    .where(
      and(
        eq(alarmWebhooks.status, "waiting"),
        lte(alarmWebhooks.nextTryAt, now),
        isInOrder,
        isNotSetAside("send-webhook", alarmWebhooks.id, now),
      ),
    )
    .orderBy(asc(alarmWebhooks.nextTryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(alarmWebhooks)
    .set({ tries: sql`${alarmWebhooks.tries} + 1`, nextTryAt: until })
    .from(alarms)
    .where(and(inArray(alarmWebhooks.id, due), eq(alarms.id, alarmWebhooks.alarmId)))
    .returning({ ...getTableColumns(alarmWebhooks), alarm: getTableColumns(alarms) });
}

/** The result of a try. */
export type WebhookOutcome =
  | { status: "sent" }
  | { status: "failed"; error: string }
  | { status: "waiting"; error: string; nextTryAt: Date };

/** Stores the result of a try, unless another worker has claimed the call meanwhile. */
export async function markWebhookTried(
  db: DatabaseOrTransaction,
  { id, tries }: { id: string; tries: number },
  outcome: WebhookOutcome,
): Promise<void> {
  await db
    .update(alarmWebhooks)
    .set({
      status: outcome.status,
      lastError: outcome.status === "sent" ? null : outcome.error,
      ...(outcome.status === "waiting" && { nextTryAt: outcome.nextTryAt }),
    })
    .where(and(eq(alarmWebhooks.id, id), eq(alarmWebhooks.status, "waiting"), eq(alarmWebhooks.tries, tries)));
}

/** Counts the waiting calls, with the time of the oldest. */
export async function readWaitingWebhooks(db: DatabaseOrTransaction): Promise<{ count: number; since: Date | null }> {
  const { createdAt, status } = alarmWebhooks;
  const [row = { count: 0, since: null }] = await db
    .select({ count: sql<number>`count(*)::int`, since: sql<Date | null>`min(${createdAt})`.mapWith(createdAt) })
    .from(alarmWebhooks)
    .where(sql`${status} = 'waiting'`); // a literal, as in its index
  return row;
}
