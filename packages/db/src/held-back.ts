import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { restores } from "./schema/restores.ts";

/** What waits for an operator after an earlier moment was brought back. */
export const heldParts = ["mails", "changes", "payments"] as const;
export type HeldPart = (typeof heldParts)[number];

const releasedAt = { mails: restores.mailsReleasedAt, changes: restores.changesReleasedAt, payments: restores.paymentsReleasedAt };

/** Since when a part is held back; null where it is not. Asked once for a statement, of a table of a few rows. */
export function heldSince(part: HeldPart): SQL {
  return sql`(select max(${restores.noticedAt}) from ${restores} where ${releasedAt[part]} is null)`;
}

/** Whether what came into being at a moment may happen: nothing is held back, or it is newer than what is. */
export function isNotHeldBack(part: HeldPart, at: SQLWrapper): SQL {
  return sql`coalesce(${at} >= ${heldSince(part)}, true)`;
}
