import { kindsOfClock } from "@hearth/domain/notifications/events";
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { mails } from "./schema/mails.ts";
import { restores } from "./schema/restores.ts";

/** What waits for an operator after an earlier moment was brought back. */
export const heldParts = ["mails", "changes", "payments"] as const;
export type HeldPart = (typeof heldParts)[number];

const releasedAt = { mails: restores.mailsReleasedAt, changes: restores.changesReleasedAt, payments: restores.paymentsReleasedAt };

/** Since when a part is held back; null where it is not. Asked once for a statement, of a table of a few rows. */
export function heldSince(part: HeldPart): SQL {
  return sql`(select max(${restores.noticedAt}) from ${restores} where ${releasedAt[part]} is null)`;
}

const kindsHeld = sql.param(kindsOfClock as readonly string[]);

/**
 * Whether a mail may be sent: after an earlier moment was brought back, neither those from before it, nor those that the clock causes, until an operator
 * releases them. For queries that read `mails`.
 */
export const mayBeMailed = sql`(${heldSince("mails")} is null
  or (${mails.createdAt} >= ${heldSince("mails")} and ${mails.event} ->> 'kind' <> all(${kindsHeld}::text[])))`;

/** Whether what came into being at a moment may happen: nothing is held back, or it is newer than what is. */
export function isNotHeldBack(part: HeldPart, at: SQLWrapper): SQL {
  return sql`coalesce(${at} >= ${heldSince(part)}, true)`;
}
