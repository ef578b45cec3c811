import { scheduledKinds } from "@hearth/domain/notifications/events";
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { mails } from "./schema/mails.ts";
import { restores } from "./schema/restores.ts";

/** Kinds of work held back for an operator after a restore to an earlier time. */
export const heldParts = ["mails", "changes", "payments"] as const;
export type HeldPart = (typeof heldParts)[number];

const releasedAt = { mails: restores.mailsReleasedAt, changes: restores.changesReleasedAt, payments: restores.paymentsReleasedAt };

/** Time since which a part is held back, or null. The subquery runs once per statement, on a table of a few rows. */
export function heldSince(part: HeldPart): SQL {
  return sql`(select max(${restores.noticedAt}) from ${restores} where ${releasedAt[part]} is null)`;
}

const kindsHeld = sql.param(scheduledKinds as readonly string[]);

/**
 * True if a mail may be sent. After a restore, two kinds of mail wait until an operator releases them: mails from before it, and mails that
 * the clock causes. For queries that read `mails`.
 */
export const maySendMail = sql`(${heldSince("mails")} is null
  or (${mails.createdAt} >= ${heldSince("mails")} and ${mails.event} ->> 'kind' <> all(${kindsHeld}::text[])))`;

/** True if work created at a given time may proceed: nothing is held back, or it is newer than the restore. */
export function isNotHeldBack(part: HeldPart, at: SQLWrapper): SQL {
  return sql`coalesce(${at} >= ${heldSince(part)}, true)`;
}
