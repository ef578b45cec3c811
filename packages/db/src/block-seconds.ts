import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// Block times are whole seconds. Each function here compares a block's time with a server timestamp exactly as the function of
// `@hearth/domain/time` that it names. The timestamp stands alone on its side of the comparison, so that an index on it can be used.

/** True if a block is older than a server timestamp, like `isBlockBefore`. A block in the timestamp's own second is not. */
export function isBlockBefore(blockTime: SQLWrapper, moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} >= ${blockTime} + interval '1 second'`;
}

/** True if a block is in the second of a server timestamp or later: the opposite of `isBlockBefore`. */
export function isBlockSince(blockTime: SQLWrapper, moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} < ${blockTime} + interval '1 second'`;
}

/** True if a block is newer than a server timestamp, like `isBlockAfter`. A block in the timestamp's own second is not. */
export function isBlockAfter(blockTime: SQLWrapper, moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} < ${blockTime}`;
}

/**
 * True if the money of a block came in time for a checkout: the opposite of `isPaidLate`. A checkout that ended before it expired was given
 * up.
 */
export function isPaidInTime(blockTime: SQLWrapper, { expiresAt, endedAt }: { expiresAt: SQLWrapper; endedAt: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`(not ${isBlockAfter(blockTime, expiresAt)}
    and (${endedAt} is null or ${endedAt} >= ${expiresAt} or ${isBlockBefore(blockTime, endedAt)}))`;
}
