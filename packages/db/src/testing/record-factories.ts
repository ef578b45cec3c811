import { cancelledByUser } from "@hearth/domain/disputes/status";
import { humanCode } from "@hearth/domain/ids";
import { randomUUID } from "node:crypto";
import { eq, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import {
  alarmSilences,
  alarmWebhooks,
  alarms,
  chainBlocks,
  chainCursors,
  disputeComments,
  disputeDocuments,
  disputeEvents,
  disputes,
  idempotencyKeys,
  payments,
  rateLimits,
  stateChecks,
  jobHeartbeats,
  restores,
  setAside,
} from "../schema.ts";
import { hashOf, hexOf, nextNumber, one } from "./factories.ts";

const chainId = 84532;

export type DisputeRow = InferSelectModel<typeof disputes>;
export type DisputeCommentRow = InferSelectModel<typeof disputeComments>;

/** Returns the events that lead to a dispute's state, in order. `filedBy` is the account that filed it. */
export function disputeHistory(dispute: DisputeRow, filedBy: string | null, comments: DisputeCommentRow[] = []) {
  const { id: disputeId, resolvedAt, resolvedBy, result, resultReason, chargebackCents } = dispute;
  const events: InferInsertModel<typeof disputeEvents>[] = [
    { disputeId, type: "filed", actorId: filedBy, data: { amountCents: dispute.amountCents }, at: dispute.createdAt },
  ];
  for (const { id, authorId, createdAt } of comments) {
    events.push({ disputeId, type: "responded", actorId: authorId, data: { commentId: id }, at: createdAt });
  }
  if (resolvedAt !== null && result !== null) {
    const type = resultReason === cancelledByUser ? "cancelled" : "closed";
    const data = { result, ...(resultReason === null ? {} : { resultReason }), ...(chargebackCents === null ? {} : { chargebackCents }) };
    events.push({ disputeId, type, actorId: resolvedBy, data, at: resolvedAt });
  }
  return events.toSorted((left, right) => left.at.getTime() - right.at.getTime());
}

/** An open dispute about the whole of $1,450.00, with the event of its filing. */
export async function makeDispute(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof disputes>> & { paymentId: string },
): Promise<DisputeRow> {
  const code = humanCode(Buffer.from(hexOf("dispute", nextNumber()), "hex"));
  const { merchantId } = one(
    await db.select({ merchantId: payments.merchantId }).from(payments).where(eq(payments.id, overrides.paymentId)),
  );
  // Milliseconds, like the product's clock: cursors in lists are no finer.
  const defaults = { code, merchantId, amountCents: 145_000, reason: "The heating did not work for two weeks", createdAt: new Date() };
  const values = { ...defaults, ...overrides };
  const dispute = one(await db.insert(disputes).values(values).returning());
  await db.insert(disputeEvents).values(disputeHistory(dispute, null));
  return dispute;
}

/** One event of a dispute. Does not change the dispute. */
export async function makeDisputeEvent(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof disputeEvents>> & { disputeId: string },
): Promise<InferSelectModel<typeof disputeEvents>> {
  const values = { type: "filed" as const, at: new Date(), ...overrides };
  return one(await db.insert(disputeEvents).values(values).returning());
}

export async function makeDisputeComment(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof disputeComments>> & { disputeId: string; authorId: string },
): Promise<DisputeCommentRow> {
  const values = { comment: "The technician came on Tuesday and changed the pump.", ...overrides };
  return one(await db.insert(disputeComments).values(values).returning());
}

/** A document's row without a stored file. */
export async function makeDisputeDocument(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof disputeDocuments>> & { disputeId: string; addedBy: string },
): Promise<InferSelectModel<typeof disputeDocuments>> {
  const file = { originalName: "water-notice.pdf", type: "pdf" as const, sizeBytes: 412_000, sha256: hexOf("document", nextNumber()) };
  return one(
    await db
      .insert(disputeDocuments)
      .values({ id: randomUUID(), ...file, ...overrides })
      .returning(),
  );
}

/** A restore to an earlier time with all its parts held back. */
export async function makeRestore(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof restores>> = {},
): Promise<InferSelectModel<typeof restores>> {
  const values = { place: `place ${nextNumber()}`, noticedAt: new Date(), ...overrides };
  return one(await db.insert(restores).values(values).returning());
}

/** A loop's heartbeat. */
export async function makeJobHeartbeat(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof jobHeartbeats>> = {},
): Promise<InferSelectModel<typeof jobHeartbeats>> {
  const values = { name: `loop-${nextNumber()}`, kind: "loop" as const, dueSeconds: 120, since: new Date(), ...overrides };
  return one(await db.insert(jobHeartbeats).values(values).returning());
}

/** A muted alarm key, for a day. */
export async function makeAlarmSilence(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof alarmSilences>> & { silencedById: string },
): Promise<InferSelectModel<typeof alarmSilences>> {
  const values = { key: `alarm.${nextNumber()}`, until: new Date(Date.now() + 86_400_000), ...overrides };
  return one(await db.insert(alarmSilences).values(values).returning());
}

/** A waiting webhook call for a raised alarm. */
export async function makeAlarmWebhook(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof alarmWebhooks>> & { alarmId: string },
): Promise<InferSelectModel<typeof alarmWebhooks>> {
  const values = { turn: "raised" as const, nextTryAt: new Date(), ...overrides };
  return one(await db.insert(alarmWebhooks).values(values).returning());
}

/** An active alarm. */
export async function makeAlarm(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof alarms>> = {},
): Promise<InferSelectModel<typeof alarms>> {
  const now = new Date();
  const values = { key: `alarm.${nextNumber()}`, message: "The relayer is out of gas", raisedAt: now, lastSeenAt: now, ...overrides };
  return one(await db.insert(alarms).values(values).returning());
}

/** A lease whose rent could not be charged and is due for a retry. */
export async function makeSetAside(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof setAside>> = {},
): Promise<InferSelectModel<typeof setAside>> {
  const now = new Date();
  const name = `lse_${nextNumber()}`;
  const failed = { error: "Error: refused", tries: 1, nextTryAt: now, firstFailedAt: now, lastFailedAt: now };
  return one(
    await db
      .insert(setAside)
      .values({ list: "charge-rent", item: name, name, ...failed, ...overrides })
      .returning(),
  );
}

/** The watcher's cursor; one per chain. */
export async function makeChainCursor(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof chainCursors>> = {},
): Promise<InferSelectModel<typeof chainCursors>> {
  const now = new Date();
  const start = { blockNumber: 0n, blockHash: hashOf("block", 0), finalizedNumber: 0n, reconciledNumber: 0n };
  const values = { chainId, ...start, blockTime: now, keptNumber: start.blockNumber, keptTime: now, updatedAt: now, ...overrides };
  return one(await db.insert(chainCursors).values(values).returning());
}

/** A block that the watcher has read. */
export async function makeChainBlock(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof chainBlocks>> = {},
): Promise<InferSelectModel<typeof chainBlocks>> {
  const number = overrides.number ?? BigInt(nextNumber());
  const links = { hash: hashOf("block", String(number)), parentHash: hashOf("block", String(number - 1n)) };
  const values = { chainId, number, ...links, time: new Date(), ...overrides };
  return one(await db.insert(chainBlocks).values(values).returning());
}

export async function makeRateLimit(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof rateLimits>> = {},
): Promise<InferSelectModel<typeof rateLimits>> {
  const window = { rule: "login", keyHash: hexOf("tries", nextNumber()), calls: 1, endsAt: new Date(Date.now() + 60_000) };
  return one(
    await db
      .insert(rateLimits)
      .values({ ...window, ...overrides })
      .returning(),
  );
}

export async function makeIdempotencyKey(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof idempotencyKeys>> = {},
): Promise<InferSelectModel<typeof idempotencyKeys>> {
  const number = nextNumber();
  const values = { scope: "test", key: `key-${number}`, procedure: "payments.cancel", requestHash: hexOf("request", number), ...overrides };
  return one(await db.insert(idempotencyKeys).values(values).returning());
}

/** A check of the whole state that has not begun. */
export async function makeStateCheck(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof stateChecks>> = {},
): Promise<InferSelectModel<typeof stateChecks>> {
  return one(await db.insert(stateChecks).values(overrides).returning());
}
