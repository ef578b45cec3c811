import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// A block's time is whole seconds. Each of these compares it with a server's moment exactly as the function of `@hearth/domain/time` that it
// names. The moment stands alone on its side, so that an index on it can be used.

/** Whether a block is older than a server's moment: `isBlockBefore`. The moment's own second is not before it. */
export function isBlockBefore(blockTime: SQLWrapper, moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} >= ${blockTime} + interval '1 second'`;
}

/** Whether a block is of the second of a server's moment or later: the opposite of `isBlockBefore`. */
export function isBlockSince(blockTime: SQLWrapper, moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} < ${blockTime} + interval '1 second'`;
}

/** Whether a block is younger than a server's moment: `isBlockAfter`. The moment's own second is not after it. */
export function isBlockAfter(blockTime: SQLWrapper, moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} < ${blockTime}`;
}

/**
 * Whether money of a block came in time for a checkout: the opposite of `isPaidLate`. A checkout that ended before its time was given up.
 */
export function isPaidInTime(blockTime: SQLWrapper, { expiresAt, endedAt }: { expiresAt: SQLWrapper; endedAt: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`(not ${isBlockAfter(blockTime, expiresAt)}
    and (${endedAt} is null or ${endedAt} >= ${expiresAt} or ${isBlockBefore(blockTime, endedAt)}))`;
}
