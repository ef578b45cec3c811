import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether a block is older than the second of a server's moment, as `isBlockBefore` of the domain decides it. The moment's own second is not
 * before it. The moment stands alone on its side, so that an index on it can be used.
 */
export function isBeforeSecondOf(blockTime: SQLWrapper, moment: SQLWrapper): SQL {
  return sql`${moment} >= ${blockTime} + interval '1 second'`;
}

/** Whether a block is of the second of a server's moment or later: the opposite of `isBeforeSecondOf`. */
export function isSinceSecondOf(blockTime: SQLWrapper, moment: SQLWrapper): SQL {
  return sql`${moment} < ${blockTime} + interval '1 second'`;
}
