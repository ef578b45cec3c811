import { inOrder, isAfter, type TimeOrder } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { merchantMatches, userMatches } from "@hearth/db/search";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";

/**
 * A resolved search. `few`: the ids of everything that matches, each queried for its newest payments. `many`: words that match too many ids
 * to list. Scanning the newest payments then fills a page quickly.
 */
export type TransactionSearch =
  | { kind: "few"; paymentIds: string[]; userIds: string[]; merchantIds: string[] }
  | { kind: "many"; text: string };

/** A filter of payments. */
export interface TransactionFilter {
  search?: TransactionSearch | undefined;
  merchantId?: string | undefined;
  userId?: string | undefined;
  status?: PaymentStatus | undefined;
  range?: OpenRange;
}

/** A page of payments by time, newest first by default. */
export interface TimedPage {
  order?: TimeOrder;
  after?: CursorPosition | undefined;
  limit: number;
}

function conditions({ merchantId, userId, status, range = {} }: TransactionFilter, { order, after }: TimedPage): SQL | undefined {
  return and(
    merchantId === undefined ? undefined : eq(payments.merchantId, merchantId),
    userId === undefined ? undefined : eq(payments.consumerId, userId),
    status && eq(payments.status, status),
    range.from && gte(payments.createdAt, range.from),
    range.to && lt(payments.createdAt, range.to),
    isAfter(payments.createdAt, payments.id, after, order),
  );
}

const columns = sql`${payments.id}, ${payments.createdAt}, ${payments.status}`;

/** Builds a query for the ids, times and statuses of the payments that match, at most `limit` of each part, in the page's order. */
function matching(filter: TransactionFilter, page: TimedPage): SQL {
  const filterCondition = conditions(filter, page) ?? sql`true`;
  const orderBy = sql.join(inOrder(payments.createdAt, payments.id, page.order), sql`, `);
  const subquery = (where: SQL) =>
    sql`(select ${columns} from ${payments} where ${where} and ${filterCondition} order by ${orderBy} limit ${page.limit})`;
  const { search } = filter;
  if (search === undefined) return subquery(sql`true`);
  if (search.kind === "many") {
    // Tests each payment, newest first: too many users or merchants match to list them all beforehand.
    const isOfUser = sql`(select ${userMatches(search.text)} from ${users} where ${users.id} = ${payments.consumerId})`;
    const isOfMerchant = sql`(select ${merchantMatches(search.text)} from ${merchants} where ${merchants.id} = ${payments.merchantId})`;
    return subquery(sql`(${isOfUser} or ${isOfMerchant})`);
  }
  const perKey = (column: typeof payments.consumerId | typeof payments.merchantId, keys: string[]) =>
    sql`select part.* from unnest(${sql.param(keys)}::uuid[]) as k(key) cross join lateral ${subquery(sql`${column} = k.key`)} as part`;
  return sql`${perKey(payments.consumerId, search.userIds)}
    union ${perKey(payments.merchantId, search.merchantIds)}
    union ${subquery(search.paymentIds.length === 0 ? sql`false` : inArray(payments.id, search.paymentIds))}`;
}

/** Returns the ids of a page, in its order. */
export async function listTransactionIds(db: DatabaseOrTransaction, filter: TransactionFilter, page: TimedPage): Promise<string[]> {
  const direction = page.order === "oldest" ? sql`asc` : sql`desc`;
  const rows = await db.execute<{ id: string }>(
    sql`select id from (${matching(filter, page)}) found order by created_at ${direction}, id ${direction} limit ${page.limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Counts the payments that match a filter, stopping at a limit. */
export async function countTransactions(db: DatabaseOrTransaction, filter: TransactionFilter, limit: number): Promise<number> {
  const rows = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from (${matching(filter, { limit })}) found limit ${limit}) counted`,
  );
  return rows[0]?.count ?? 0;
}
